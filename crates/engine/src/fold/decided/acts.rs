//! Acts that were decided, and what they begin.

use std::sync::Arc;

use context::history::Sent;
use ledger::action::{Action, Purpose};
use ledger::event::{Decided, Limit, Stamp};
use ledger::ids::{ActId, CallId, Hash, TaskId};
use ledger::phase::Phase;

use super::super::{delegated, grants};
use super::set_status;
use crate::state::{
    ActKind, Alarm, CallStatus, Checked, OpenAct, Stage, State, TaskState, Validation,
};

pub(super) fn next_after(state: &mut State, act: ActId) {
    state.next_act = state.next_act.max(act.0.saturating_add(1));
}

/// A timer: something to wait for, or the end of what runs beyond a limit.
pub(super) fn wake(state: &mut State, stamp: &Stamp, act: ActId, at_ms: u64, limit: Option<Limit>) {
    let task = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it));
    if let (Some(task), None) = (task, limit) {
        let wait_ms = at_ms.saturating_sub(stamp.at_ms);
        task.failures.waited_ms = task.failures.waited_ms.saturating_add(wait_ms);
    }
    match limit {
        Some(limit) => {
            next_after(state, act);
            state.alarm = Some(Alarm::new(act, at_ms, limit));
        }
        None => open_act(state, stamp, act, ActKind::Timer { at_ms }, None),
    }
}

/// A look at the candidate.
pub(super) fn look(state: &mut State, stamp: &Stamp, act: ActId, paths: &[String]) {
    let kind = ActKind::Inspect {
        paths: paths.to_vec(),
    };
    open_act(state, stamp, act, kind, None);
}

fn open_act(state: &mut State, stamp: &Stamp, act: ActId, kind: ActKind, call: Option<&CallId>) {
    next_after(state, act);
    state.acts.insert(
        act,
        OpenAct {
            kind,
            task: stamp.task.clone(),
            call: call.cloned(),
            cancelled: false,
        },
    );
}

/// A request is out.
pub(super) fn requested(state: &mut State, stamp: &Stamp, decided: &Decided) {
    let Decided::Requested {
        act,
        reserve,
        tokens,
        bytes,
        whole_bytes,
        left_out,
        ..
    } = decided
    else {
        return;
    };
    state.purse.reserved = state.purse.reserved.plus(*reserve);
    let (before, after) = state.counts.prompt_bytes;
    let sums = (
        before.saturating_add(*whole_bytes),
        after.saturating_add(*bytes),
    );
    state.counts.prompt_bytes = sums;
    if let Some(task) = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it)) {
        task.asked = sent(*bytes, *whole_bytes, *left_out);
        task.asked_tokens = *tokens;
        task.claim = None;
    }
    let reserve = *reserve;
    open_act(state, stamp, *act, ActKind::Model { reserve }, None);
}

/// The size of a prompt, as the next one is compared with it. A prompt that is shorter than its entries although none was
/// left out had answers that were shortened (or is of an older line): it is compared with nothing.
fn sent(bytes: u64, whole_bytes: u64, left_out: u32) -> Sent {
    let shortened = left_out == 0 && whole_bytes > bytes;
    Sent {
        bytes: if shortened { 0 } else { bytes },
        left_out: usize::try_from(left_out).unwrap_or(usize::MAX),
    }
}

pub(super) fn allowed(
    state: &mut State,
    stamp: &Stamp,
    act: ActId,
    call: Option<&CallId>,
    digest: Hash,
    own: Option<&Action>,
) {
    let root = |task: &TaskState| {
        let prepared = task.prepared.as_deref();
        prepared.map(|it| it.directory.clone()).unwrap_or_default()
    };
    let task_id = stamp.task.as_ref();
    let of_worker = task_id
        .zip(call)
        .filter(|(task, call)| state.pending(task, call).is_none());
    if let Some((id, call)) = of_worker.map(|(id, call)| (id.clone(), call.clone())) {
        // A call of an agent of somebody else, which the run carries out: it was counted when it was told of.
        if let Some(task) = state.tasks.get_mut(&id) {
            let root = root(task);
            task.worker.allowed(&call, &root);
        }
    } else if let Some(call) = call {
        state.counts.tool_calls = state.counts.tool_calls.saturating_add(1);
        let digest = stamp
            .task
            .as_ref()
            .and_then(|task| state.pending(task, call))
            .and_then(|(_, it)| it.proposal.as_deref().ok())
            .map(gate::digest_of);
        grants::spent(state, digest);
        set_status(state, stamp.task.as_ref(), call, CallStatus::Running(act));
        if let Some(task) = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it)) {
            task.tool_calls = task.tool_calls.saturating_add(1);
        }
    }
    if let Some(action) = own {
        begin(state, stamp.task.as_ref(), act, action);
    }
    let action = own.cloned().unwrap_or_else(|| unknown(stamp.task.as_ref()));
    let kind = ActKind::World {
        action: Arc::new(action),
        digest,
    };
    open_act(state, stamp, act, kind, call);
}

/// A tool call's action is not kept in the state: it is made again from call and facts. This stands in its place, and
/// has another digest than anything that was allowed.
fn unknown(task: Option<&TaskId>) -> Action {
    Action::HandOver(ledger::action::HandOver {
        reason: "stands for a tool call".to_owned(),
        page: task.map(ToString::to_string).unwrap_or_default(),
        notify: None,
    })
}

fn begin(state: &mut State, task: Option<&TaskId>, act: ActId, action: &Action) {
    let stage = match action {
        Action::Prepare(_) => Some(Stage::Preparing),
        Action::Commit(_) => Some(Stage::Committing),
        Action::Integrate(_) => Some(Stage::Integrating),
        Action::Candidate(_) if state.phase == Phase::Executing => {
            state.validation = Validation::default();
            state.joining = task.cloned();
            Some(Stage::Joining)
        }
        Action::Check(check) if check.purpose == Purpose::Evidence => {
            for (command, status) in &mut state.validation.checks {
                if *command == check.command && *status == Checked::Open {
                    *status = Checked::Running(act);
                }
            }
            None
        }
        Action::Record(record) => {
            state.papers.paths = record.files.iter().map(|it| it.path.clone()).collect();
            None
        }
        Action::Delegate(_) => {
            if let Some(task) = task.and_then(|it| state.tasks.get_mut(it)) {
                delegated::begun(task);
            }
            None
        }
        Action::Look(_)
        | Action::Change(_)
        | Action::Exec(_)
        | Action::Candidate(_)
        | Action::Checkout(_)
        | Action::Check(_)
        | Action::Trials(_)
        | Action::Restore(_)
        | Action::Merge(_)
        | Action::HandOver(_)
        | Action::Discard(_)
        | Action::Connect(_)
        | Action::UseTool(_)
        | Action::Push(_)
        | Action::Forge(_)
        | Action::Hook(_) => None,
    };
    if let (Some(stage), Some(task)) = (stage, task.and_then(|it| state.tasks.get_mut(it))) {
        task.stage = stage;
    }
}
