//! `enforce-pr-description`: one of the seed's hooks. A pull request says what it is about.

use ledger::gate::{Checkpoint, Finding, NextAction};
use ledger::proposal::Proposal;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard};
use crate::subject::Subject;

const NAME: &str = "enforce-pr-description";

/// Characters that a description has at least.
const CHARS_MIN: usize = 50;

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "When the hook is on, a pull request's description has at least 50 characters.",
        why: "Who reviews a change must be told what it is.",
        instead: "Describe what changes, why, and how it was checked.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let (title, body) = match asked.subject {
        Subject::PullRequest { title, body } => (*title, *body),
        Subject::Tool(Proposal::PullRequest { title, body }) => (title.as_str(), body.as_str()),
        Subject::Tool(_)
        | Subject::Write(_)
        | Subject::Input(_)
        | Subject::Plan { .. }
        | Subject::Transition(_)
        | Subject::ToolResult { .. }
        | Subject::Written(_)
        | Subject::VerifyCommand { .. }
        | Subject::VerifyResult { .. }
        | Subject::Delegation(_)
        | Subject::Delegated(_)
        | Subject::Context(_) => return Vec::new(),
    };
    let length = body.trim().chars().count();
    if length >= CHARS_MIN || !asked.policies.hook(NAME) {
        return Vec::new();
    }
    let message =
        format!("the description has {length} characters; at least {CHARS_MIN} are needed");
    let next = NextAction::Run {
        command: "the same with a description of what changes, why, and how it was checked"
            .to_owned(),
    };
    vec![about(
        hard(NAME, "pr-description-too-short", message, next),
        title,
    )]
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "pull_request", "args": {"title": "t", "body": "fixes it"}}"#,
        "pr-description-too-short",
    ),
    (
        r#"{"tool": "pull_request", "args": {"title": "t", "body": "                                                                                "}}"#,
        "pr-description-too-short",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "pull_request", "args": {"title": "t", "body": "This adds CSV import to the reader, with tests for quoting and empty files."}}"#,
];
