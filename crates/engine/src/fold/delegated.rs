//! What an agent of somebody else changes: what its hooks tell, what is answered, how its turn ends.

use std::sync::Arc;

use agents::judged;
use context::history::{Sent, Turn};
use gate::wire::{self, What};
use ledger::event::Stamp;
use ledger::ids::{ActId, CallId, Hash, TaskId};
use ledger::observation::{Delegated, Observation, Status, TurnEnd};
use ledger::proposal::Proposal;
use ledger::reply::Reply;
use ledger::session::{HookAnswer, SessionDecided, SessionSeen};

use crate::state::{OpenCall, State, TaskState};

/// A turn begins: it is told all that there is.
pub(super) fn begun(task: &mut TaskState) {
    task.claim = None;
    task.worker.told = Some((task.attempt, task.turns.len()));
    task.worker.turn();
}

/// A hook told something.
pub(super) fn seen(state: &mut State, stamp: &Stamp, seen: &SessionSeen) {
    let Some(task) = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it)) else {
        return;
    };
    task.worker.seen.saw(seen);
    match seen {
        SessionSeen::Working { session, .. } => task.worker.session = Some(session.clone()),
        SessionSeen::Proposed {
            call,
            tool,
            arguments,
            ..
        } => {
            task.tool_calls = task.tool_calls.saturating_add(1);
            task.worker.begun(OpenCall {
                call: call.clone(),
                action: Hash::of(format!("{tool} {arguments}").as_bytes()),
                changes: agents::session::may_change(tool, arguments),
                proposals: proposals(tool, arguments),
            });
            state.counts.tool_calls = state.counts.tool_calls.saturating_add(1);
        }
        SessionSeen::Returned {
            call,
            tool,
            text,
            failed,
            ..
        } => {
            let open = task.worker.ended(call);
            if let Some(open) = open {
                task.stuck.allowed();
                if open.changes && !failed {
                    // What came of it is looked at when the turn is over.
                    task.stuck.changed(None);
                }
                let result = Hash::of(text.as_bytes());
                task.stuck.answered(open.action, result, *failed);
            }
            if wire::brings_outside(tool) {
                task.taint = task.taint.saturating_add(1);
            }
        }
        SessionSeen::Opened(_)
        | SessionSeen::Prompted { .. }
        | SessionSeen::SaidDone { .. }
        | SessionSeen::Canary(_)
        | SessionSeen::NotVerified { .. }
        | SessionSeen::Noted { .. }
        | SessionSeen::Unread { .. }
        | SessionSeen::Ended { .. } => {}
    }
}

/// What a call wants to do.
fn proposals(tool: &str, arguments: &str) -> Vec<Proposal> {
    match judged::read(tool, arguments) {
        Ok(What::Proposal(proposal)) => vec![proposal],
        Ok(What::Several(all)) => all,
        Ok(What::VerifyCommand(_) | What::ToolResult { .. }) | Err(_) => Vec::new(),
    }
}

/// Something was answered.
pub(super) fn decided(state: &mut State, task: Option<&TaskId>, decided: &SessionDecided) {
    let Some(task) = task.and_then(|it| state.tasks.get_mut(it)) else {
        return;
    };
    task.worker.seen.decided(decided);
    if let SessionDecided::Answered {
        call: Some(call),
        answer: HookAnswer::Pass,
        ..
    } = decided
    {
        let root = task.prepared.as_deref().map(|it| it.directory.clone());
        task.worker.allowed(call, &root.unwrap_or_default());
    }
    if let SessionDecided::Answered {
        call: Some(call),
        answer: HookAnswer::Deny,
        words,
    } = decided
        && let Some(open) = task.worker.ended(call)
    {
        let result = Hash::of(words.as_bytes());
        task.stuck.answered(open.action, result, true);
        task.stuck.refused();
    }
}

/// What the run read, wrote or started for an agent has come to its end.
pub(super) fn carried_out(
    state: &mut State,
    task: &TaskId,
    call: &CallId,
    observation: &Observation,
) {
    let Some(task) = state.tasks.get_mut(task) else {
        return;
    };
    let Some(open) = task.worker.ended(call) else {
        return;
    };
    task.stuck.allowed();
    let failed = observation.status != Status::Ok;
    let result = Hash::of(observation.text.as_bytes());
    task.stuck.answered(open.action, result, failed);
}

/// A turn is over.
pub(super) fn ended(
    state: &mut State,
    act: ActId,
    observation: &Observation,
    delegated: &Delegated,
) {
    let used = match &delegated.end {
        TurnEnd::Replied(reply) => reply,
        TurnEnd::Failed { used, .. } => used,
    };
    state.purse.spent.llm = state.purse.spent.llm.plus(used.cost);
    state.guessed(used.cost);
    state.counts.turns = state.counts.turns.saturating_add(delegated.requests);
    let Some(task) = state.task_of(act) else {
        return;
    };
    if delegated.session.is_some() {
        task.worker.session.clone_from(&delegated.session);
    }
    task.worker.used = task.worker.used.plus(&used.usage.unwrap_or_default());
    task.stuck.turn();
    match &delegated.end {
        TurnEnd::Replied(reply) => replied(task, reply),
        TurnEnd::Failed { .. } if observation.status == Status::Cancelled => {}
        TurnEnd::Failed { .. } => {
            task.failures.requests = task.failures.requests.saturating_add(1);
            // It may be its session that it can't go on with.
            if delegated.requests == 0 {
                task.worker.forget_session();
            }
        }
    }
}

/// It says that it is done.
fn replied(task: &mut TaskState, reply: &Reply) {
    task.failures.requests = 0;
    task.failures.waited_ms = 0;
    let all = task
        .worker
        .told
        .map(|(attempt, entries)| (attempt, entries.saturating_add(1)));
    let next = task.turns.len().saturating_add(1);
    // What was said to it meanwhile comes before its words, and is told the next time.
    task.worker.told = all
        .filter(|(_, entries)| *entries == next)
        .or(task.worker.told);
    let turn = Turn::Agent(Arc::new(reply.clone()), Sent::default());
    let heard_all = task.worker.told.is_some_and(|(_, entries)| entries == next);
    task.turns.push(turn);
    task.claim = Some(reply.text.clone()).filter(|_| heard_all);
}
