//! Weaker settings and recorded outputs, and what only a person can judge.

use std::collections::BTreeSet;

use verify::integrity::{Change, Planned, weakened};

use super::{File, all_fail, findings};

#[test]
fn weaker_checks_fail() {
    const CI: &str = ".github/workflows/ci.yml";
    all_fail(&[
        (
            "check-weakened",
            &[(
                "package.json",
                r#"{"scripts": {"test": "jest"}}"#,
                r#"{"scripts": {"test": "jest || true"}}"#,
            )],
        ),
        (
            "check-weakened",
            &[(
                "package.json",
                r#"{"scripts": {"test": "vitest run"}}"#,
                r#"{"scripts": {"test": "exit 0"}}"#,
            )],
        ),
        (
            "check-weakened",
            &[(
                "package.json",
                r#"{"scripts": {"test": "vitest run"}}"#,
                r#"{"scripts": {"test": "vitest run --passWithNoTests"}}"#,
            )],
        ),
        (
            "check-removed",
            &[(
                "package.json",
                r#"{"scripts": {"test": "jest", "b": "x"}}"#,
                r#"{"scripts": {"b": "x"}}"#,
            )],
        ),
        (
            "check-weakened",
            &[(
                CI,
                "steps:\n  - run: cargo test\n",
                "steps:\n  - run: cargo test || true\n",
            )],
        ),
        (
            "check-weakened",
            &[(
                CI,
                "steps:\n  - run: pytest\n",
                "steps:\n  - run: pytest\n    continue-on-error: true\n",
            )],
        ),
        (
            "check-removed",
            &[(
                CI,
                "steps:\n  - run: npm ci\n  - run: npm test\n",
                "steps:\n  - run: npm ci\n",
            )],
        ),
        (
            "check-weakened",
            &[(
                "pyproject.toml",
                "[tool.pytest.ini_options]\naddopts = \"-q\"\n",
                "[tool.pytest.ini_options]\naddopts = \"-q --deselect tests/test_a.py::test_b\"\n",
            )],
        ),
        (
            "threshold-lowered",
            &[(
                "setup.cfg",
                "[coverage:report]\nfail_under = 85\n",
                "[coverage:report]\nfail_under = 60\n",
            )],
        ),
        (
            "threshold-lowered",
            &[(
                "jest.config.json",
                r#"{"coverageThreshold": {"global": {"lines": 90}}}"#,
                r#"{"coverageThreshold": {}}"#,
            )],
        ),
        (
            "check-weakened",
            &[(
                "pom.xml",
                "<project><build/></project>",
                "<project>\n<properties><skipTests>true</skipTests></properties>\n</project>",
            )],
        ),
    ]);
}

#[test]
fn what_only_a_person_can_judge_is_a_note() {
    let table: [(&str, File); 6] = [
        (
            "judge-changed",
            (
                ".github/workflows/ci.yml",
                "on: push\njobs: { a: { steps: [\n  run: npm test\n]}}\n",
                "on: [push, pull_request]\njobs: { a: { steps: [\n  run: npm test\n]}}\n",
            ),
        ),
        (
            "judge-changed",
            (".interlock/config.yaml", "a: 1\n", "a: 2\n"),
        ),
        (
            "test-skipped",
            (
                "tests/test_a.py",
                "import sys\ndef test_a():\n    assert f() == 3\n",
                "import sys\n@pytest.mark.skipif(sys.platform == 'win32', reason='x')\ndef test_a():\n    assert f() == 3\n",
            ),
        ),
        (
            "test-skipped",
            (
                "a_test.go",
                "package a\n",
                "package a\nfunc TestA(t *testing.T) { t.Skip(\"needs docker\"); if f() != 3 { t.Fatal(1) } }\n",
            ),
        ),
        (
            "test-cannot-fail",
            (
                "a_test.go",
                "package a\n",
                "package a\nfunc TestRace(t *testing.T) { f() }\n",
            ),
        ),
        (
            "tolerance-loosened",
            (
                "a.test.ts",
                "it('a', () => { expect(f()).toBeCloseTo(0.25, 5); });",
                "it('a', () => { expect(f()).toBeCloseTo(0.25, 4); });",
            ),
        ),
    ];
    for (rule, file) in table {
        let found = findings(&[file]);
        assert!(
            found.iter().any(|it| super::is_of(it, rule)),
            "{file:?}: {found:?}"
        );
        assert!(found.iter().all(|it| !it.failed), "{file:?}: {found:?}");
    }
}

#[test]
fn recorded_outputs_in_bulk_are_seen() {
    let renewed: Vec<File> = (0..7)
        .map(|it| (["a", "b", "c", "d", "e", "f", "g"][it], "x\n", "y\n"))
        .collect();
    let paths: Vec<String> = renewed
        .iter()
        .map(|(name, ..)| format!("src/snapshots/{name}.snap"))
        .collect();
    let changes: Vec<Change<'_>> = paths
        .iter()
        .map(|path| Change {
            path,
            before: Some("x\n"),
            after: Some("y\n"),
        })
        .collect();
    let alone = weakened(&changes, &Planned::default());
    assert!(
        alone
            .iter()
            .any(|it| it.rule == "snapshots-in-bulk" && it.failed),
        "{alone:?}"
    );
    let mut with_source = changes.clone();
    with_source.push(Change {
        path: "src/a.rs",
        before: Some("fn a() {}"),
        after: Some("fn a() { b() }"),
    });
    let found = weakened(&with_source, &Planned::default());
    assert!(found.iter().all(|it| !it.failed), "{found:?}");
}

#[test]
fn a_deletion_that_the_plan_announces_does_not_fail() {
    let change = [Change {
        path: "tests/test_a.py",
        before: Some("def test_a():\n    assert f() == 3\n"),
        after: None,
    }];
    let planned = Planned {
        deletes: BTreeSet::from(["tests/test_a.py"]),
        ..Planned::default()
    };
    assert!(
        weakened(&change, &Planned::default())
            .iter()
            .any(|it| it.failed)
    );
    assert!(weakened(&change, &planned).iter().all(|it| !it.failed));
}

#[test]
fn in_a_file_that_the_plan_leaves_out_nothing_stands_for_what_went() {
    let was =
        "def test_a():\n    old = helper_of_a(1)\n    assert f(1) == 3\n    assert f(2) == 4\n";
    let thinner = "def test_a():\n    old = helper_of_a(1)\n    assert f(1) == 3\n";
    let new =
        "def test_g():\n    assert g(1) == 3\n    assert g(9) == f(2)\n    assert f(2) == 4\n";
    let cases = [
        (
            "a test is gone, and a word of it from the sources",
            "",
            "def helper_of_a(): pass\n",
            true,
        ),
        (
            "an assertion is gone, another test asserts it now",
            thinner,
            "def f(): pass\n",
            false,
        ),
        (
            "a test is gone with the function that it asks",
            "",
            "",
            false,
        ),
    ];
    for (why, now, source, fails) in cases {
        let change = |path, before, after| Change {
            path,
            before: Some(before),
            after: Some(after).filter(|it: &&str| !it.is_empty()),
        };
        let source = match source {
            "" => change(
                "src/f.py",
                "def f(n):\n    return helper_of_a(n)\n",
                "def h(n):\n    return n\n",
            ),
            _ => change(
                "src/f.py",
                "def f(n):\n    return helper_of_a(n)\n",
                "def f(n):\n    return n + 2\n",
            ),
        };
        let mut test = change("tests/test_f.py", was, now);
        test.after = Some(now);
        let changes = [source, test, change("tests/test_g.py", "", new)];
        let planned = Planned {
            files: BTreeSet::from(["src/f.py", "tests/test_g.py"]),
            ..Planned::default()
        };
        let found = weakened(&changes, &planned);
        assert_eq!(found.iter().any(|it| it.failed), fails, "{why}: {found:?}");
    }
}

#[test]
fn of_a_file_that_the_plan_leaves_out_even_a_loose_assertion_counts() {
    let was = "def test_a():\n    out = run()\n    assert out.code == 0\n    assert out.text is not None\n";
    let now = "def test_a():\n    out = run()\n    assert out.code == 0\n";
    let change = [
        Change {
            path: "tests/test_a.py",
            before: Some(was),
            after: Some(now),
        },
        Change {
            path: "src/b.py",
            before: Some("B = 1\n"),
            after: Some("B = 2\n"),
        },
    ];
    for (file, fails) in [("src/b.py", true), ("tests/test_a.py", false)] {
        let planned = Planned {
            files: BTreeSet::from([file]),
            ..Planned::default()
        };
        let found = weakened(&change, &planned);
        assert_eq!(found.iter().any(|it| it.failed), fails, "{file}: {found:?}");
    }
}

#[test]
fn a_new_test_without_an_assertion_is_none() {
    const GO: &str = "package a\nfunc TestB(t *testing.T) { if f() != 3 { t.Error(1) } }\n";
    let with = |old: &str, new: &str| (format!("{GO}{old}"), format!("{GO}{old}{new}"));
    let idle = |name: &str| format!("func {name}(t *testing.T) {{ f() }}\n");
    let (before, after) = with("", &idle("TestA"));
    all_fail(&[(
        "test-cannot-fail",
        &[("a_test.go", before.as_str(), after.as_str())],
    )]);
    let none = |path: &str, (before, after): (String, String)| {
        let found = findings(&[(path, before.as_str(), after.as_str())]);
        assert!(found.iter().all(|it| !it.failed), "{path}: {found:?}");
    };
    // It says that to run is enough. What other tests of its file do is no reason.
    none("a_test.go", with("", &idle("TestNoCrashWithoutKeys")));
    none("smoke_test.go", with("", &idle("TestA")));
    let (before, after) = with(&idle("TestOld"), &idle("TestA"));
    all_fail(&[(
        "test-cannot-fail",
        &[("a_test.go", before.as_str(), after.as_str())],
    )]);
    // A word that is only part of another says nothing, nor does the name of a file, nor one old test of many.
    let fails = |path: &str, (before, after): (String, String)| {
        let found = findings(&[(path, before.as_str(), after.as_str())]);
        assert!(found.iter().any(|it| it.failed), "{path}: {found:?}");
    };
    fails("a_test.go", with("", &idle("TestUploadInvalid")));
    fails("validators_test.go", with("", &idle("TestA")));
    let others = GO.replace("package a\n", "");
    let old = others.replace("TestB", "TestC") + &idle("TestOld");
    fails("a_test.go", with(&old, &idle("TestA")));
}

#[test]
fn a_helper_of_other_tests_may_assert() {
    let rust = |from: &str| {
        format!(
            "use {from};\n\n#[test]\nfn a() {{ let cases = [1]; for n in cases {{ all_read(n); }} }}\n"
        )
    };
    let script = |from: &str| {
        format!(
            "import {{ all }} from '{from}';\nit('a', () => {{ for (const n of [1]) all(n); }});\n"
        )
    };
    let python =
        |from: &str| format!("from {from} import all_of\n\n\ndef test_a():\n    all_of(1)\n");
    for (path, text, fails) in [
        ("tests/it/a.rs", rust("super::all_read"), false),
        ("tests/it/a.rs", rust("code::all_read"), true),
        ("src/tests.rs", rust("super::all_read"), true),
        ("test/a.test.js", script("./helpers"), false),
        ("test/a.test.js", script("../src/check-util"), true),
        ("src/a.test.js", script("./test-of-all"), true),
        ("tests/test_a.py", python(".helpers"), false),
        ("tests/test_a.py", python("shop.views"), true),
        ("shop/test_a.py", python(".views"), true),
    ] {
        let found = findings(&[(path, "", text.as_str())]);
        let failed = found.iter().any(|it| it.failed);
        assert_eq!(failed, fails, "{path}: {text}{found:?}");
    }
}

#[test]
fn a_test_of_python_is_put_off_for_a_reason_outside_the_change() {
    let test = |reason: &str| {
        format!(
            "import pytest\n\n\n@pytest.mark.skip(reason=\"{reason}\")\ndef test_refuses():\n    assert parse(\"x\") == 3\n\n\ndef test_takes():\n    assert parse(\"1\") == 1\n"
        )
    };
    for (reason, fails) in [
        ("the message is not settled", true),
        ("needs the network", false),
    ] {
        let text = test(reason);
        let found = findings(&[("tests/test_a.py", "", text.as_str())]);
        let failed = found.iter().any(|it| it.failed);
        assert_eq!(failed, fails, "{reason}: {found:?}");
    }
}
