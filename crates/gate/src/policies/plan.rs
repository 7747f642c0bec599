//! `plan`: a plan stays inside the promise, covers what it requires, and says what must hold afterwards.

use std::collections::BTreeSet;

use shell::paths;

use crate::policy_set::Globs;
use ledger::gate::{Checkpoint, Finding};
use ledger::phase::Mode;
use ledger::plan::{Plan, Task};
use ledger::promise::Promise;
use ledger::scope::ScopeEntry;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, revise_plan, soft, soft_with};
use crate::policy_set::globs;
use crate::subject::Subject;

const NAME: &str = "plan";

/// Tasks of one plan.
const TASKS_MAX: usize = 200;

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PrePlan],
        summary: "A plan stays inside the promise's scope, covers its requirements, and says what must hold afterwards.",
        why: "Everything later is held against the plan; a plan without limits or proofs holds nothing.",
        instead: "Revise the plan at the place that the finding names.",
        matches: &[],
        passes: &[],
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Subject::Plan {
        plan,
        promise,
        open_gaps,
    } = asked.subject
    else {
        return Vec::new();
    };
    let mut out = shape(plan);
    out.extend(scope(asked, plan, promise));
    out.extend(coverage(plan, promise));
    out.extend(gaps(plan, open_gaps));
    if asked.context.mode == Mode::Normal {
        let something = plan.tasks.iter().any(|task| task.must_haves.count() > 0);
        out.extend(plan.tasks.iter().flat_map(|task| strength(task, something)));
    }
    out
}

/// Tasks are there, are named once, and depend on each other without a circle.
fn shape(plan: &Plan) -> Vec<Finding> {
    let mut out = Vec::new();
    if plan.tasks.is_empty() || plan.tasks.len() > TASKS_MAX {
        let message = format!(
            "a plan has 1 to {TASKS_MAX} tasks; this one has {}",
            plan.tasks.len()
        );
        out.push(hard(NAME, "task-count", message, revise_plan("tasks")));
    }
    let mut before: BTreeSet<&str> = BTreeSet::new();
    for task in &plan.tasks {
        if !before.insert(task.id.as_str()) {
            let message = format!("task `{}` is there twice", task.id);
            out.push(hard(
                NAME,
                "task-twice",
                message,
                revise_plan(task.id.as_str()),
            ));
        }
    }
    let wave = |id: &str| {
        plan.tasks
            .iter()
            .find(|task| task.id.as_str() == id)
            .map(|task| task.wave)
    };
    for task in &plan.tasks {
        for needed in &task.depends_on {
            let earlier = wave(needed.as_str()).is_some_and(|wave| wave < task.wave);
            if !earlier {
                let message = format!(
                    "task `{}` depends on `{needed}`, which is in no earlier wave",
                    task.id
                );
                out.push(hard(
                    NAME,
                    "dependence",
                    message,
                    revise_plan(task.id.as_str()),
                ));
            }
        }
    }
    out
}

/// Every path that a plan names may be touched.
fn scope(asked: &Asked<'_>, plan: &Plan, promise: &Promise) -> Vec<Finding> {
    let mut problems = Vec::new();
    let (allowed, allowed_broken) = globs(&promise.allowed_scope, "allowed scope", &mut problems);
    let (denied, denied_broken) =
        globs(&promise.disallowed_scope, "disallowed scope", &mut problems);
    let mut out = Vec::new();
    if allowed_broken || denied_broken || asked.policies.protected_broken {
        let message = format!(
            "a scope can't be read, so the plan asks: {}",
            problems.join("; ")
        );
        out.push(soft(NAME, "scope-unreadable", message));
    }
    let limits = Limits {
        allowed: (!promise.allowed_scope.is_empty()).then_some(allowed),
        denied,
    };
    for task in &plan.tasks {
        let deletes = task.deletes.iter().cloned().map(ScopeEntry::File);
        for entry in task.files.entries().iter().cloned().chain(deletes) {
            out.extend(
                one_entry(asked, &limits, &entry).map(|finding| about(finding, &entry.to_string())),
            );
        }
    }
    out
}

struct Limits {
    /// `None`: the whole worktree.
    allowed: Option<Globs>,
    denied: Globs,
}

/// Of a folder or a pattern, one path that it covers is asked; every write is judged by itself later.
fn one_entry(asked: &Asked<'_>, limits: &Limits, entry: &ScopeEntry) -> Option<Finding> {
    let (text, path) = (entry.to_string(), entry.example());
    let (text, path) = (text.as_str(), path.as_str());
    let next = || revise_plan(text);
    if paths::is_git_internal(path) || paths::is_ours(path) {
        let message = format!("`{text}` belongs to git or to Interlock itself");
        return Some(hard(NAME, "protected-path", message, next()));
    }
    if asked.policies.protects_path(path) {
        let message = format!("`{text}` is a protected path");
        return Some(hard(NAME, "protected-path", message, next()));
    }
    if asked.policies.is_secret_path(path) {
        let message = format!("`{text}` is a secret file");
        return Some(hard(NAME, "secret-file", message, next()));
    }
    let inside = limits
        .allowed
        .as_ref()
        .is_none_or(|allowed| allowed.is_match(path));
    if !inside || limits.denied.is_match(path) {
        let message = format!("`{text}` is outside the promise's scope");
        return Some(hard(NAME, "outside-scope", message, next()));
    }
    None
}

/// Every requirement of the promise is some task's.
fn coverage(plan: &Plan, promise: &Promise) -> Vec<Finding> {
    let covered: BTreeSet<&str> = plan
        .tasks
        .iter()
        .flat_map(|task| task.requirements.iter().map(String::as_str))
        .collect();
    promise
        .requirements
        .iter()
        .filter(|id| !covered.contains(id.as_str()))
        .map(|id| {
            let message = format!("no task covers requirement `{id}`");
            about(
                hard(
                    NAME,
                    "requirement-uncovered",
                    message,
                    revise_plan(id.as_str()),
                ),
                id,
            )
        })
        .collect()
}

/// A new plan still has what the last report found missing.
fn gaps(plan: &Plan, open: &[String]) -> Vec<Finding> {
    open.iter()
        .filter(|gap| !plan.tasks.iter().any(|task| mentions(task, gap)))
        .map(|gap| {
            let message = format!("the new plan drops the open gap `{gap}`");
            about(
                hard(NAME, "gap-dropped", message, revise_plan(gap.as_str())),
                gap,
            )
        })
        .collect()
}

fn mentions(task: &Task, gap: &str) -> bool {
    let must = &task.must_haves;
    task.requirements.iter().any(|id| id == gap)
        || task.files.entries().iter().any(|it| it.to_string() == gap)
        || must.truths.iter().any(|truth| truth.text == gap)
        || must
            .artifacts
            .iter()
            .any(|artifact| artifact.path.as_str() == gap)
        || must
            .key_links
            .iter()
            .any(|link| format!("{} -> {}", link.from, link.to) == gap || link.from.as_str() == gap)
}

/// In normal mode a task says which files it may change, and what must hold afterwards. Where both were derived from
/// requirements, nobody could name the files, and what must hold may be said by another task of the plan.
fn strength(task: &Task, something: bool) -> Vec<Finding> {
    let mut out = Vec::new();
    let next = || revise_plan(task.id.as_str());
    let derived = task.must_haves.derived;
    if task.files.is_any() && task.deletes.is_empty() && !derived {
        let message = format!("task `{}` names no file that it may change", task.id);
        out.push(soft_with(NAME, "no-files", message, next()));
    }
    if task.must_haves.count() == 0 && !(derived && something) {
        let message = format!("task `{}` says nothing that must hold afterwards", task.id);
        out.push(hard(NAME, "no-must-haves", message, next()));
    }
    out
}
