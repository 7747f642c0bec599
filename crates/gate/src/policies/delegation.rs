//! `delegation`: to whom work is handed on, how deep and how many at once; and what comes back is never evidence.

use ledger::gate::{Checkpoint, Finding};

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{hard, run, stop, use_path, wait_for};
use crate::subject::{Delegated, Delegation, Subject};

const NAME: &str = "delegation";

/// Roles that work can be handed to.
const ROLES: [&str; 6] = [
    "generator",
    "planner",
    "evaluator",
    "verifier",
    "researcher",
    "summariser",
];

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreDelegation, Checkpoint::PostDelegation],
        summary: "Known roles, bounded depth and number; what a sub-agent returns is an observation, never evidence.",
        why: "Agents that start agents spend without limit, and vouch for each other.",
        instead: "Do it yourself, wait, or let the harness produce the evidence.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    match asked.subject {
        Subject::Delegation(it) => before(it),
        Subject::Delegated(it) => after(it),
        Subject::Input(_)
        | Subject::Plan { .. }
        | Subject::Transition(_)
        | Subject::Tool(_)
        | Subject::ToolResult { .. }
        | Subject::Write(_)
        | Subject::Written(_)
        | Subject::VerifyCommand { .. }
        | Subject::VerifyResult { .. }
        | Subject::Context(_)
        | Subject::PullRequest { .. } => Vec::new(),
    }
}

fn before(it: &Delegation<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    if !ROLES.contains(&it.role) {
        let message = format!("there is no role `{}`", it.role);
        out.push(hard(
            NAME,
            "unknown-role",
            message,
            use_path(ROLES.join(", ")),
        ));
    }
    if it.task.trim().is_empty() {
        let next = stop("say what is to be done");
        out.push(hard(NAME, "empty-task", "nothing is asked for", next));
    }
    if it.depth >= it.depth_max {
        let message = format!(
            "it would be delegation number {} deep; {} is the limit",
            it.depth.saturating_add(1),
            it.depth_max
        );
        out.push(hard(NAME, "too-deep", message, stop("do it yourself")));
    }
    if it.running >= it.running_max {
        let message = format!("{} delegations run already", it.running);
        out.push(hard(
            NAME,
            "too-many",
            message,
            wait_for("a delegation to come back"),
        ));
    }
    out
}

fn after(it: &Delegated<'_>) -> Vec<Finding> {
    if it.evidence == 0 {
        return Vec::new();
    }
    let message = format!(
        "what `{}` returns is an observation; it brings {} records as evidence",
        it.role, it.evidence
    );
    vec![hard(
        NAME,
        "not-evidence",
        message,
        run("the declared command, by the harness"),
    )]
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "delegate", "args": {"role": "root", "task": "x"}}"#,
        "unknown-role",
    ),
    (
        r#"{"tool": "delegate", "args": {"role": "evaluator", "task": " "}}"#,
        "empty-task",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] =
    &[r#"{"tool": "delegate", "args": {"role": "evaluator", "task": "judge the diff"}}"#];
