//! `plan-path`: only files that the plan approved are changed.

use ledger::facts::PathKind;
use ledger::gate::{Checkpoint, Finding, Severity};
use ledger::ids::{RelPath, TaskId};
use ledger::phase::Role;
use ledger::plan::Task;
use shell::lookup::{self, Known};
use shell::paths::{self, Leads};

use super::{Asked, Policy, PolicyInfo};
use crate::deletion;
use crate::finding::{about, hard, revise_plan, soft, soft_with, stop};
use crate::policy_set::globs;
use crate::touched_paths::{How, Touch};

const NAME: &str = "plan-path";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool, Checkpoint::PreWrite],
        summary: "Only files that the plan approved are changed; a new file beside them asks, an existing one is scope drift. What a command changes beside the plan asks.",
        why: "The plan bounds the scope; a change outside it is one that nobody asked for.",
        instead: "Leave the file, or say with `done` that the plan would have to name it: the plan of a run stays as it was approved.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(task) = asked.context.task else {
        return Vec::new();
    };
    if asked.context.role == Role::Harness {
        return Vec::new();
    }
    let by_command = asked.deeds().is_some();
    // A file tool is judged as a write, a command where it is started: each once.
    if by_command != (asked.checkpoint == Checkpoint::PreTool) {
        return Vec::new();
    }
    asked
        .touches()
        .iter()
        .filter(|touch| touch.how.changes())
        .filter_map(|touch| one(asked, task, touch).map(|finding| about(finding, &touch.asked)))
        .map(|finding| {
            if by_command {
                by_a_command(finding)
            } else {
                finding
            }
        })
        .collect()
}

/// Commands also leave what nobody keeps: logs, caches, what a build makes. Whether this is such a thing, a person says.
fn by_a_command(mut finding: Finding) -> Finding {
    if finding.id == "scope-drift" {
        finding.severity = Severity::SoftDeny;
    }
    finding
}

fn one(asked: &Asked<'_>, task: &Task, touch: &Touch) -> Option<Finding> {
    let fact = match lookup::path(asked.context.facts, &touch.asked) {
        Known::Yes(found) => Some(found),
        Known::No(_) | Known::Unasked => None,
    };
    let lexical = match paths::leads(&touch.asked, asked.context.worktree) {
        Leads::Inside(path) => Some(path),
        Leads::Root | Leads::Outside(_) | Leads::Wrong(_) => None,
    };
    let resolved = fact.and_then(|found| found.resolved.as_ref());
    // What is outside is the business of `workspace-path`.
    let path = resolved.map(|path| path.as_str().to_owned()).or(lexical)?;
    if let Some(finding) = disallowed(asked, &path).filter(|_| touch.how.changes()) {
        return Some(finding);
    }
    let named = |list: &[RelPath]| list.iter().any(|file| file.as_str() == path);
    let approved = match touch.how {
        How::Delete | How::Move => named(&task.deletes),
        How::Write => task.files.covers(&path),
        How::Name | How::Read | How::Walk | How::Enter => true,
    };
    if approved {
        return None;
    }
    if let Some(owner) = owner(asked.context.siblings, task, &path) {
        let message = format!("`{path}` belongs to task `{owner}`, which works on it");
        let next = stop("leave it to that task; if yours can't do without it, say so with `done`");
        return Some(hard(NAME, "sibling-file", message, next));
    }
    if matches!(touch.how, How::Delete | How::Move)
        && deletion::is_meant(asked.context, &touch.asked)
    {
        return None;
    }
    if matches!(touch.how, How::Delete | How::Move) {
        return Some(delete(task, &path));
    }
    match fact.map(|found| found.kind) {
        Some(PathKind::Absent) => {
            let message = format!("`{path}` would be a new file that the plan does not name");
            let next = revise_plan(path.as_str());
            Some(soft_with(NAME, "new-file-outside-plan", message, next))
        }
        Some(PathKind::File | PathKind::Directory | PathKind::Special | PathKind::Outside) => {
            let message = format!(
                "`{path}` stands already and is not in the plan: changing it is scope drift"
            );
            let next = stop(format!(
                "the plan does not cover `{path}`: leave the file, or say with `done` that the plan would have to name it"
            ));
            Some(hard(NAME, "scope-drift", message, next))
        }
        None => {
            let message = format!("whether `{path}` stands already could not be found out");
            Some(soft(NAME, "path-unknown", message))
        }
    }
}

/// What the promise keeps out of the change, whatever the plan says.
fn disallowed(asked: &Asked<'_>, path: &str) -> Option<Finding> {
    let scope = &asked.context.promise?.disallowed_scope;
    if scope.is_empty() {
        return None;
    }
    let (denied, broken) = globs(scope, "disallowed scope", &mut Vec::new());
    if broken {
        let message =
            format!("whether `{path}` may be changed can't be told: the scope can't be read");
        return Some(soft(NAME, "scope-unreadable", message));
    }
    denied.is_match(path).then(|| {
        let message = format!("`{path}` is kept out of this change");
        let next =
            stop("leave it as it is; the harness sees to it where the specification wants it");
        hard(NAME, "disallowed-scope", message, next)
    })
}

/// Another task of the plan that names this file.
fn owner<'a>(siblings: &'a [Task], task: &Task, path: &str) -> Option<&'a TaskId> {
    let deletes = |it: &Task| it.deletes.iter().any(|file| file.as_str() == path);
    let names = |it: &Task| !it.files.is_any() && it.files.covers(path);
    siblings
        .iter()
        .filter(|it| it.id != task.id)
        .find(|it| names(it) || deletes(it))
        .map(|it| &it.id)
}

/// A deletion that the plan does not name. In a task without limits it asks; else it is scope drift.
fn delete(task: &Task, path: &str) -> Finding {
    let message = format!("the plan does not say that `{path}` may be deleted");
    let next = revise_plan(path);
    if task.files.covers(path) {
        soft_with(NAME, "delete-outside-plan", message, next)
    } else {
        hard(NAME, "scope-drift", message, next)
    }
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "write_file", "args": {"path": "src/new-b.rs", "content": "x"}, "context": {"plan_files": ["src/a.rs", "src/new.rs"]}}"#,
        "new-file-outside-plan",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/b.rs", "content": "x"}, "context": {"plan_files": ["src/a.rs", "src/new.rs"]}}"#,
        "scope-drift",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/../src/b.rs", "content": "x"}, "context": {"plan_files": ["src/a.rs", "src/new.rs"]}}"#,
        "scope-drift",
    ),
    (
        r#"{"tool": "delete_file", "args": {"path": "src/b.rs"}, "context": {"plan_files": ["src/a.rs", "src/new.rs"]}}"#,
        "scope-drift",
    ),
    (
        r#"{"tool": "delete_file", "args": {"path": "src/b.rs"}, "context": {"plan_files": []}}"#,
        "delete-outside-plan",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "echo x > src/b.rs"}, "context": {"plan_files": ["src/a.rs"]}}"#,
        "scope-drift",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "sed -i s/a/b/ src/b.rs"}, "context": {"plan_files": ["src/a.rs"]}}"#,
        "scope-drift",
    ),
    (
        r#"{"tool": "run_command", "args": {"argv": ["rm", "src/b.rs"]}, "context": {"plan_files": ["src/a.rs"]}}"#,
        "scope-drift",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"plan_files": ["src/a.rs", "src/new.rs"]}}"#,
    r#"{"tool": "write_file", "args": {"path": "./src/new.rs", "content": "x"}, "context": {"plan_files": ["src/a.rs", "src/new.rs"]}}"#,
    r#"{"tool": "write_file", "args": {"path": "any.rs", "content": "x"}, "context": {"plan_files": []}}"#,
    r#"{"tool": "write_file", "args": {"path": "any.rs", "content": "x"}}"#,
    r#"{"tool": "delete_file", "args": {"path": "src/b.rs"}, "context": {"plan_files": ["src/a.rs", "src/new.rs"], "plan_deletes": ["src/b.rs"]}}"#,
    r#"{"tool": "run_command", "args": {"command": "echo x > src/a.rs"}, "context": {"plan_files": ["src/a.rs"]}}"#,
    r#"{"tool": "run_command", "args": {"command": "cat src/b.rs > /dev/null"}, "context": {"plan_files": ["src/a.rs"]}}"#,
];
