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

/// Certain findings in a test of `Cart`.
fn in_test(name: &str, body: &str) -> Vec<Reason> {
    let source = format!(
        "package a;\nclass CartTest {{\nprivate final List<String> done = new ArrayList<>();\n@Test void {name}() throws Exception {{ {body} }}\n@Test void other() {{ assertEquals(2, go()); }}\n}}\n"
    );
    let facts = read("src/test/java/a/CartTest.java", &source);
    let sure = facts.stubs.iter();
    let sure = sure.filter(|it| it.certainty == Certainty::Certain);
    let reasons = sure.map(|it| it.reason);
    reasons.collect()
}

#[test]
fn tests_that_ask_for_nothing() {
    for (body, reason) in [
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
