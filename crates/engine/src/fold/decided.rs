//! What a decision changes.

use std::sync::Arc;

use ledger::event::{Decided, Event, Seen, Stamp};
use ledger::gate::{Checkpoint, GateDecision, Severity, Verdict};
use ledger::ids::{CallId, TaskId};
use ledger::money::Usd;
use ledger::observation::{Observation, Status};
use ledger::phase::{Mode, Phase};
use ledger::proposal::Proposal;
use ledger::report::Report;

use super::{answer, corrected, delegated, grants, hooked, join, pending_mut, planned, seen};
use crate::last_words;
use crate::state::{ActKind, CallStatus, Checked, Escalation, State, Validation};

mod acts;
mod people;

use acts::{allowed, look, next_after, requested, wake};
use people::{asked, nudged, settled};

pub(super) fn apply(state: &mut State, stamp: &Stamp, decided: &Decided) {
    match decided {
        Decided::Promised(promise) => state.promise = Some(Arc::new(promise.clone())),
        Decided::Drafting(task) => planned::drafting(state, task),
        Decided::Planned(plan) => planned::planned(state, plan),
        Decided::Moved { from, to, why } => {
            moved(state, *to, why);
            hooked::moved(state, *from, *to);
        }
        Decided::Gated(decision) => gated(state, stamp, decision),
        Decided::Requested { .. } => requested(state, stamp, decided),
        Decided::Weigh { call } => {
            set_status(state, stamp.task.as_ref(), call, CallStatus::Weighing)
        }
        Decided::Allowed {
            act,
            call,
            digest,
            action,
        } => allowed(state, stamp, *act, call.as_ref(), *digest, action.as_ref()),
        Decided::Answered { call, observation } => answered(state, stamp, call, observation),
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
        Decided::Measure { act, .. } | Decided::Falsify { act, .. } => looked(state, stamp, *act),
        Decided::Rank { act } | Decided::Gather { act, .. } => looked(state, stamp, *act),
        Decided::Compare { act, .. } => looked(state, stamp, *act),
        Decided::Unchecked { command, .. } => unchecked(state, command),
        Decided::Reported(report) => reported(state, stamp, report),
        Decided::Correcting { round, gaps, .. } => correcting(state, stamp, *round, gaps),
        Decided::Held { park, escalate } => join::held(state, stamp, park, escalate.as_ref()),
        Decided::Escalated { reason, words } => escalated(state, reason, words),
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
        Decided::Board(_) => {}
        Decided::Session(it) => delegated::decided(state, stamp.task.as_ref(), it),
        Decided::Noted { .. } => {}
    }
}

/// A call has its answer. What is published may follow from it.
fn answered(state: &mut State, stamp: &Stamp, call: &CallId, observation: &Observation) {
    state.counts.tool_calls = state.counts.tool_calls.saturating_add(1);
    let pending = stamp.task.as_ref().and_then(|it| state.pending(it, call));
    let proposal = pending.and_then(|(_, it)| it.proposal.as_ref().ok().cloned());
    if observation.status == Status::Ok
        && let Some(Proposal::OnForge { means }) = proposal.as_deref()
    {
        state.published.describes(means);
    }
    answer::answer(state, stamp.task.as_ref(), call, observation);
}

/// What a gate found: what it lets run, what is owed for it, and orders in what was read.
fn gated(state: &mut State, stamp: &Stamp, decision: &GateDecision) {
    if decision.checkpoint == Checkpoint::PreVerifyCommand {
        state.last_gate = Some(decision.trace_id.clone());
    }
    grants::used(state, decision);
    described(state, stamp, decision);
    owed(state, stamp, decision);
    let read = matches!(
        decision.checkpoint,
        Checkpoint::PostTool | Checkpoint::PostDelegation
    );
    if read
        && decision.findings.iter().any(gate::is_order)
        && let Some(task) = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it))
    {
        task.taint = task.taint.saturating_add(1);
    }
}

/// What the last words of an agent say of the pull request counts once the gates let it through.
fn described(state: &mut State, stamp: &Stamp, decision: &GateDecision) {
    let is_let_through =
        decision.checkpoint == Checkpoint::PreTool && decision.verdict == Verdict::Allow;
    if !is_let_through || state.worker().is_none() {
        return;
    }
    let task = stamp.task.as_ref().and_then(|it| state.tasks.get(it));
    let said = task.and_then(|it| last_words::described(it.claim.as_deref()?));
    let proposal = said.map(|means| Proposal::OnForge { means });
    if let Some(proposal) = proposal.filter(|it| gate::is_about(decision, it))
        && let Proposal::OnForge { means } = &proposal
    {
        state.published.describes(means);
    }
}

/// What a write, or a result of verification, leaves open until it is mended or a person has looked.
fn owed(state: &mut State, stamp: &Stamp, decision: &GateDecision) {
    let open = decision
        .findings
        .iter()
        .filter(|it| it.severity == Severity::EvidenceRequired && gate::is_owed(it));
    match decision.checkpoint {
        Checkpoint::PostWrite => {
            let task = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it));
            let Some(task) = task else { return };
            for finding in open {
                let path = finding.source_refs.first().cloned().unwrap_or_default();
                task.owed.entry(path).or_default().push(finding.clone());
            }
        }
        Checkpoint::PostVerifyResult => {
            for finding in open {
                if !state.validation.owed.contains(finding) {
                    state.validation.owed.push(finding.clone());
                }
            }
        }
        Checkpoint::PreInput
        | Checkpoint::PrePlan
        | Checkpoint::PrePhaseTransition
        | Checkpoint::PreTool
        | Checkpoint::PostTool
        | Checkpoint::PreWrite
        | Checkpoint::PreVerifyCommand
        | Checkpoint::PreDelegation
        | Checkpoint::PostDelegation
        | Checkpoint::PreContextCompile
        | Checkpoint::PostContextCompile => {}
    }
}

fn escalated(state: &mut State, reason: &str, words: &str) {
    state.escalating = Some(Escalation {
        reason: reason.to_owned(),
        words: words.to_owned(),
    });
    state.handed_over = false;
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

fn looked(state: &mut State, stamp: &Stamp, act: ledger::ids::ActId) {
    look(state, stamp, act, &[]);
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
    hooked::goes_on(state);
    for task in state.tasks.values_mut() {
        task.failures.own = 0;
        task.held = None;
    }
    give_up_on_cancelled(state);
}

/// Nobody waits for a timer any more, nor for what was cancelled and has no outcome: what was set aside for such a request
/// counts as spent.
fn give_up_on_cancelled(state: &mut State) {
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
    state.purse.cut_off = state.purse.cut_off.plus(lost);
}

/// What a line costs although it was taken back.
pub(super) fn money_only(state: &mut State, event: &Event) {
    match event {
        Event::Seen(Seen::Replied { reply, .. }) => {
            state.purse.spent.llm = state.purse.spent.llm.plus(reply.cost);
            state.guessed(reply.cost);
            state.counts.turns = state.counts.turns.saturating_add(1);
        }
        Event::Seen(Seen::Claimed(claimed)) => {
            state.epoch = claimed.epoch;
            state.driver = Some((claimed.driver, claimed.supervisor));
            state.held = claimed.held.clone();
        }
        Event::Seen(Seen::Told(message)) => state.told = state.told.max(message.id),
        Event::Decided(
            Decided::Requested { act, .. }
            | Decided::Allowed { act, .. }
            | Decided::Asked { act, .. }
            | Decided::Inspect { act, .. }
            | Decided::Compare { act, .. }
            | Decided::Measure { act, .. }
            | Decided::Falsify { act, .. }
            | Decided::Rank { act }
            | Decided::Gather { act, .. }
            | Decided::Wake { act, .. },
        ) => next_after(state, *act),
        Event::Seen(_) | Event::Decided(_) => {}
    }
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
        Phase::Stopped => stopped(state, why),
        Phase::Idle
        | Phase::Parsing
        | Phase::Planning
        | Phase::Executing
        | Phase::Merging
        | Phase::Done => {}
    }
}

/// Nobody is asked any more, and nothing is waited for.
fn stopped(state: &mut State, why: &str) {
    state.failing = Some(why.to_owned());
    state.park = None;
    state.alarm = None;
    state.escalating = None;
    state.questions.clear();
    give_up_on_cancelled(state);
}

fn set_status(state: &mut State, task: Option<&TaskId>, call: &CallId, status: CallStatus) {
    if let Some((pending, _)) = pending_mut(state, task, call) {
        pending.status = status;
    }
}
