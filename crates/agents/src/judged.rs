//! What a call of an agent's tool is judged as.

use gate::wire::What;
use ledger::proposal::Proposal;

use crate::host::Card;

/// What a tool is asked to do, as the gates are asked about it. Where the agent's hooks see what its sub-agents do, handing work
/// to one is nothing by itself; else it is judged as a delegation.
#[must_use]
pub fn judged(what: What, card: &Card, cwd: Option<&str>) -> What {
    match what {
        What::Proposal(Proposal::Delegate { .. }) if card.sees_subagents => {
            What::Several(Vec::new())
        }
        what @ (What::Proposal(_)
        | What::Several(_)
        | What::VerifyCommand(_)
        | What::ToolResult { .. }) => placed(what, cwd),
    }
}

/// What a tool is asked to do, with its paths and its commands where the agent is: relative ones begin there.
fn placed(what: What, cwd: Option<&str>) -> What {
    let Some(cwd) = cwd.filter(|it| it.starts_with('/')) else {
        return what;
    };
    match what {
        What::Proposal(proposal) => What::Proposal(placed_proposal(proposal, cwd)),
        What::Several(all) => {
            What::Several(all.into_iter().map(|it| placed_proposal(it, cwd)).collect())
        }
        What::VerifyCommand(_) | What::ToolResult { .. } => what,
    }
}

fn placed_proposal(mut proposal: Proposal, cwd: &str) -> Proposal {
    match &mut proposal {
        Proposal::Read { path, .. }
        | Proposal::List { path }
        | Proposal::Write { path, .. }
        | Proposal::Edit { path, .. }
        | Proposal::Delete { path } => *path = below(cwd, path),
        Proposal::Search { path, .. } => {
            *path = Some(below(cwd, path.as_deref().unwrap_or_default()));
        }
        Proposal::Exec { cwd: at, .. } | Proposal::Shell { cwd: at, .. } => {
            *at = Some(below(cwd, at.as_deref().unwrap_or_default()));
        }
        Proposal::Git { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::PullRequest { .. } => {}
    }
    proposal
}

/// A path as the agent means it. One that begins with `~` is not below its directory.
fn below(cwd: &str, path: &str) -> String {
    match path {
        "" => cwd.to_owned(),
        path if path.starts_with(['/', '~']) => path.to_owned(),
        path => format!("{}/{path}", cwd.trim_end_matches('/')),
    }
}
