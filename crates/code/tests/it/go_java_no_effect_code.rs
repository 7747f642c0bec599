//! Branches, loops and methods of Go and Java that are there and do nothing, and errors that go where nobody is told.

use code::{Certainty, Reason};

use crate::read;

/// Every finding of a reason, by what it is.
fn found(path: &str, source: &str, reasons: &[Reason]) -> Vec<String> {
    let facts = read(path, source);
    let stubs = facts.stubs.iter();
    stubs
        .filter(|it| reasons.contains(&it.reason) && it.certainty != Certainty::Faint)
        .map(|it| it.what.clone())
        .collect()
}

#[test]
fn idle_code_of_go() {
    let all = [Reason::FixedValue, Reason::Identity];
    let table: &[(&str, &[&str])] = &[
        (
            "func f(s *bufio.Scanner) error { line := 1; for s.Scan() { if bad(s.Text()) { return fmt.Errorf(\"line %d\", line) } }; return nil }",
            &["line"],
        ),
        (
            "func (q *ID) ServeHTTP(w http.ResponseWriter, r *http.Request, next http.HandlerFunc) { next(w, r) }",
            &["ID.ServeHTTP"],
        ),
        ("func randomID() string { return \"5f2b\" }", &["randomID"]),
        // Honest look-alikes.
        ("func f(v *bool) { if *v {\n// nothing to do\n}\ng() }", &[]),
        ("func f() { if next() {\n}\ng() }", &[]),
        ("func f(c chan int) { for range c {\n}\n}", &[]),
        (
            "func f(n int) int { for i := 0; i < n; i++ { if odd(i) { continue }; return i }; return 0 }",
            &[],
        ),
        (
            "func f(m map[int]int) int { for k := range m { return k }; return 0 }",
            &[],
        ),
        (
            "func f(s *bufio.Scanner) error { line := 1; for s.Scan() { if bad(s.Text()) { return fmt.Errorf(\"line %d\", line) }; line++ }; return nil }",
            &[],
        ),
        (
            "func (q *ID) ServeHTTP(w http.ResponseWriter, r *http.Request, next http.HandlerFunc) { w.Header().Set(\"X\", q.id()); next(w, r) }",
            &[],
        ),
        (
            "func (nopStats) ServeHTTP(w http.ResponseWriter, r *http.Request, next http.HandlerFunc) { next(w, r) }",
            &[],
        ),
        ("func randomID() string { return hex(read(16)) }", &[]),
    ];
    for (source, wanted) in table {
        let text = format!("package a\n{source}\n");
        assert_eq!(found("a.go", &text, &all), *wanted, "{source}");
    }
}

#[test]
fn errors_of_go_that_go_nowhere() {
    let all = [Reason::SwallowedError, Reason::ResultDiscarded];
    let table: &[(&str, &[&str])] = &[
        (
            "func f(p string, b []byte) error { t, err := os.CreateTemp(p, \"x\"); if err != nil { return err }; _, _ = t.Write(b); return os.Rename(t.Name(), p) }",
            &["_ = t.Write"],
        ),
        (
            "func f(o io.Writer) error { w := bufio.NewWriter(o); fill(w)\nw.Flush()\nreturn nil }",
            &["Flush"],
        ),
        (
            "func run(c chan error) error { select { case err := <-c: log.Printf(\"no: %v\", err); return nil; case <-done: }; return nil }",
            &["if err"],
        ),
        (
            "func words(s []string) []string { return trim(s) }\nfunc f(s []string) { _ = words(s); g() }",
            &["_ = words"],
        ),
        // Honest look-alikes.
        (
            "func f(o io.Writer) error { w := bufio.NewWriter(o); fill(w); return w.Flush() }",
            &[],
        ),
        (
            "func run(c chan error) error { select { case err := <-c: log.Printf(\"no: %v\", err); return err; case <-done: }; return nil }",
            &[],
        ),
        (
            "func words(s []string) []string { return trim(s) }\nfunc f(s []string) { _ = words(s) // warms the cache\ng() }",
            &[],
        ),
    ];
    for (source, wanted) in table {
        let text = format!("package a\n{source}\n");
        let what = found("a.go", &text, &all);
        assert!(
            wanted.iter().all(|it| what.iter().any(|found| found == it)),
            "{source}: {what:?}"
        );
        assert_eq!(what.is_empty(), wanted.is_empty(), "{source}: {what:?}");
    }
}

#[test]
fn places_of_java_that_do_not_move() {
    let all = [Reason::FixedValue];
    let table: &[(&str, &[&str])] = &[
        (
            "void f(Scanner s) { int line = 1; while (s.hasNext()) { if (bad(s.next())) { throw new IllegalStateException(\"line \" + line); } } }",
            &["line"],
        ),
        (
            "void f(Scanner s) { int line = 1; while (s.hasNext()) { if (bad(s.next())) { throw new IllegalStateException(\"line \" + line); } line++; } }",
            &[],
        ),
    ];
    for (source, wanted) in table {
        let text = format!("package a;\npublic class A {{\n{source}\n}}\n");
        let path = "src/main/java/a/A.java";
        assert_eq!(found(path, &text, &all), *wanted, "{source}");
    }
}

#[test]
fn catches_of_java_that_say_all_is_well() {
    let all = [Reason::SwallowedError];
    let table: &[(&str, usize)] = &[
        (
            "long copy(In in) throws IOException { long n = 0; open(); try { n += in.read(); } catch (IOException e) { return n; } return n; }",
            1,
        ),
        (
            "Response f(File f) { open(); try { return send(Status.OK, read(f)); } catch (IOException e) { return send(Status.OK, \"\"); } }",
            1,
        ),
        (
            "Response f(File f) { open(); try { return send(Status.OK, read(f)); } catch (IOException e) { return send(Status.INTERNAL_ERROR, \"\"); } }",
            0,
        ),
        (
            "long copy(In in) throws IOException { long n = 0; open(); try { n += in.read(); } catch (EOFException e) { return n; } return n; }",
            0,
        ),
    ];
    for (source, wanted) in table {
        let text = format!("package a;\npublic class A {{\n{source}\n}}\n");
        let found = found("src/main/java/a/A.java", &text, &all);
        assert_eq!(found.len(), *wanted, "{source}");
    }
}

/// An answer for good that bears a name is meant so.
#[test]
fn answers_of_java_that_bear_a_name() {
    let source = |modifiers: &str| {
        format!(
            "package a;\npublic class A {{\n{modifiers} Filter all = new Filter() {{ @Override public boolean accept(Item it) {{ return true; }} }};\n}}\n"
        )
    };
    let reasons = [Reason::FixedValue, Reason::DefaultValue];
    let path = "src/main/java/a/A.java";
    assert!(found(path, &source("public static final"), &reasons).is_empty());
}
