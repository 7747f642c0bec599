//! What a decision changes.

use std::sync::Arc;

use context::history::Turn;
use ledger::action::Action;
use ledger::event::{Ask, Decided, Event, Limit, Nudge, Seen, Stamp};
use ledger::gate::Checkpoint;
use ledger::ids::{ActId, CallId, Hash, TaskId};
use ledger::money::Usd;
use ledger::phase::{Mode, Phase};
use ledger::report::Report;

use super::{corrected, join, pending_mut, planned, seen};
use crate::state::{
    ActKind, Alarm, Asking, CallStatus, Checked, OpenAct, Stage, State, Validation,
};

pub(super) fn apply(state: &mut State, stamp: &Stamp, decided: &Decided) {
    match decided {
        Decided::Promised(promise) => state.promise = Some(Arc::new(promise.clone())),
        Decided::Drafting(task) => planned::drafting(state, task),
        Decided::Planned(plan) => planned::planned(state, plan),
        Decided::Moved { to, why, .. } => moved(state, *to, why),
        Decided::Gated(decision) => {
            if decision.checkpoint == Checkpoint::PreVerifyCommand {
                state.last_gate = Some(decision.trace_id.clone());
            }
        }
        Decided::Requested {
            act,
            reserve,
            bytes,
            whole_bytes,
            ..
        } => {
            requested(state, stamp, *act, *reserve, (*whole_bytes, *bytes));
        }
        Decided::Weigh { call } => {
            set_status(state, stamp.task.as_ref(), call, CallStatus::Weighing);
        }
        Decided::Allowed {
            act,
            call,
            digest,
            action,
        } => allowed(state, stamp, *act, call.as_ref(), *digest, action.as_ref()),
        Decided::Answered { call, observation } => {
            state.counts.tool_calls = state.counts.tool_calls.saturating_add(1);
            seen::answer(state, stamp.task.as_ref(), call, observation);
        }
        Decided::Asked { act, call, ask } => asked(state, stamp, *act, call.as_ref(), ask),
        Decided::Settled { act, said } => settled(state, *act, said),
        Decided::Inspect {
            act,
            paths,
            commands,
        } => {
            join::checks(state, commands);
            look(state, stamp, *act, paths);
        }
        Decided::Measure { act, .. } | Decided::Rank { act } | Decided::Gather { act, .. } => {
            look(state, stamp, *act, &[]);
        }
        Decided::Unchecked { command, .. } => unchecked(state, command),
        Decided::Reported(report) => reported(state, stamp, report),
        Decided::Correcting { round, gaps, .. } => correcting(state, stamp, *round, gaps),
        Decided::Held { park, escalate } => join::held(state, stamp, park, escalate.as_ref()),
        Decided::Escalated { reason } => {
            state.escalating = Some(reason.clone());
            state.handed_over = false;
        }
        Decided::Nudged { about, text } => nudged(state, stamp, *about, text),
        Decided::Wake {
            act, at_ms, limit, ..
        } => wake(state, stamp, *act, *at_ms, *limit),
        Decided::Cancel { act, .. } => {
            if let Some(open) = state.acts.get_mut(act) {
                open.cancelled = true;
            }
        }
        Decided::Parked(park) => {
            state.escalating = None;
            state.park = Some(park.clone());
        }
        Decided::Unparked { .. } => unparked(state),
        Decided::Ended { phase, why } => {
            state.park = None;
            state.ended = Some((*phase, why.clone()));
        }
        Decided::Forced { .. } => state.mode = Mode::Normal,
        Decided::BudgetLow { .. } => state.purse.warned = true,
        Decided::Noted { .. } => {}
    }
}

fn reported(state: &mut State, stamp: &Stamp, report: &Report) {
    match joining(state, stamp) {
        Some(task) => join::reported(state, &task, report),
        None => corrected::reported(state, report),
    }
}

fn correcting(state: &mut State, stamp: &Stamp, round: u32, gaps: &[String]) {
    match joining(state, stamp) {
        Some(task) => join::correcting(state, &task, round, gaps),
        None => corrected::correcting(state, round, gaps),
    }
}

fn unchecked(state: &mut State, command: &str) {
    for (name, status) in &mut state.validation.checks {
        if name == command {
            *status = Checked::Refused;
        }
    }
}

/// The task that this line is about, if its work is being brought into the run branch.
fn joining(state: &State, stamp: &Stamp) -> Option<TaskId> {
    let task = stamp.task.as_ref()?;
    (state.joining.as_ref() == Some(task)).then(|| task.clone())
}

/// It goes on: with fresh tries for our own acts, without the timers of before, and without the requests that the park
/// cancelled, of which nothing will come. What they cost is not known, so it is what was set aside.
fn unparked(state: &mut State) {
    state.park = None;
    state.alarm = None;
    for task in state.tasks.values_mut() {
        task.failures.own = 0;
        task.held = None;
    }
    let mut lost = Usd::ZERO;
    state.acts.retain(|_, open| match open.kind {
        ActKind::Timer { .. } => false,
        ActKind::Model { reserve } if open.cancelled => {
            lost = lost.plus(reserve);
            false
        }
        ActKind::Inspect { .. } => !open.cancelled,
        ActKind::Model { .. } | ActKind::World { .. } => true,
    });
    seen::settle(state, lost, lost);
}

/// What a line costs although it was taken back.
pub(super) fn money_only(state: &mut State, event: &Event) {
    match event {
        Event::Seen(Seen::Replied { reply, .. }) => {
            state.purse.spent.llm = state.purse.spent.llm.plus(reply.cost);
            state.counts.turns = state.counts.turns.saturating_add(1);
        }
        Event::Seen(Seen::Claimed(claimed)) => {
            state.epoch = claimed.epoch;
            state.driver = Some((claimed.driver, claimed.supervisor));
        }
        Event::Seen(Seen::Told(message)) => state.told = state.told.max(message.id),
        Event::Decided(
            Decided::Requested { act, .. }
            | Decided::Allowed { act, .. }
            | Decided::Asked { act, .. }
            | Decided::Inspect { act, .. }
            | Decided::Measure { act, .. }
            | Decided::Rank { act }
            | Decided::Gather { act, .. }
            | Decided::Wake { act, .. },
        ) => next_after(state, *act),
        Event::Seen(_) | Event::Decided(_) => {}
    }
}

fn next_after(state: &mut State, act: ActId) {
    state.next_act = state.next_act.max(act.0.saturating_add(1));
}

/// A timer: something to wait for, or the end of what runs beyond a limit.
fn wake(state: &mut State, stamp: &Stamp, act: ActId, at_ms: u64, limit: Option<Limit>) {
    match limit {
        Some(limit) => {
            next_after(state, act);
            state.alarm = Some(Alarm::new(act, at_ms, limit));
        }
        None => open_act(state, stamp, act, ActKind::Timer { at_ms }, None),
    }
}

/// A look at the candidate.
fn look(state: &mut State, stamp: &Stamp, act: ActId, paths: &[String]) {
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

fn moved(state: &mut State, to: Phase, why: &str) {
    let entered = state.counts.entered.entry(to).or_insert(0);
    *entered = entered.saturating_add(1);
    state.phase = to;
    match to {
        Phase::Validating => {
            state.validation = Validation::default();
            state.counts.verifications = state.counts.verifications.saturating_add(1);
        }
        Phase::Fail => state.failing = Some(why.to_owned()),
        Phase::Idle
        | Phase::Parsing
        | Phase::Planning
        | Phase::Executing
        | Phase::Merging
        | Phase::Done => {}
    }
}

fn requested(
    state: &mut State,
    stamp: &Stamp,
    act: ActId,
    reserve: Usd,
    (whole, bytes): (u64, u64),
) {
    state.purse.reserved = state.purse.reserved.plus(reserve);
    let (before, after) = state.counts.prompt_bytes;
    state.counts.prompt_bytes = (before.saturating_add(whole), after.saturating_add(bytes));
    if let Some(task) = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it)) {
        task.asked_bytes = bytes;
        task.claim = None;
    }
    open_act(state, stamp, act, ActKind::Model { reserve }, None);
}

fn set_status(state: &mut State, task: Option<&TaskId>, call: &CallId, status: CallStatus) {
    if let Some((pending, _)) = pending_mut(state, task, call) {
        pending.status = status;
    }
}

fn allowed(
    state: &mut State,
    stamp: &Stamp,
    act: ActId,
    call: Option<&CallId>,
    digest: Hash,
    own: Option<&Action>,
) {
    if let Some(call) = call {
        state.counts.tool_calls = state.counts.tool_calls.saturating_add(1);
        let digest = stamp
            .task
            .as_ref()
            .and_then(|task| state.pending(task, call))
            .and_then(|(_, it)| it.proposal.as_deref().ok())
            .map(gate::digest_of);
        state.grants.retain(|it| Some(it.proposal) != digest);
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
        Action::Check(check) => {
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
        Action::Look(_)
        | Action::Change(_)
        | Action::Exec(_)
        | Action::Candidate(_)
        | Action::Restore(_)
        | Action::Merge(_)
        | Action::HandOver(_)
        | Action::Discard(_) => None,
    };
    if let (Some(stage), Some(task)) = (stage, task.and_then(|it| state.tasks.get_mut(it))) {
        task.stage = stage;
    }
}

fn asked(state: &mut State, stamp: &Stamp, act: ActId, call: Option<&CallId>, ask: &Ask) {
    next_after(state, act);
    if let Some(call) = call {
        set_status(state, stamp.task.as_ref(), call, CallStatus::Waiting(act));
    }
    if let (Ask::Question { text, .. }, Some(task)) = (
        ask,
        stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it)),
    ) {
        task.stuck
            .asked(Hash::of(text.trim().to_lowercase().as_bytes()));
    }
    state.questions.insert(
        act,
        Asking {
            ask: ask.clone(),
            task: stamp.task.clone(),
            call: call.cloned(),
            asked_ms: stamp.at_ms,
        },
    );
}

fn settled(state: &mut State, act: ActId, said: &str) {
    let Some(asking) = state.questions.remove(&act) else {
        return;
    };
    if let Some(call) = &asking.call {
        set_status(state, asking.task.as_ref(), call, CallStatus::New);
    }
    if matches!(asking.ask, Ask::Review { .. }) && said == crate::inbox::APPROVED {
        state.validation.reviewed = true;
    }
}

fn nudged(state: &mut State, stamp: &Stamp, about: Nudge, text: &str) {
    let limits = state.opened.as_ref().map(|it| it.options.limits.clone());
    let Some(task) = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it)) else {
        return;
    };
    task.turns.push(Turn::Harness(text.into()));
    task.claim = None;
    match about {
        Nudge::Loop => {
            if let Some(limits) = limits {
                task.stuck.nudged(&limits);
            }
        }
        Nudge::NothingChanged => task.told_empty = true,
        Nudge::Hint => task.stuck.forgiven(),
        Nudge::Again => {}
    }
}
