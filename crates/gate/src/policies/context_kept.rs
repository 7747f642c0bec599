//! `context`: what is pinned is in the prompt.

use ledger::gate::{Checkpoint, Finding};

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, stop};
use crate::subject::Subject;

const NAME: &str = "context";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PostContextCompile],
        summary: "Nothing pinned was lost: promise, gaps and gates, and of what was left out what was refused, said, changed and read, and the resume point.",
        why: "What compaction drops, the agent does again, or does although it was denied.",
        instead: "Leave out what is not pinned, or give the prompt more room.",
        matches: &[],
        passes: &[],
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Subject::Context(it) = asked.subject else {
        return Vec::new();
    };
    let has = it.has.unwrap_or_default();
    it.must
        .iter()
        .filter(|name| !has.contains(name))
        .map(|name| {
            let message = format!("the pinned section `{name}` is not in the prompt");
            let next = stop("the prompt has no room for what must not be lost");
            about(hard(NAME, "pinned-lost", message, next), name)
        })
        .collect()
}
