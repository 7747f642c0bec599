//! What the answer to a call changes: the call itself, what is remembered of loops, what the agent claims.

use std::sync::Arc;

use ledger::ids::{CallId, Hash, TaskId};
use ledger::observation::{Observation, Status};
use ledger::proposal::Proposal;

use super::{close_round, kept_marks, pending_mut};
use crate::explored;
use crate::state::{CallStatus, State};

/// A call gets its answer.
pub(in crate::fold) fn answer(
    state: &mut State,
    task: Option<&TaskId>,
    call: &CallId,
    observation: &Observation,
) {
    let tree = task.and_then(|it| state.tasks.get(it)?.tree.clone());
    let Some((pending, stuck)) = pending_mut(state, task, call) else {
        return;
    };
    let proposal = pending.proposal.as_deref().ok();
    let says_no = proposal.is_some_and(|it| explored::says_no(it, observation));
    let failed = observation.status != Status::Ok && !says_no;
    let shown: Arc<str> = match &observation.outside {
        Some(source) => context::section::fenced(source, &observation.text).into(),
        None => observation.text.as_str().into(),
    };
    let action = Hash::of(format!("{} {}", pending.call.tool, pending.call.args).as_bytes());
    // What a person said no to has not failed.
    let failure = failed && observation.status != Status::Declined;
    stuck.answered(action, Hash::of(observation.text.as_bytes()), failure);
    if observation.status == Status::Refused {
        stuck.refused();
    } else {
        stuck.allowed();
    }
    if let Some(proposal) = proposal {
        stuck.looked(proposal, observation, tree.as_ref());
    }
    let answered = matches!(proposal, Some(Proposal::Ask { .. })) && !failed;
    if answered || observation.status == Status::Declined {
        stuck.heard();
    }
    pending.status = CallStatus::Answered {
        text: shown,
        failed,
        word: if says_no {
            "no"
        } else {
            word(observation.status)
        },
        mark: kept_marks::of(pending.proposal.as_deref().ok(), observation),
    };
    let plan_refused = failed && matches!(pending.proposal.as_deref(), Ok(Proposal::Plan { .. }));
    let claim = match pending.proposal.as_deref() {
        Ok(Proposal::Done { summary }) if !failed => Some(summary.clone()),
        Ok(_) | Err(_) => None,
    };
    if let Some(task) = task.and_then(|it| state.tasks.get_mut(it)) {
        if claim.is_some() {
            task.claim = claim;
        }
        if plan_refused {
            task.rounds = task.rounds.saturating_add(1);
        }
        close_round(task);
    }
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Ok => "ok",
        Status::Failed => "failed",
        Status::Refused => "refused",
        Status::Declined => "declined by a person",
        Status::FactsChanged => "facts changed",
        Status::TimedOut => "timed out",
        Status::Cancelled => "cancelled",
        Status::Interrupted => "interrupted",
        Status::Invalid => "invalid",
    }
}
