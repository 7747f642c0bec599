//! Functions that choose and then do nothing, notes in the place of work, errors that hold nothing; and honest code that
//! looks like these.

use code::{Certainty, Reason};

use crate::read;

/// What is found of that sort, by name.
fn found(path: &str, source: &str, reason: Reason) -> Vec<String> {
    let facts = read(path, source);
    let stubs = facts.stubs.iter().filter(|it| it.reason == reason);
    let stubs = stubs.filter(|it| it.certainty != Certainty::Faint);
    stubs.map(|it| it.what.clone()).collect()
}

#[test]
fn notes_in_the_place_of_work() {
    let go = |end: &str| {
        format!("package a\n\nfunc (m *Store) room(key string) {{\n\tm.lock(key)\n{end}}}\n")
    };
    for (end, wanted) in [
        ("\t// TODO: drop what expires first\n", 1),
        ("\t// FIXME drop the oldest of all\n", 1),
        ("\t// Good enough for now: nothing expires.\n", 1),
        // Short, not at the end, a note on what there is.
        ("\t// TODO: later\n", 0),
        ("\t// TODO: drop what expires first\n\tm.drop(key)\n", 0),
        (
            "\tif m.full() {\n\t\tm.drop(key)\n\t\t// TODO: drop more than one here\n\t}\n",
            0,
        ),
        ("\t// Whatever expires first is dropped elsewhere.\n", 0),
    ] {
        let names = found("a.go", &go(end), Reason::Admitted);
        assert_eq!(names.len(), wanted, "{end}");
    }
    let python = "def is_duration(text):\n    # good enough for now: the grammar is checked when it is parsed\n    return isinstance(text, str) and 'P' in text\n";
    assert_eq!(found("a.py", python, Reason::Admitted), ["is_duration"]);
}

#[test]
fn errors_that_hold_nothing() {
    let go = |body: &str, name: &str| {
        format!(
            "package a\n\ntype Broken struct {{ err error }}\n\nfunc (b Broken) Error() string {{ return b.err.Error() }}\n\nfunc (b Broken) {name}() error {{ {body} }}\n"
        )
    };
    let nothing = |source: &str| found("a.go", source, Reason::DefaultValue);
    assert_eq!(nothing(&go("return nil", "Unwrap")), ["Broken.Unwrap"]);
    assert_eq!(nothing(&go("return nil", "Cause")), ["Broken.Cause"]);
    assert_eq!(nothing(&go("return b.err", "Unwrap")), [""; 0]);
    assert_eq!(nothing(&go("return nil", "Temporary")), [""; 0]);
}

#[test]
fn tags_of_go() {
    let tags = |head: &str| {
        let facts = read("a_test.go", &format!("{head}\n\npackage a\n"));
        facts.features.into_keys().collect::<Vec<_>>()
    };
    assert_eq!(
        tags("//go:build integration\n// +build integration"),
        ["integration"]
    );
    assert_eq!(
        tags("// Package a.\n\n//go:build linux && (slow)"),
        ["slow"]
    );
    for honest in [
        "//go:build linux",
        "//go:build !race",
        "//go:build go1.20",
        "//go:build amd64 && cgo",
        "//go:build slow || linux",
        "// Package a is about //go:build slow",
    ] {
        assert_eq!(tags(honest), [""; 0], "{honest}");
    }
}

#[test]
fn results_that_a_test_never_looks_at() {
    let vain = |path: &str, source: &str| {
        let facts = read(path, source);
        let suite = code::suite(path, source, &facts);
        let mut cases = suite.cases.iter();
        cases.any(|it| {
            let vacuity = it.vacuity.as_ref();
            vacuity.is_some_and(|it| it.certainty == Certainty::Certain)
        })
    };
    let python =
        |name: &str, body: &str| vain("tests/test_a.py", &format!("def {name}():\n{body}"));
    assert!(python("test_slug", "    slug = slugify('a b')\n"));
    assert!(python(
        "test_slug",
        "    text = read('a')\n    slug = a.slugify(text)\n"
    ));
    assert!(!python(
        "test_slug",
        "    slug = slugify('a b')\n    assert slug == 'a-b'\n"
    ));
    assert!(!python(
        "test_slug",
        "    slug = slugify('a b')\n    check_slug(slug)\n"
    ));
    // To run is the point; the object is wanted, not a result; nothing is taken.
    assert!(!python(
        "test_slug_does_not_raise",
        "    slug = slugify('a b')\n"
    ));
    assert!(!python("test_slug", "    slug = Slug('a b')\n"));
    assert!(!python("test_slug", "    slugify('a b')\n"));
    let java = |body: &str| {
        vain(
            "src/test/java/a/MapsTest.java",
            &format!(
                "package a;\nimport org.junit.Test;\npublic class MapsTest {{ @Test public void prefix() {{ {body} }} }}\n"
            ),
        )
    };
    assert!(java("String got = Maps.prefix(\"a\");"));
    assert!(!java(
        "String got = Maps.prefix(\"a\"); assertEquals(\"env.a\", got);"
    ));
    assert!(!java("Maps maps = new Maps();"));
}
