//! `tdd`: where the plan asks for it, a declared command fails on a new test before the source is changed.

use ledger::evidence::EvidenceKind;
use ledger::gate::{Checkpoint, Finding, NextAction, Severity};
use ledger::phase::Role;
use ledger::plan::Task;

use super::{Asked, Policy, PolicyInfo, test_integrity};
use crate::finding::{about, evidence, finding};
use crate::subject::Subject;
use crate::touched_paths::How;

pub(super) const NAME: &str = "tdd";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[
            Checkpoint::PreTool,
            Checkpoint::PreWrite,
            Checkpoint::PostVerifyResult,
        ],
        summary: "Where the plan says test first, the source waits until a declared command has failed on a new test.",
        why: "A test that was never seen to fail may be green whatever the code does.",
        instead: "Write the test, run a declared command and see it fail; then change the source.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: false,
    },
    judge,
};

/// What is wanted, as the kind of evidence.
const RED: &str = "tdd-red";

/// Endings of files that hold source; settings, documents and data may be changed first.
const SOURCE: [&str; 28] = [
    "rs", "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "py", "go", "java", "kt", "scala",
    "cs", "fs", "rb", "php", "c", "cc", "cpp", "h", "hpp", "swift", "ex", "exs", "dart", "vue",
];

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(task) = asked
        .context
        .task
        .filter(|task| task.tdd && !asked.context.red)
    else {
        return Vec::new();
    };
    if let Subject::VerifyResult {
        evidence: record, ..
    } = asked.subject
    {
        let counts = matches!(record.kind, EvidenceKind::Verify | EvidenceKind::TddGreen);
        return counts.then(|| green_alone(task)).into_iter().collect();
    }
    if asked.subject.proposal().is_none()
        || asked.context.role == Role::Harness
        || !names_tests(task)
    {
        return Vec::new();
    }
    // A file tool is judged as a write, a command where it is started: each once.
    let by_command = asked.deeds().is_some();
    if by_command != (asked.checkpoint == Checkpoint::PreTool) {
        return Vec::new();
    }
    asked
        .touches()
        .iter()
        .filter(|touch| touch.how == How::Write && is_source(&touch.asked))
        .map(|touch| about(too_early(asked, &touch.asked), &touch.asked))
        .collect()
}

/// Green at the end, and nothing that shows that it could have been red.
fn green_alone(task: &Task) -> Finding {
    let message = format!(
        "task `{}` is test first, and no declared command was seen to fail before it",
        task.id
    );
    evidence(NAME, "no-red", message, RED)
}

/// Nobody can bring red where the project declares no command: then a person decides.
fn too_early(asked: &Asked<'_>, path: &str) -> Finding {
    let declared = asked.declared();
    let (severity, next) = match declared.first() {
        Some(_) => (
            Severity::HardDeny,
            NextAction::ProvideEvidence {
                evidence: RED.to_owned(),
            },
        ),
        None => (
            Severity::SoftDeny,
            NextAction::Authorise {
                scope: format!("{NAME}/source-before-red"),
            },
        ),
    };
    let commands = match declared.first() {
        Some(command) => format!("write the test, and run `{command}` to see it fail"),
        None => "the project declares no command that could show it".to_owned(),
    };
    let message = format!("`{path}` waits for a test that fails: {commands}");
    finding(severity, NAME, "source-before-red", message, next)
}

/// Whether the task has a file for tests: else they stand in the source itself, which then has to come first.
fn names_tests(task: &Task) -> bool {
    task.files.is_any()
        || task
            .files
            .entries()
            .iter()
            .any(|it| test_integrity::is_test(&it.example()))
}

fn is_source(path: &str) -> bool {
    let ending = path
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|it| SOURCE.contains(&it.as_str())) && !test_integrity::is_test(path)
}

/// Whether a test has to be in one of these files for a failure to be red: those of a task whose tests stand in the
/// source itself are all right.
#[must_use]
pub fn shows_red(task: &Task, mut changed: impl Iterator<Item = impl AsRef<str>>) -> bool {
    if names_tests(task) {
        changed.any(|path| test_integrity::is_test(path.as_ref()))
    } else {
        changed.next().is_some()
    }
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"tdd": true}}"#,
        "source-before-red",
    ),
    (
        r#"{"tool": "edit_file", "args": {"path": "src/a.ts", "old": "x", "new": "y"}, "context": {"tdd": true, "plan_files": ["src/a.ts", "tests/a.test.ts"]}}"#,
        "source-before-red",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "echo x > src/a.py"}, "context": {"tdd": true}}"#,
        "source-before-red",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"tdd": true, "red": true}}"#,
    r#"{"tool": "write_file", "args": {"path": "tests/it/a.rs", "content": "x"}, "context": {"tdd": true}}"#,
    r#"{"tool": "write_file", "args": {"path": "docs/a.md", "content": "x"}, "context": {"tdd": true}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"tdd": true, "plan_files": ["src/a.rs"]}}"#,
    r#"{"tool": "run_command", "args": {"command": "cat src/a.rs"}, "context": {"tdd": true}}"#,
];
