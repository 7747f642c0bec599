//! Go that is not like its own kind: fields that are not handed over, calls that are handed nothing, methods that differ from
//! their sisters, bounds that only a message tells; and honest code that looks like it.

use crate::read;

/// What is found in a file, of one reason.
fn found(source: &str, reason: &str) -> Vec<String> {
    let facts = read("a.go", &format!("package a\n{source}\n"));
    let stubs = facts.stubs.iter();
    stubs
        .map(|it| format!("{} {:?} {:?}", it.what, it.reason, it.certainty))
        .filter(|it| it.contains(reason))
        .collect()
}

#[test]
fn bounds_that_only_a_message_tells() {
    let check = |condition: &str| {
        format!(
            "func FileAge(path string, maxAge time.Duration) Check {{ return func() error {{ info, err := os.Stat(path)\nif err != nil {{ return err }}\nif {condition} {{ return fmt.Errorf(\"%s is older than %s\", path, maxAge) }}\nreturn nil }} }}"
        )
    };
    assert_eq!(
        found(
            &check("time.Since(info.ModTime()) > time.Hour"),
            "ParameterIgnored"
        ),
        ["FileAge(maxAge) ParameterIgnored Likely"]
    );
    assert_eq!(
        found(
            "func size(n int, limit uint64) error { m := measure(n)\nif m > 1024 { return fmt.Errorf(\"%d > %d\", m, limit) }\nreturn nil }",
            "ParameterIgnored"
        ),
        ["size(limit) ParameterIgnored Likely"]
    );
    for honest in [
        check("time.Since(info.ModTime()) > maxAge"),
        check("info.isOld()"),
        check("time.Since(info.ModTime()) > s.age"),
        "func tooLarge(n, max int) error { return fmt.Errorf(\"%d > %d\", n, max) }".to_owned(),
        "func late(err error, timeout time.Duration) error { if err != nil { return fmt.Errorf(\"after %s: %w\", timeout, err) }\nreturn nil }".to_owned(),
        "func row(n int, line int) error { if n > 3 { return fmt.Errorf(\"line %d\", line) }\nreturn nil }".to_owned(),
    ] {
        let found = found(&honest, "ParameterIgnored");
        assert!(found.is_empty(), "{honest}: {found:?}");
    }
}

#[test]
fn what_is_written_to_memory() {
    const WRITE: &str =
        "func writeLines(w io.Writer, n int) (int, error) { return fmt.Fprint(w, n) }\n";
    for (source, dropped) in [
        (
            "func f(n int) string { buf := bytes.NewBuffer(nil)\nwriteLines(buf, n)\nreturn buf.String() }",
            false,
        ),
        (
            "func f(n int) string { var b strings.Builder\n_, _ = writeLines(&b, n)\nreturn b.String() }",
            false,
        ),
        (
            "func f(w io.Writer, n int) error { writeLines(w, n)\nreturn nil }",
            true,
        ),
        (
            "func f(n int) error { out := open(n)\nwriteLines(out, n)\nreturn nil }",
            true,
        ),
    ] {
        let found = found(&format!("{WRITE}{source}"), "SwallowedError Likely");
        assert_eq!(!found.is_empty(), dropped, "{source}: {found:?}");
    }
}

#[test]
fn columns_of_tables_that_nothing_reads() {
    let test = |inner: &str| {
        format!(
            "package a\nimport \"testing\"\nfunc TestParse(t *testing.T) {{ tests := []struct {{ name, line string; pos int }}{{ {{\"a\", \"b\", 1}}, {{\"c\", \"d\", 2}} }}\nfor _, tt := range tests {{ {inner} }} }}\n"
        )
    };
    let found = |inner: &str| {
        let facts = read("a_test.go", &test(inner));
        let stubs = facts.stubs.iter().filter(|it| it.what.contains("column"));
        stubs.map(|it| it.what.clone()).collect::<Vec<_>>()
    };
    for inner in [
        "_, _ = Parse(tt.line)",
        "got, err := Parse(tt.line)\nif err != nil { t.Fatal(err) }\nt.Logf(\"%d %v\", tt.pos, got)",
        "tt := tt\nt.Run(tt.name, func(t *testing.T) { if _, err := Parse(tt.line); err != nil { t.Fatal(err) } })",
    ] {
        assert_eq!(found(inner), ["column pos of TestParse"], "{inner}");
    }
    for inner in [
        "if got := Parse(tt.line); got != tt.pos { t.Errorf(\"%s: %d\", tt.name, got) }",
        "check(t, tt)",
        "check(t, tt.line, tt.pos)",
        "if got := Parse(tt.line); got != tests[0].pos { t.Error(got) }",
        // One that is left over, and says nothing of what comes.
        "if got := Parse(tt.name); got != tt.pos { t.Error(got) }",
    ] {
        assert!(found(inner).is_empty(), "{inner}");
    }
}

#[test]
fn literals_that_the_library_is_asked_about() {
    let vacuous = |condition: &str| {
        let text = format!(
            "package a\nimport \"testing\"\nfunc TestA(t *testing.T) {{ Process()\nif !{condition} {{ t.Error(1) }} }}\n"
        );
        let facts = read("a_test.go", &text);
        code::suite("a_test.go", &text, &facts)
            .cases
            .iter()
            .any(|it| it.vacuity.is_some())
    };
    assert!(vacuous("strings.Contains(\"ABC\", \"A\")"));
    assert!(!vacuous("strings.Contains(out, \"A\")"));
    assert!(!vacuous("words.Contains(\"ABC\", \"A\")"));
}
