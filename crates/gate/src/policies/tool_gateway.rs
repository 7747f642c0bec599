//! `tool-gateway`: which role may use which tool.

use ledger::gate::{Checkpoint, Finding};
use ledger::phase::{Phase, Role};
use ledger::proposal::Proposal;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, run, stop, wait_for};
use crate::needs::would_write;

const NAME: &str = "tool-gateway";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool, Checkpoint::PreWrite],
        summary: "Which role may use which tool; planners, evaluators and verifiers never write.",
        why: "Who judges a change must not be able to make it.",
        instead: "Report what should change; the generator changes it.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    let found = match asked.context.role {
        Role::Planner => looks_only(proposal, "planner"),
        Role::Evaluator => looks_only(proposal, "evaluator"),
        Role::Verifier => looks_only(proposal, "verifier"),
        Role::Generator | Role::Harness => {
            plans(proposal).or_else(|| commits_in_time(asked, proposal))
        }
    };
    found.into_iter().collect()
}

fn looks_only(proposal: &Proposal, role: &str) -> Option<Finding> {
    let tool = proposal.tool();
    if would_write(proposal) {
        let message = format!("a {role} only looks: `{tool}` could change something");
        let next = stop("report what should change instead");
        return Some(about(hard(NAME, "role-only-looks", message, next), tool));
    }
    if matches!(proposal, Proposal::Verify { .. }) && role != "verifier" {
        let message = format!("a {role} doesn't run verify commands");
        let next = wait_for("the harness to run verify commands");
        return Some(hard(NAME, "role-does-not-verify", message, next));
    }
    None
}

fn plans(proposal: &Proposal) -> Option<Finding> {
    matches!(proposal, Proposal::Plan { .. }).then(|| {
        let message = "only a planner makes plans; this run has one";
        let next = stop("do what the plan says, or report with `done` why it can't be done");
        hard(NAME, "role-does-not-plan", message, next)
    })
}

fn commits_in_time(asked: &Asked<'_>, proposal: &Proposal) -> Option<Finding> {
    if !matches!(proposal, Proposal::Commit { .. }) || asked.context.phase == Phase::Executing {
        return None;
    }
    let message = format!(
        "commits are made in `executing`; the run is in `{}`",
        asked.context.phase
    );
    let next = match asked.context.phase {
        Phase::Done | Phase::Fail | Phase::Stopped => run("interlock run"),
        Phase::Idle
        | Phase::Parsing
        | Phase::Planning
        | Phase::Executing
        | Phase::Validating
        | Phase::Merging => wait_for("phase executing"),
    };
    Some(hard(NAME, "commit-out-of-phase", message, next))
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"role": "evaluator"}}"#,
        "role-only-looks",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "touch src/x.rs"}, "context": {"role": "planner"}}"#,
        "role-only-looks",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["commit", "-m", "x"]}, "context": {"role": "verifier"}}"#,
        "role-only-looks",
    ),
    (
        r#"{"tool": "commit", "args": {"message": "x"}, "context": {"role": "verifier"}}"#,
        "role-only-looks",
    ),
    (
        r#"{"tool": "delegate", "args": {"role": "generator", "task": "x"}, "context": {"role": "evaluator"}}"#,
        "role-only-looks",
    ),
    (
        r#"{"tool": "commit", "args": {"message": "x"}, "context": {"phase": "validating"}}"#,
        "commit-out-of-phase",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "read_file", "args": {"path": "src/a.rs"}, "context": {"role": "evaluator"}}"#,
    r#"{"tool": "run_command", "args": {"command": "git diff --stat"}, "context": {"role": "evaluator"}}"#,
    r#"{"tool": "commit", "args": {"message": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}}"#,
];
