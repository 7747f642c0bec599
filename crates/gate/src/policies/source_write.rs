//! `source-write`: files are changed in `executing` only, and not while a question is open.

use ledger::gate::{Checkpoint, Finding};
use ledger::phase::{Phase, Role};

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{hard, stop, wait_for};

const NAME: &str = "source-write";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreWrite],
        summary: "Files are changed in `executing` only, with no question open.",
        why: "A change before the plan, or after the checks, is a change that nobody planned or checked.",
        instead: "Wait for the phase, or for the answer.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    if asked.subject.proposal().is_none() || asked.context.role == Role::Harness {
        return Vec::new();
    }
    let mut out = Vec::new();
    let phase = asked.context.phase;
    if phase != Phase::Executing {
        let message = format!("files are changed in `executing`; the run is in `{phase}`");
        let next = match phase {
            Phase::Done | Phase::Fail => stop("the run is over"),
            Phase::Idle
            | Phase::Parsing
            | Phase::Planning
            | Phase::Executing
            | Phase::Validating
            | Phase::Merging => wait_for("phase executing"),
        };
        out.push(hard(NAME, "not-executing", message, next));
    }
    if asked.context.open_question {
        let message = "a question to a person is open";
        let next = wait_for("the answer to the open question");
        out.push(hard(NAME, "open-question", message, next));
    }
    out
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"phase": "planning"}}"#, "not-executing"),
    (r#"{"tool": "delete_file", "args": {"path": "src/a.rs"}, "context": {"phase": "validating"}}"#, "not-executing"),
    (r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"phase": "done"}}"#, "not-executing"),
    (r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"open_question": true}}"#, "open-question"),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}}"#,
    r#"{"tool": "read_file", "args": {"path": "src/a.rs"}, "context": {"phase": "planning"}}"#,
];
