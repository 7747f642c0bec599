//! `source-write`: files are changed in `executing` only, and not while a question is open.

use ledger::gate::{Checkpoint, Finding};
use ledger::phase::{Phase, Role};

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{hard, stop, wait_for};

const NAME: &str = "source-write";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool, Checkpoint::PreWrite],
        summary: "Files are changed in `executing` only, with no question open, by tools and by commands.",
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
    // A file tool is judged as a write, a command where it is started; commands out of phase are the business of
    // `shell-mutation`.
    let by_command = asked.deeds().is_some();
    let pre_tool = asked.checkpoint == Checkpoint::PreTool;
    if by_command != pre_tool {
        return out;
    }
    if by_command && !asked.touches().iter().any(|touch| touch.how.changes()) {
        return out;
    }
    let phase = asked.context.phase;
    if !by_command && phase != Phase::Executing {
        let message = format!("files are changed in `executing`; the run is in `{phase}`");
        let next = match phase {
            Phase::Done | Phase::Fail | Phase::Stopped => stop("the run is over"),
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
    (
        r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"phase": "planning"}}"#,
        "not-executing",
    ),
    (
        r#"{"tool": "delete_file", "args": {"path": "src/a.rs"}, "context": {"phase": "validating"}}"#,
        "not-executing",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"phase": "done"}}"#,
        "not-executing",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"open_question": true}}"#,
        "open-question",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "echo x > src/a.rs"}, "context": {"open_question": true}}"#,
        "open-question",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}}"#,
    r#"{"tool": "read_file", "args": {"path": "src/a.rs"}, "context": {"phase": "planning"}}"#,
    r#"{"tool": "run_command", "args": {"command": "cat src/a.rs"}, "context": {"open_question": true}}"#,
];
