//! What nobody ran is no pass where there is something to run.

use ledger::phase::Mode;
use ledger::report::{ItemStatus, Report, ReportStatus};

use crate::world::{World, record};

/// A change of these files, each as it is now, beside files that stand as they stood.
fn change(changed: &[&str], beside: &[&str]) -> World {
    let (promise, plan) = spec::sentence("Do it");
    let mut world = World::of(promise, plan);
    world.mode = Mode::Quick;
    for path in beside {
        world.before.insert((*path).to_owned(), "x\n".to_owned());
        world = world.file(path, "x\n");
    }
    for path in changed {
        let text = match path.rsplit_once('.').map(|it| it.1) {
            Some("py") => "def twice(n):\n    return n * 2\n",
            _ => "a text\n",
        };
        world.before.insert((*path).to_owned(), "x\n".to_owned());
        world = world.file(path, text).changed('M', path);
    }
    world
}

fn open(report: &Report) -> Option<&str> {
    let item = report.items.iter().find(|it| it.id == "gate:nothing-run")?;
    assert_eq!(item.status, ItemStatus::Human, "{item:?}");
    Some(&item.reason)
}

#[test]
fn tests_that_nothing_runs_are_for_a_person() {
    for tests in [
        "tests/test_sums.py",
        "test_sums.py",
        "spec/sums_spec.rb",
        "test/SumsTest.php",
        "Sums.Tests/Add.cs",
        "tests/sums.bats",
        "tests/SumsTests.swift",
        "src/sums.test.ts",
        "rust/tests/sums.rs",
        "test/sums_test.exs",
        "tests/test_sums.c",
    ] {
        let world = change(&["src/sums.py"], &[tests]);
        let report = world.report();
        assert_eq!(report.status, ReportStatus::HumanNeeded, "{tests}");
        let why = open(&report).unwrap_or_else(|| panic!("{tests}: {report:#?}"));
        assert!(why.contains(tests), "{why}");
    }
}

#[test]
fn where_there_is_nothing_to_run_that_is_said() {
    for (changed, beside) in [
        // No tests at all.
        (&["src/sums.py"][..], &["src/other.py"][..]),
        // No code.
        (&["notes.txt"], &["tests/test_sums.py"]),
        (
            &["data.csv", "README.md", "config.yml"],
            &["tests/test_sums.py"],
        ),
        // What only sounds like tests.
        (
            &["src/sums.py"],
            &[
                "docs/testing.md",
                "spec/api.yaml",
                "src/latest.rb",
                "src/attest.rb",
            ],
        ),
    ] {
        let report = change(changed, beside).report();
        assert_eq!(
            report.status,
            ReportStatus::Passed,
            "{changed:?} {beside:?}: {report:#?}"
        );
        // It stands with what was looked at, and is no note beside it.
        assert!(report.unrun().is_some(), "{report:#?}");
        assert_eq!(report.notes().count(), 0, "{report:#?}");
        let looked = report.looked_at.expect("counts").to_string();
        assert!(
            looked.ends_with("no command was run, since none is known"),
            "{looked}"
        );
    }
}

#[test]
fn a_command_that_was_run_is_something() {
    let mut world = change(&["src/sums.py"], &["tests/test_sums.py"]);
    world.options.commands = vec!["pytest".to_owned()];
    assert_eq!(
        world.report().status,
        ReportStatus::HumanNeeded,
        "it was not run"
    );
    world.evidence = vec![record("e1", "pytest", Some(0))];
    let report = world.report();
    assert_eq!(report.status, ReportStatus::Passed, "{report:#?}");
    assert_eq!(open(&report), None);
}
