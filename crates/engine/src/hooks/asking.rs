//! What hooks have said so far, and who is asked next.

use ledger::action::{Action, HookRun, Moment};
use ledger::ids::TaskId;
use ledger::options::Hooks;
use ledger::phase::Phase;

use super::{event, of};
use crate::state::{ActKind, HookAnswer, State, Telling};

/// What hooks have said of a moment.
pub(crate) enum Said {
    /// All may go on; there may be none.
    GoOn,
    /// This one is to be asked.
    Ask(Box<Action>),
    /// One is being asked.
    Wait,
    /// One says no, or can't be asked: why.
    No(String),
}

/// What the hooks say of something that is about to be done.
pub(crate) fn said(hooks: &Hooks, state: &State, task: &TaskId, moment: Moment) -> Said {
    let hooks = of(hooks, state, &moment);
    if hooks.is_empty() {
        return Said::GoOn;
    }
    let event = event(state, task, &moment, None);
    let telling = Telling {
        moment,
        hooks,
        event,
    };
    said_by_all(state, task, telling)
}

/// What these hooks say, one after the other.
pub(crate) fn said_by_all(state: &State, task: &TaskId, telling: Telling) -> Said {
    let Telling {
        moment,
        hooks,
        event,
    } = telling;
    for hook in hooks {
        let key = (moment.clone(), hook.name.clone());
        match state.hooked.answers.get(&key) {
            Some(HookAnswer::GoOn) => {}
            Some(HookAnswer::Stop(why)) => {
                return Said::No(format!("the hook `{}` says no: {why}", hook.name));
            }
            Some(HookAnswer::Broken(why)) => {
                return Said::No(format!("the hook `{}` can't be asked: {why}", hook.name));
            }
            None if is_asked(state, &key) => return Said::Wait,
            None => {
                return Said::Ask(Box::new(Action::Hook(HookRun {
                    task: task.clone(),
                    hook,
                    moment,
                    event,
                })));
            }
        }
    }
    Said::GoOn
}

fn is_asked(state: &State, (moment, name): &(Moment, String)) -> bool {
    let asks = |action: &Action| matches!(action, Action::Hook(run) if run.moment == *moment && run.hook.name == *name);
    state.acts.values().any(|open| match &open.kind {
        ActKind::World { action, .. } => asks(action),
        ActKind::Model { .. } | ActKind::Inspect { .. } | ActKind::Timer { .. } => false,
    })
}

/// The moment before a phase, of all the times that it is gone into.
pub(crate) fn before(state: &State, to: Phase) -> Moment {
    let times = state.counts.entered.get(&to).copied();
    Moment::BeforePhase(to, times.unwrap_or(0))
}
