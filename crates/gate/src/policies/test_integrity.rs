//! `test-integrity`: who is checked does not weaken the check: tests removed, switched off or loosened, thresholds
//! lowered, snapshots renewed by the dozen, the judge's own files changed.

use std::collections::BTreeMap;

use ledger::gate::{Checkpoint, Finding};
use ledger::observation::{ChangedFile, TestFacts};
use shell::paths::folded_parts;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, evidence};
use crate::subject::{Subject, Written};

pub(super) const NAME: &str = "test-integrity";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PostWrite, Checkpoint::PostVerifyResult],
        summary: "Tests are not removed, skipped or loosened, nor are thresholds lowered, in the change they check.",
        why: "A test that was weakened goes green whatever the code does.",
        instead: "Restore the test, or let a person accept the change.",
        matches: &[],
        passes: &[],
        strict_in_quick: false,
    },
    judge,
};

/// What a person accepts, or the restored test brings.
const WANTED: &str = "the test as it was, or a person's review";

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    match asked.subject {
        Subject::Written(written) => written_file(asked, written),
        Subject::VerifyResult { changed, .. } => whole_change(asked, changed),
        Subject::Input(_)
        | Subject::Plan { .. }
        | Subject::Transition(_)
        | Subject::Tool(_)
        | Subject::ToolResult { .. }
        | Subject::Write(_)
        | Subject::VerifyCommand { .. }
        | Subject::Delegation(_)
        | Subject::Delegated(_)
        | Subject::Context(_)
        | Subject::PullRequest { .. } => Vec::new(),
    }
}

/// One file: its tests now, against those that it had when the task began.
fn written_file(asked: &Asked<'_>, written: &Written<'_>) -> Vec<Finding> {
    let Some(before) = written.base else {
        return Vec::new();
    };
    let gone = written.after.is_none();
    if gone && planned(asked, written.path) {
        return Vec::new();
    }
    let nothing = TestFacts::default();
    let counted = written.facts.and_then(|it| it.tests.as_ref());
    let after = if gone {
        &nothing
    } else {
        counted.unwrap_or(&nothing)
    };
    let found = compare(before, after);
    let about_it = |finding| about(finding, written.path);
    found.into_iter().map(about_it).collect()
}

/// What is weaker afterwards.
fn compare(before: &TestFacts, after: &TestFacts) -> Vec<Finding> {
    let mut out = Vec::new();
    let mut say = |id: &str, message: String| out.push(evidence(NAME, id, message, WANTED));
    if after.tests < before.tests {
        say(
            "tests-removed",
            format!("it had {} tests and has {}", before.tests, after.tests),
        );
    }
    if after.skipped > before.skipped {
        say(
            "tests-skipped",
            format!(
                "{} tests are switched off, {} were",
                after.skipped, before.skipped
            ),
        );
    }
    if after.focused > before.focused {
        say(
            "tests-focused",
            "a test is singled out, so that the others do not run".to_owned(),
        );
    }
    let all = |it: &TestFacts| it.firm.saturating_add(it.loose);
    if all(after) < all(before) {
        say(
            "assertions-removed",
            format!("it had {} assertions and has {}", all(before), all(after)),
        );
    } else if after.firm < before.firm && after.loose > before.loose {
        let message = format!(
            "{} assertions became looser",
            before.firm.saturating_sub(after.firm)
        );
        say("assertions-loosened", message);
    }
    if after.vacuous > before.vacuous {
        say(
            "assertions-vacuous",
            "an assertion holds whatever the code does".to_owned(),
        );
    }
    for (name, was, now) in lowered(&before.thresholds, &after.thresholds) {
        say(
            "threshold-lowered",
            match now {
                Some(now) => format!("`{name}` was {} and is {}", shown(was), shown(now)),
                None => format!("`{name}` was {} and is gone", shown(was)),
            },
        );
    }
    out
}

/// Thresholds that are lower, or gone.
fn lowered<'a>(
    before: &'a BTreeMap<String, u64>,
    after: &'a BTreeMap<String, u64>,
) -> impl Iterator<Item = (&'a str, u64, Option<u64>)> {
    before.iter().filter_map(|(name, was)| {
        let now = after.get(name).copied();
        now.is_none_or(|now| now < *was)
            .then_some((name.as_str(), *was, now))
    })
}

/// A number in thousandths, for people.
fn shown(thousandths: u64) -> String {
    let whole = thousandths.checked_div(1000).unwrap_or(0);
    match thousandths.checked_rem(1000).unwrap_or(0) {
        0 => whole.to_string(),
        part => format!("{whole}.{part:03}"),
    }
}

/// Most recorded outputs that are renewed without anybody looking.
const SNAPSHOTS_MAX: usize = 5;

/// The whole change that a result is about.
fn whole_change(asked: &Asked<'_>, changed: &[ChangedFile]) -> Vec<Finding> {
    let mut out = Vec::new();
    let mut say = |id: &str, path: &str, message: String| {
        out.push(about(evidence(NAME, id, message, WANTED), path));
    };
    for file in changed {
        let path = file.path.as_str();
        if file.kind == 'D' && is_test(path) && !planned(asked, path) {
            say(
                "test-file-deleted",
                path,
                format!("`{path}` is gone, and the plan does not say so"),
            );
        }
        if judges(path) && !named(asked, path) {
            let message = format!(
                "`{path}` decides how this change is checked, and the plan does not name it"
            );
            say("judge-changed", path, message);
        }
    }
    let renewed: Vec<&str> = changed
        .iter()
        .filter(|it| matches!(it.kind, 'M' | 'D') && is_snapshot(&it.path))
        .map(|it| it.path.as_str())
        .collect();
    if renewed.len() > SNAPSHOTS_MAX {
        let message = format!("{} recorded outputs were renewed at once", renewed.len());
        say(
            "snapshots-in-bulk",
            renewed.first().copied().unwrap_or_default(),
            message,
        );
    }
    out
}

/// Every task of the plan, the one at hand too.
fn listed(asked: &Asked<'_>, names: impl Fn(&ledger::plan::Task) -> bool) -> bool {
    let mut tasks = asked.context.siblings.iter().chain(asked.context.task);
    tasks.any(names)
}

/// Whether the plan says that a file goes.
fn planned(asked: &Asked<'_>, path: &str) -> bool {
    listed(asked, |task| {
        task.deletes.iter().any(|it| it.as_str() == path)
    })
}

/// Whether the plan names a file.
fn named(asked: &Asked<'_>, path: &str) -> bool {
    planned(asked, path) || listed(asked, |task| task.files.names(path))
}

/// Whether a file holds tests, by its name.
pub(super) fn is_test(path: &str) -> bool {
    let parts = folded_parts(path);
    let Some((name, folders)) = parts.split_last() else {
        return false;
    };
    let folder = |part: &String| {
        matches!(
            part.as_str(),
            "test" | "tests" | "__tests__" | "spec" | "specs" | "e2e" | "testdata"
        )
    };
    let (stem, _) = name.split_once('.').unwrap_or((name, ""));
    let in_name = [".test.", ".spec.", "_test.", "_spec."]
        .iter()
        .any(|it| name.contains(it));
    folders.iter().any(folder)
        || in_name
        || stem.starts_with("test_")
        || stem.starts_with("test-")
        || matches!(stem, "test" | "tests" | "conftest")
}

fn is_snapshot(path: &str) -> bool {
    let parts = folded_parts(path);
    let folder = |part: &String| {
        matches!(
            part.as_str(),
            "__snapshots__" | "snapshots" | "__image_snapshots__" | "goldens" | "golden"
        )
    };
    let name = parts.last().map_or("", String::as_str);
    parts.iter().rev().skip(1).any(folder)
        || [".snap", ".golden", ".approved.txt", ".snap.new"]
            .iter()
            .any(|end| name.ends_with(end))
}

/// Files that say how a change is checked: CI, and the settings of test runners, coverage and linters.
fn judges(path: &str) -> bool {
    const NAMES: &[&str] = &[
        "pytest.ini",
        "tox.ini",
        "conftest.py",
        ".coveragerc",
        "noxfile.py",
        "codecov.yml",
        ".codecov.yml",
        "nextest.toml",
        "tarpaulin.toml",
        ".nycrc",
        ".nycrc.json",
        "clippy.toml",
        ".clippy.toml",
        "deny.toml",
        ".golangci.yml",
        ".golangci.yaml",
        ".travis.yml",
        ".gitlab-ci.yml",
        "azure-pipelines.yml",
        "jenkinsfile",
        ".drone.yml",
        "lefthook.yml",
        ".pre-commit-config.yaml",
        "sonar-project.properties",
        "phpunit.xml",
        ".rspec",
        "mypy.ini",
        "ruff.toml",
    ];
    const STEMS: &[&str] = &[
        "jest.config.",
        "vitest.config.",
        "playwright.config.",
        "cypress.config.",
        "karma.conf.",
        ".eslintrc",
        "eslint.config.",
        "vitest.workspace.",
        ".mocharc",
    ];
    const FOLDERS: &[&str] = &[
        ".github/workflows/",
        ".github/actions/",
        ".gitea/workflows/",
        ".forgejo/workflows/",
        ".circleci/",
        ".woodpecker/",
        ".buildkite/",
        ".husky/",
        ".config/nextest",
    ];
    let parts = folded_parts(path);
    let name = parts.last().map_or("", String::as_str);
    let whole = parts.join("/");
    NAMES.contains(&name)
        || STEMS.iter().any(|stem| name.starts_with(stem))
        || FOLDERS.iter().any(|folder| whole.starts_with(folder))
}
