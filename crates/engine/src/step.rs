//! What we do about what we see.

use gate::Policies;
use ledger::event::{Decided, Event, Seen, Stamp};
use ledger::phase::Phase;

use crate::hooks::telling;
use crate::state::State;
pub use crate::step_context::Decision;
use crate::step_context::StepContext;
use crate::{
    agent_calls, calls, execute, fold, inbox, limits, model_replies, open, planning, provider,
    rewind, stops, validate,
};

/// How many decisions one observation may cause. More would be a loop of our own.
const DECISIONS_MAX: usize = 4_000;

/// What we decide, given all we know (the new thing applied) and that new thing. Pure; the list is bounded and may be
/// empty.
#[must_use]
pub fn step(state: &State, seen: &Seen, policies: &Policies) -> Vec<Decision> {
    decide(state.clone(), seen, policies).1
}

/// Takes in what was seen and decides: the state afterwards, decisions applied, and the decisions.
#[must_use]
pub fn advance(
    mut state: State,
    stamp: &Stamp,
    epoch: u64,
    seen: &Seen,
    policies: &Policies,
) -> (State, Vec<Decision>) {
    let event = Event::Seen(seen.clone());
    let seq = state.seq.next();
    fold::apply(&mut state, seq, epoch, stamp, &event);
    decide(state, seen, policies)
}

fn decide(state: State, seen: &Seen, policies: &Policies) -> (State, Vec<Decision>) {
    if matches!(seen, Seen::Notified(_)) {
        // Nothing depends on it, not even when something else is decided.
        return (state, Vec::new());
    }
    let Some(mut context) = StepContext::new(state.clone(), policies) else {
        return (state, Vec::new());
    };
    react(&mut context, seen);
    context.turn_to(None);
    proceed(&mut context);
    context.finish()
}

/// What the thing itself asks for, before anything else goes on.
fn react(context: &mut StepContext<'_>, seen: &Seen) {
    match seen {
        Seen::Opened(_) => open::opened(context),
        Seen::Claimed(_) => calls::weigh_again(context),
        Seen::Replied { reply, .. } => model_replies::replied(context, reply),
        Seen::ModelFailed { act, failure } => provider::failed(context, *act, failure),
        Seen::Proposed { call, facts } => calls::judge(context, call, facts),
        Seen::Finished { act, observation } => {
            execute::finished(context, *act, observation);
            telling::answered(context);
        }
        Seen::Told(message) => inbox::told(context, message),
        Seen::Session(seen) => agent_calls::told(context, seen),
        Seen::Interrupted => stops::interrupted(context),
        Seen::Woke { .. } => inbox::woke(context),
        Seen::Scanned { act, changed, .. } => agent_calls::changed(context, *act, changed),
        Seen::Inspected { .. }
        | Seen::Measured { .. }
        | Seen::Compared { .. }
        | Seen::Falsified { .. }
        | Seen::Ranked { .. }
        | Seen::Connected(_)
        | Seen::Server(_)
        | Seen::Gathered { .. }
        | Seen::Notified(_)
        | Seen::Board(_)
        | Seen::Rewound { .. } => {}
    }
}

/// What comes next, until something has to be waited for.
fn proceed(context: &mut StepContext<'_>) {
    while context.count() < DECISIONS_MAX {
        if context.state.ended.is_some() || context.state.park.is_some() {
            return;
        }
        let before = context.count();
        once(context);
        if context.count() == before {
            return;
        }
    }
    context.decide(Decided::Noted {
        kind: "ignored".to_owned(),
        text: format!("more than {DECISIONS_MAX} decisions on one observation"),
    });
}

fn once(context: &mut StepContext<'_>) {
    if telling::tell(context) {
        return;
    }
    if context.state.phase == Phase::Stopped {
        return stops::finish(context);
    }
    if context.state.escalating.is_some() {
        return stops::escalating(context);
    }
    if rewind::once(context) {
        return;
    }
    if stops::wait_for_people(context) {
        return;
    }
    if limits::watch(context) {
        return;
    }
    match context.state.phase {
        // Opening goes through these in one step.
        Phase::Idle | Phase::Parsing => {}
        Phase::Planning => planning::once(context),
        Phase::Executing => execute::once(context),
        Phase::Validating => validate::once(context),
        Phase::Merging => validate::merge_once(context),
        Phase::Done | Phase::Fail | Phase::Stopped => stops::finish(context),
    }
}
