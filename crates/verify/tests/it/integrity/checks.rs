//! Weaker settings and recorded outputs, and what only a person can judge.

use std::collections::BTreeSet;

use verify::integrity::{Change, weakened};

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
                "on: push\n",
                "on: [push, pull_request]\n",
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
                "package a\nfunc TestA(t *testing.T) { t.Skip(\"x\"); if f() != 3 { t.Fatal(1) } }\n",
            ),
        ),
        (
            "test-vacuous",
            (
                "a_test.go",
                "package a\n",
                "package a\nfunc TestA(t *testing.T) { f() }\n",
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
            found.iter().any(|it| it.rule == rule),
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
    let alone = weakened(&changes, &BTreeSet::new());
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
    let found = weakened(&with_source, &BTreeSet::new());
    assert!(found.iter().all(|it| !it.failed), "{found:?}");
}

#[test]
fn a_deletion_that_the_plan_announces_does_not_fail() {
    let change = [Change {
        path: "tests/test_a.py",
        before: Some("def test_a():\n    assert f() == 3\n"),
        after: None,
    }];
    let planned = BTreeSet::from(["tests/test_a.py"]);
    assert!(
        weakened(&change, &BTreeSet::new())
            .iter()
            .any(|it| it.failed)
    );
    assert!(weakened(&change, &planned).iter().all(|it| !it.failed));
}
