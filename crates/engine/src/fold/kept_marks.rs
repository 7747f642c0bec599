//! What of an answer must not be lost when a prompt leaves it out.

use context::history::Mark;
use ledger::observation::{Observation, Status};
use ledger::proposal::Proposal;

/// Marks the answer to a call. One that could not be read is marked by its answer alone.
pub(super) fn of(proposal: Option<&Proposal>, observation: &Observation) -> Mark {
    if matches!(observation.status, Status::Refused | Status::Declined) {
        return Mark::Refused;
    }
    let ok = observation.status == Status::Ok;
    match proposal {
        Some(Proposal::Read { path, from, lines }) if ok => Mark::Read {
            path: path.as_str().into(),
            lines: (*from, *lines),
        },
        Some(Proposal::Write { path, .. } | Proposal::Edit { path, .. }) if ok => {
            changed(path, false)
        }
        Some(Proposal::Delete { path }) if ok => changed(path, true),
        Some(Proposal::Ask { question, .. }) if ok => Mark::Asked(question.as_str().into()),
        Some(Proposal::Exec { argv, .. }) => ran(&argv.join(" "), observation),
        Some(Proposal::Shell { command, .. } | Proposal::Verify { command }) => {
            ran(command, observation)
        }
        Some(Proposal::Git { argv }) => ran(&format!("git {}", argv.join(" ")), observation),
        Some(
            Proposal::Read { .. }
            | Proposal::Write { .. }
            | Proposal::Edit { .. }
            | Proposal::Delete { .. }
            | Proposal::Ask { .. }
            | Proposal::List { .. }
            | Proposal::Search { .. }
            | Proposal::Commit { .. }
            | Proposal::Fetch { .. }
            | Proposal::Mcp { .. }
            | Proposal::Delegate { .. }
            | Proposal::Done { .. }
            | Proposal::Plan { .. }
            | Proposal::OnForge { .. }
            | Proposal::PullRequest { .. },
        )
        | None => Mark::Nothing,
    }
}

fn changed(path: &str, gone: bool) -> Mark {
    let path = path.into();
    Mark::Changed { path, gone }
}

/// A command that ran; one that never started says nothing.
fn ran(command: &str, observation: &Observation) -> Mark {
    let ended = matches!(
        observation.status,
        Status::Ok | Status::Failed | Status::TimedOut
    );
    if ended {
        Mark::Ran {
            command: command.into(),
            exit_code: observation.exit_code,
        }
    } else {
        Mark::Nothing
    }
}
