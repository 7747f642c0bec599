//! Java that seems to do what it is asked, and does not: methods that give back their own object, overloads that do nothing,
//! refusals without a reason, tests that ask for nothing. And honest code that looks like each.

use code::{Certainty, Reason};

use crate::read;

/// Everything found in a file but what is faint: reason, certainty, what.
fn found(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let stubs = facts.stubs.iter();
    let stubs = stubs.filter(|it| it.certainty != Certainty::Faint);
    stubs
        .map(|it| format!("{:?} {:?} {}", it.reason, it.certainty, it.what))
        .collect()
}

fn in_class(head: &str, member: &str) -> Vec<String> {
    let source = format!("package a;\n{head} {{\n{member}\n}}\n");
    found("src/main/java/a/A.java", &source)
}

#[test]
fn objects_that_give_themselves_back() {
    let itself = "Identity Likely A.withHeader";
    for head in ["public final class A", "public record A(int status)"] {
        let member = "public A withHeader(String name, String value) { return this; }";
        assert_eq!(in_class(head, member), [itself], "{head}");
    }
    for (head, member) in [
        ("class A", "public A self() { return this; }"),
        (
            "class A extends B",
            "@Override public A withHeader(String n) { return this; }",
        ),
        (
            "class NoopA",
            "public NoopA withHeader(String n) { return this; }",
        ),
        (
            "class A",
            "@Deprecated public A withHeader(String n) { return this; }",
        ),
        (
            "class A",
            "public A withHeader(String n) { /* has no headers */ return this; }",
        ),
        (
            "class A",
            "/** Has no effect. */ public A withHeader(String n) { return this; }",
        ),
        ("class A", "public A asA(int n) { return this; }"),
        (
            "abstract class A",
            "A withHeader(String n) { return this; }",
        ),
        (
            "class A",
            "public A withHeader(String n) { names.add(n); return this; }",
        ),
    ] {
        let said = in_class(head, member);
        let itself = said.iter().any(|it| it.starts_with("Identity"));
        assert!(!itself, "{head} {member}: {said:?}");
    }
}

#[test]
fn overloads_that_do_nothing() {
    let head = "final class A implements Log";
    let works = "@Override public void log(Entry... all) { out.print(all); }";
    let empty = |given: &str, body: &str| {
        let member = format!("{works} @Override public void log({given}) {{ {body} }}");
        in_class(head, &member)
    };
    let certain = ["Empty Certain A.log"];
    assert_eq!(empty("Exception e, Entry... all", ""), certain);
    assert_eq!(empty("Entry all, int level", ""), certain);
    // Honest look-alikes fail nothing: they are said, as before.
    let likely = ["Empty Likely A.log"];
    assert_eq!(empty("Exception e", ""), likely);
    let said = empty(
        "Exception e, Entry... all",
        "// on purpose: no stack traces",
    );
    assert!(said.iter().all(|it| !it.contains("Certain")), "{said:?}");
    let visitor =
        "public void visit(Node n) { go(n); } @Override public void visit(Node n, int depth) { }";
    let said = in_class("class A extends Walker", visitor);
    assert!(said.iter().all(|it| !it.contains("Certain")), "{said:?}");
    let quiet = "public void log(Entry all) { go(all); } @Override public void log(Exception e, Entry all) { }";
    let said = in_class("class NoopLog implements Log", quiet);
    assert!(said.iter().all(|it| !it.contains("Certain")), "{said:?}");
}

#[test]
fn refusals_without_a_reason() {
    let throws = |rest: &str| {
        format!(
            "public A post(String path, Handler h) {{ throw new UnsupportedOperationException({rest}); }}"
        )
    };
    let certain = ["AlwaysFails Certain A.post"];
    let walks = "@Override public void handle(Request r) { go(r); }";
    for head in ["public class A", "public class A implements Handler"] {
        for rest in ["", "\"post\""] {
            let member = format!("{walks} {}", throws(rest));
            assert_eq!(in_class(head, &member), certain, "{head} {rest}");
        }
    }
    for (head, member) in [
        ("class A", throws("\"Read-only\"")),
        ("class A", throws("\"use put instead\"")),
        ("class A", throws("MESSAGE")),
        (
            "class A",
            format!("/** Unsupported: paths are fixed. */ {}", throws("")),
        ),
        ("abstract class A", throws("")),
        ("class A extends B", throws("")),
        ("interface A", format!("default {}", throws(""))),
        ("class A", format!("@Deprecated {}", throws(""))),
        ("class A", format!("@Override {}", throws(""))),
        (
            "class A",
            "protected A post(String p) { throw new UnsupportedOperationException(); }".to_owned(),
        ),
        (
            "class A",
            "public void clear() { throw new UnsupportedOperationException(); }".to_owned(),
        ),
    ] {
        let said = in_class(head, &member);
        assert!(
            said.iter().all(|it| !it.contains("Certain")),
            "{head} {member}: {said:?}"
        );
    }
}

#[test]
fn choices_whose_answer_is_one() {
    let idle = |body: &str| {
        let member = format!("Boolean f(String t, int n) {{ {body} }}");
        let said = in_class("class A", &member);
        said.iter().filter(|it| it.starts_with("Idle")).count()
    };
    for body in [
        "if (yes(t)) return true; if (no(t)) return false; return false;",
        "if (yes(t)) { return Boolean.TRUE; } if (no(t)) { return Boolean.FALSE; } return Boolean.FALSE;",
        "if (n > 3) return LIMIT; return LIMIT;",
    ] {
        assert_eq!(idle(body), 1, "{body}");
    }
    for body in [
        "if (yes(t)) return true; if (no(t)) return false; return null;",
        "for (int i = 0; i < n; i++) { if (no(t)) return false; } return false;",
        "if (no(t)) { go(); return false; } return false;",
        "if (no(t)) return false; // nothing is known of it\nreturn false;",
        "if (no(t)) return next(); return next();",
        "if (yes(t)) return true; else if (no(t)) return false; return false;",
    ] {
        assert_eq!(idle(body), 0, "{body}");
    }
}

/// Certain findings in a test of `Cart`.
fn in_test(name: &str, body: &str) -> Vec<Reason> {
    let source = format!(
        "package a;\nclass CartTest {{\nprivate final List<String> done = new ArrayList<>();\n@Test void {name}() throws Exception {{ {body} }}\n@Test void other() {{ assertEquals(2, go()); }}\n}}\n"
    );
    let facts = read("src/test/java/a/CartTest.java", &source);
    let sure = facts.stubs.iter();
    let sure = sure.filter(|it| it.certainty == Certainty::Certain);
    let reasons = sure.map(|it| it.reason);
    reasons.filter(|it| *it != Reason::StateNeverFed).collect()
}

#[test]
fn tests_that_ask_for_nothing() {
    for (body, reason) in [
        (
            "throw new UnsupportedOperationException(\"to be written\");",
            Reason::EmptyTest,
        ),
        ("throw new IOException();", Reason::EmptyTest),
        (
            "clock.schedule(() -> done.add(\"a\")); if (!done.isEmpty()) { assertEquals(List.of(\"a\"), done); }",
            Reason::NoAssertion,
        ),
        (
            "List<String> all = shop.rows(); if (all.size() > 0) { assertEquals(\"a\", all.get(0)); }",
            Reason::NoAssertion,
        ),
        (
            "Cart cart = new Cart(rows, 1); assertEquals(3, rows.size());",
            Reason::NoAssertion,
        ),
    ] {
        assert_eq!(in_test("works", body), [reason], "{body}");
    }
    for (name, body) in [
        ("works", "throw new IOException(reason);"),
        ("works", "throw go();"),
        (
            "works",
            "if (!done.isEmpty()) { assertEquals(1, go()); } else { fail(); }",
        ),
        (
            "works",
            "if (!done.isEmpty()) { clear(); } assertEquals(1, go());",
        ),
        (
            "works",
            "if (!os.contains(\"win\")) { assertEquals(1, go()); }",
        ),
        (
            "works",
            "for (String s : go()) { if (!s.isEmpty()) { assertEquals(1, size(s)); } }",
        ),
        (
            "works",
            "Cart cart = new Cart(rows, 1); assertEquals(3, cart.size());",
        ),
        ("works", "new Cart(rows, 1); assertEquals(3, rows.size());"),
        (
            "registersItself",
            "Bill bill = new Bill(rows); assertEquals(3, rows.size());",
        ),
        (
            "createsRows",
            "Cart cart = new Cart(rows, 1); assertEquals(3, rows.size());",
        ),
        (
            "works",
            "Cart cart = new Cart(rows, 1); Cart other = new Cart(rows, 1); assertEquals(3, other.size());",
        ),
        (
            "works",
            "Cart cart = new Cart(rows); assertEquals(3, Cart.count());",
        ),
    ] {
        assert_eq!(in_test(name, body), [], "{body}");
    }
}
