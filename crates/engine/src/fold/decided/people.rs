//! What is asked of people, and what agents are told.

use context::history::Turn;
use ledger::event::{Ask, Nudge, Stamp};
use ledger::ids::{ActId, CallId, Hash};

use super::acts::next_after;
use super::set_status;
use crate::person_words::APPROVED;
use crate::state::{Asking, CallStatus, State};

pub(super) fn asked(
    state: &mut State,
    stamp: &Stamp,
    act: ActId,
    call: Option<&CallId>,
    ask: &Ask,
) {
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
        if call.is_none() {
            // Its own words are the question, and so no claim.
            task.claim = None;
        }
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

pub(super) fn settled(state: &mut State, act: ActId, said: &str) {
    let Some(asking) = state.questions.remove(&act) else {
        return;
    };
    if let Some(call) = &asking.call {
        set_status(state, asking.task.as_ref(), call, CallStatus::New);
    }
    if let Ask::Tools { tools, .. } = &asking.ask {
        let servers = std::sync::Arc::make_mut(&mut state.servers);
        servers.said(tools, said == APPROVED);
    }
    if matches!(asking.ask, Ask::Review { .. }) && said == APPROVED {
        state.validation.reviewed = true;
    }
}

pub(super) fn nudged(state: &mut State, stamp: &Stamp, about: Nudge, text: &str) {
    let limits = state.opened.as_ref().map(|it| it.options.limits.clone());
    let Some(task) = stamp.task.as_ref().and_then(|it| state.tasks.get_mut(it)) else {
        return;
    };
    task.turns.push(match about {
        Nudge::Hint => Turn::Person(text.into()),
        Nudge::Loop | Nudge::NothingChanged | Nudge::Again | Nudge::Plan | Nudge::Hook => {
            Turn::Harness(text.into())
        }
    });
    task.claim = None;
    match about {
        Nudge::Loop => {
            if let Some(limits) = limits {
                task.stuck.nudged(&limits);
            }
        }
        Nudge::NothingChanged => task.told_empty = true,
        Nudge::Hint => {
            task.words_in_row = 0;
            task.stuck.forgiven();
        }
        Nudge::Again => {}
        Nudge::Plan => task.rounds = task.rounds.saturating_add(1),
        Nudge::Hook => {
            let id = task.task.id.clone();
            state
                .hooked
                .to_say
                .retain(|(task, said)| (task, said.as_str()) != (&id, text));
        }
    }
}
