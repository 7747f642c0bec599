//! What we do about what we see.

use gate::Policies;
use ledger::event::{Decided, Event, Seen, Stamp};
use ledger::phase::Phase;

pub use crate::desk::Decision;
use crate::desk::Desk;
use crate::state::State;
use crate::{
    calls, draft, execute, fold, inbox, limits, open, provider, replies, rewind, stops, validate,
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
    let Some(mut desk) = Desk::new(state.clone(), policies) else {
        return (state, Vec::new());
    };
    react(&mut desk, seen);
    desk.turn_to(None);
    proceed(&mut desk);
    desk.finish()
}

/// What the thing itself asks for, before anything else goes on.
fn react(desk: &mut Desk<'_>, seen: &Seen) {
    match seen {
        Seen::Opened(_) => open::opened(desk),
        Seen::Claimed(_) => calls::weigh_again(desk),
        Seen::Replied { reply, .. } => replies::replied(desk, reply),
        Seen::ModelFailed { act, failure } => provider::failed(desk, *act, failure),
        Seen::Proposed { call, facts } => calls::judge(desk, call, facts),
        Seen::Finished { observation, .. } => execute::finished(desk, observation),
        Seen::Told(message) => inbox::told(desk, message),
        Seen::Interrupted => stops::interrupted(desk),
        Seen::Woke { .. } => inbox::woke(desk),
        Seen::Scanned { .. }
        | Seen::Inspected { .. }
        | Seen::Measured { .. }
        | Seen::Compared { .. }
        | Seen::Falsified { .. }
        | Seen::Ranked { .. }
        | Seen::Gathered { .. }
        | Seen::Rewound { .. } => {}
    }
}

/// What comes next, until something has to be waited for.
fn proceed(desk: &mut Desk<'_>) {
    while desk.count() < DECISIONS_MAX {
        if desk.state.ended.is_some() || desk.state.park.is_some() {
            return;
        }
        let before = desk.count();
        once(desk);
        if desk.count() == before {
            return;
        }
    }
    desk.decide(Decided::Noted {
        kind: "ignored".to_owned(),
        text: format!("more than {DECISIONS_MAX} decisions on one observation"),
    });
}

fn once(desk: &mut Desk<'_>) {
    if desk.state.phase == Phase::Stopped {
        return stops::finish(desk);
    }
    if desk.state.escalating.is_some() {
        return stops::escalating(desk);
    }
    if rewind::once(desk) {
        return;
    }
    if stops::wait_for_people(desk) {
        return;
    }
    if limits::watch(desk) {
        return;
    }
    match desk.state.phase {
        // Opening goes through these in one step.
        Phase::Idle | Phase::Parsing => {}
        Phase::Planning => draft::once(desk),
        Phase::Executing => execute::once(desk),
        Phase::Validating => validate::once(desk),
        Phase::Merging => validate::merge_once(desk),
        Phase::Done | Phase::Fail | Phase::Stopped => stops::finish(desk),
    }
}
