//! Answers of Java methods that do not depend on what is asked, locals that nobody looks at, tests that can't fail; and
//! which honest code only looks alike.

use code::Certainty;

use crate::read;

/// Every finding of a file but the faint ones: reason and what.
fn said(source: &str) -> String {
    let facts = read("src/main/java/com/acme/A.java", source);
    let all = facts.stubs.iter();
    let all = all.filter(|it| it.certainty != Certainty::Faint);
    let said = all.map(|it| format!("{:?} {}", it.reason, it.what));
    said.collect::<Vec<_>>().join("; ")
}

#[test]
fn answers_that_do_not_depend_on_what_is_asked() {
    let found = [
        (
            "static Duration read(String v) { return Duration.ofSeconds(30); }",
            "FixedValue A.read",
        ),
        (
            "static Duration read(String v) { if (v.isEmpty()) throw new X(\"\"); return Duration.ofSeconds(30); }",
            "FixedValue A.read",
        ),
        (
            "int pending(List<String> all) { Objects.requireNonNull(all); return 0; }",
            "DefaultValue A.pending",
        ),
        (
            "int differ(String a, String b) { int n = 0; for (int i = 0; i < a.length(); i++) { } return n; }",
            "Empty for; FixedValue A.differ",
        ),
        (
            "static int run(String[] args, PrintStream out) { if (args.length != 1) { return 2; } out.print(TEXT); return 0; }",
            "FixedValue A.run",
        ),
        (
            "public double share(String a, String b) { if (a == null) { throw new X(); } return a.equals(b) ? 1d : 0d; }",
            "FixedValue A.share",
        ),
        (
            "public String level(int n) { // good enough for now\n return n > 3 ? \"high\" : \"low\"; }",
            "FixedValue A.level; Admitted A.level",
        ),
        (
            "/** Determines whether the mode is on. */ public static boolean isOn() { return true; }",
            "FixedValue A.isOn",
        ),
    ];
    for (method, expected) in found {
        let source = format!("class A {{ {method} }}");
        assert_eq!(said(&source), expected, "{method}");
    }
    let honest = [
        "static Duration read(String v) { return Duration.parse(v); }",
        "boolean add(String v) { Objects.requireNonNull(v); this.all.add(v); return true; }",
        "int find(String v) { if (v.isEmpty()) { return -1; } return 0; }",
        "List<String> all(String v) { List<String> r = new ArrayList<>(); fill(r, v); return r; }",
        "List<String> all(String v) { List<String> r = new ArrayList<>(); r.add(v); return r; }",
        "int count(String a) { int n = 0; for (int i = 0; i < a.length(); i++) { if (a.charAt(i) == 'x') { n++; } } return n; }",
        "static int run(String[] args, PrintStream out) { if (args.length > 1) { return 2; } out.print(args[0]); return 0; }",
        "static void usage(PrintStream out, String name) { if (name == null) { return; } out.print(TEXT); }",
        "void skip(Iterator<String> it) { for (; it.hasNext(); it.next()) { } }",
        "double rate(int a, int b) { return b == 0 ? 0d : 1d * a / b; }",
        "int sign(int a) { return a > 0 ? 1 : 0; }",
        "String level(int n) { return n > 3 ? \"high\" : \"low\"; }",
        "/** Says whether this always works. */ public static boolean isOn() { return true; }",
        "static boolean isOn() { return FLAG; }",
    ];
    for method in honest {
        let source = format!("class A {{ private List<String> all; {method} }}");
        let found = said(&source).replace("NeverRead A.all", "");
        assert_eq!(found, "", "{method}");
    }
}

#[test]
fn what_a_supertype_asks_for_is_marked() {
    let of = |method: &str| {
        format!("class A extends B {{ @Override int size() {{ return this.n(); }} {method} }}")
    };
    for (method, expected) in [
        (
            "void waitFor(long millis) { // not needed yet\n }",
            "Empty A.waitFor",
        ),
        (
            "/** @param to where to */ void go(Path to, int n) { step(n); }",
            "ParameterIgnored go(to)",
        ),
        ("@Override void waitFor(long millis) { }", "Empty A.waitFor"),
        ("@Override void go(Path to, int n) { step(n); }", ""),
    ] {
        assert_eq!(said(&of(method)), expected, "{method}");
    }
    let unmarked = "class A extends B { void go(Path to, int n) { step(n); } }";
    assert_eq!(said(unmarked), "");
}

#[test]
fn what_is_written_as_it_came() {
    let of = |name: &str, method: &str| format!("class {name} extends B {{ @Override {method} }}");
    let echo = "void put(CharSequence in, Writer out) { out.write(in.toString()); }";
    assert_eq!(said(&of("CsvUnescaper", echo)), "Identity CsvUnescaper.put");
    for (name, method) in [
        ("Tee", echo),
        ("IdentityEscaper", echo),
        (
            "CsvEscaper",
            "void put(CharSequence in, Writer out) { out.write(quote(in)); }",
        ),
    ] {
        assert_eq!(said(&of(name, method)), "", "{name}");
    }
}

#[test]
fn locals_that_nobody_looks_at() {
    for (body, expected) in [
        ("long start = System.nanoTime(); work();", "NeverRead start"),
        (
            "boolean deep = false; if (work()) { deep = true; }",
            "NeverRead deep",
        ),
        (
            "List<String> seen = new ArrayList<>(); seen.add(work());",
            "NeverRead seen",
        ),
        (
            "StringBuilder b = new StringBuilder(); b.append(work());",
            "NeverRead b",
        ),
        ("long start = System.nanoTime(); work(start);", ""),
        ("boolean ignored = files.size() > 0; work();", ""),
        ("Object made = new Thing(this); work();", ""),
        ("int n = 0; while (n++ < 3) { work(); }", ""),
        (
            "List<String> seen = new ArrayList<>(); if (seen.add(x)) { work(); }",
            "",
        ),
    ] {
        let source = format!("class A {{ void go(int x) {{ {body} use(x); }} }}");
        assert_eq!(said(&source), expected, "{body}");
    }
}

#[test]
fn branches_that_are_left_undone() {
    let branch = "if (a > 1) { throw new X(\"not implemented\"); } return work(a);";
    let limit = "if (a > 1) { throw new X(\"not implemented for many\"); } return work(a);";
    for (head, body, expected) in [
        ("static int f(int a)", branch, "NotImplemented branch"),
        ("static int f(int a)", limit, "NotImplemented A.f"),
        ("@Override int f(int a)", branch, "NotImplemented A.f"),
        (
            "static int f(int a)",
            "if (a > 1) { throw new X(\"too many\"); } return work(a);",
            "",
        ),
    ] {
        let source = format!("class A {{ {head} {{ {body} }} }}");
        assert_eq!(said(&source), expected, "{head} {body}");
    }
}

#[test]
fn assertions_that_always_hold() {
    let found = "ConstantAssertion assertion";
    for (body, expected) in [
        ("assertTrue(a.size() >= 0);", found),
        ("assertTrue(n >= 0 || n < 0);", found),
        ("assertTrue(a == null || a != null);", found),
        ("assertFalse(a.length < 0);", found),
        ("assertNotNull((Runnable) () -> f());", found),
        (
            "int expected = F.of(3); assertEquals(expected, F.of(3));",
            found,
        ),
        ("assertTrue(a.size() >= 1);", ""),
        ("assertTrue(n >= 0 || n < -5);", ""),
        ("assertTrue(a.indexOf(x) >= 0);", ""),
        (
            "int expected = a.size(); a.clear(); assertEquals(expected, a.size());",
            "",
        ),
        (
            "int expected = a.get(1); a.shuffle(); assertEquals(expected, a.get(1));",
            "",
        ),
        (
            "int expected = F.of(3); assertEquals(expected, F.of(4));",
            "",
        ),
    ] {
        let source = format!("class ATest {{ @Test void works() {{ {body} }} }}");
        assert_eq!(said(&source), expected, "{body}");
    }
}

#[test]
fn assertions_whose_failure_shows_nowhere() {
    let check = "assertEquals(4, F.twice(2));";
    let source = |head: &str, body: &str, rest: &str| {
        format!("class ATest {{ {head} void works() {{ {body} }} {rest} }}")
    };
    let found = "NoAssertion ATest.works";
    for (body, expected) in [
        (
            format!("try {{ {check} }} catch (AssertionError e) {{ }}"),
            "SwallowedError catch; NoAssertion ATest.works",
        ),
        (
            format!("int[][] rows = {{}}; for (int[] row : rows) {{ {check} }}"),
            found,
        ),
        (
            format!("List<Integer> all = new ArrayList<>(); for (int n : all) {{ {check} }}"),
            found,
        ),
        (format!("for (int i = 0; i < 0; i++) {{ {check} }}"), found),
        (
            format!("Runnable later = () -> {{ {check} }}; F.go();"),
            found,
        ),
        (
            format!("try {{ {check} }} catch (AssertionError e) {{ throw e; }}"),
            "",
        ),
        (
            format!("try {{ {check} }} catch (Throwable e) {{ failed = e; }}"),
            "",
        ),
        (
            format!("try {{ F.go(); fail(); }} catch (Throwable e) {{ }} {check}"),
            "",
        ),
        (
            format!("int[][] rows = {{{{ 1, 2 }}}}; for (int[] row : rows) {{ {check} }}"),
            "",
        ),
        (
            format!(
                "List<Integer> all = new ArrayList<>(); F.fill(all); for (int n : all) {{ {check} }}"
            ),
            "",
        ),
        (
            format!("Runnable later = () -> {{ {check} }}; later.run();"),
            "",
        ),
    ] {
        assert_eq!(said(&source("@Test", &body, "")), expected, "{body}");
    }
    for (head, rest, expected) in [
        ("@ParameterizedTest @ValueSource(ints = {})", "", found),
        (
            "@ParameterizedTest @MethodSource(\"none\")",
            "static Stream<X> none() { return Stream.empty(); }",
            found,
        ),
        ("@ParameterizedTest @ValueSource(ints = {1})", "", ""),
        (
            "@ParameterizedTest @MethodSource(\"some\")",
            "static Stream<X> some() { return Stream.of(A); }",
            "",
        ),
    ] {
        assert_eq!(said(&source(head, check, rest)), expected, "{head}");
    }
    // Beside a test that asserts, one that only says how it may fail is no sham.
    let caught = format!("try {{ F.go(); }} catch (Exception e) {{ {check} }}");
    let beside = format!("@Test void other() {{ {check} }}");
    let hollow = format!("@Test void other() {{ {caught} }}");
    assert!(said(&source("@Test", &caught, "")).contains(found));
    assert!(said(&source("@Test", &caught, &hollow)).contains(found));
    assert!(!said(&source("@Test", &caught, &beside)).contains(found));
}

#[test]
fn constructors_that_let_go_of_what_they_are_given() {
    for (constructor, expected) in [
        (
            "A(String name, int limit) { run(name); }",
            "ParameterIgnored A(limit)",
        ),
        ("A(String name, int limit) { run(name, limit); }", ""),
        ("private A(String name, boolean dummy) { run(name); }", ""),
        (
            "/** @param limit is ignored */ A(String name, int limit) { run(name); }",
            "",
        ),
        ("@Inject A(String name, Repo repo) { run(name); }", ""),
    ] {
        let source = format!("class A {{ {constructor} }}");
        assert_eq!(said(&source), expected, "{constructor}");
    }
}
