//! `consistency`: one active run per worktree and branch, and no contradiction between state and disk.

use ledger::gate::{Checkpoint, Finding};
use shell::lookup::{self, Known};

use super::{Asked, Policy, PolicyInfo};
use crate::context::OtherRun;
use crate::finding::{about, hard, run, soft, wait_for};

const NAME: &str = "consistency";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreInput, Checkpoint::PreContextCompile],
        summary: "Where the caller names other runs: one for each worktree and branch; what we think is checked out is what is checked out.",
        why: "Two runs on one branch lose each other's work. Runs of ours have a worktree and a branch each, and a merge looks at what moved, so there it has nothing to say.",
        instead: "Wait for the other run, stop it, or use another branch.",
        matches: &[],
        passes: &[],
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let mut out: Vec<Finding> = asked.context.others.iter().filter_map(other).collect();
    out.extend(branch(asked));
    out
}

fn other(it: &OtherRun) -> Option<Finding> {
    let what = if it.same_worktree {
        "works in this worktree".to_owned()
    } else if it.same_branch && !it.overlap.is_empty() {
        format!("writes `{}` on this branch too", it.overlap.join("`, `"))
    } else {
        return None;
    };
    let message = format!("run `{}` {what}", it.run);
    let next = wait_for(format!("run {} to end", it.run));
    Some(about(
        hard(NAME, "another-run", message, next),
        it.run.as_str(),
    ))
}

fn branch(asked: &Asked<'_>) -> Option<Finding> {
    let expected = asked.context.branch?;
    match lookup::branch(asked.context.facts) {
        Known::Yes(Some(found)) if found == expected => None,
        Known::Yes(found) => {
            let found = found.unwrap_or("nothing (detached)");
            let message =
                format!("the worktree should stand on `{expected}` and stands on `{found}`");
            Some(hard(NAME, "branch-moved", message, run("interlock doctor")))
        }
        Known::No(why) => {
            let message = format!("which branch is checked out could not be found out: {why}");
            Some(soft(NAME, "branch-unknown", message))
        }
        Known::Unasked => None,
    }
}
