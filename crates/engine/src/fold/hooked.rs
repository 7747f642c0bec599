//! What hooks have answered, and what they are still to be told.

use ledger::action::{Action, Moment};
use ledger::ids::{ActId, CallId, TaskId};
use ledger::observation::{Observation, Status};
use ledger::phase::Phase;

use crate::hooks;
use crate::state::{ActKind, CallStatus, HookAnswer, Hooked, State, Telling};

/// What is remembered of calls at most: they are asked about once.
const ANSWERS_MAX: usize = 1_000;

/// Whether an act asks a hook.
pub(super) fn is_hook(state: &State, act: ActId) -> bool {
    matches!(state.action(act), Some(Action::Hook(_)))
}

/// A hook has ended.
pub(super) fn ended(state: &mut State, act: ActId, came: &Observation) {
    state.hooked.just = None;
    let Some(open) = state.acts.get(&act) else {
        return;
    };
    let ActKind::World { action, .. } = &open.kind else {
        return;
    };
    let Action::Hook(run) = action.as_ref() else {
        return;
    };
    let (moment, name) = (run.moment.clone(), run.hook.name.clone());
    let Some(answer) = hooks::answer(came) else {
        // It is asked again once the run goes on.
        if let Moment::BeforeCall(task, call) = &moment {
            begin_again(state, task, call);
        }
        return;
    };
    if state.hooked.answers.len() >= ANSWERS_MAX {
        state
            .hooked
            .answers
            .retain(|(it, _), _| it.call().is_none());
    }
    if let (Moment::AfterCall { task, .. }, HookAnswer::Stop(why)) = (&moment, &answer) {
        let text = format!("[the hook `{name}` says] {why}");
        state.hooked.to_say.push((task.clone(), text));
    }
    let key = (moment.clone(), name.clone());
    state.hooked.answers.insert(key, answer.clone());
    state.hooked.just = Some((moment, name, answer));
    forget_told(state);
}

fn begin_again(state: &mut State, task: &TaskId, call: &CallId) {
    let task = state.tasks.get_mut(task);
    let calls = task.into_iter().flat_map(|it| &mut it.calls);
    for pending in calls.filter(|it| it.call.id == *call) {
        if matches!(pending.status, CallStatus::Weighing) {
            pending.status = CallStatus::New;
        }
    }
}

/// What every hook was told is done. After a failure there is nothing left to hold.
fn forget_told(state: &mut State) {
    let Hooked {
        answers, to_tell, ..
    } = &mut state.hooked;
    to_tell.retain(|telling| {
        let over = matches!(telling.moment, Moment::Failed(_));
        telling.hooks.iter().any(|hook| {
            match answers.get(&(telling.moment.clone(), hook.name.clone())) {
                None => true,
                Some(HookAnswer::Broken(_)) => !over,
                Some(HookAnswer::GoOn | HookAnswer::Stop(_)) => false,
            }
        })
    });
}

/// A call has its result: hooks are to be told.
pub(super) fn called(state: &mut State, task: &TaskId, call: &CallId, came: &Observation) {
    let moment = Moment::AfterCall {
        task: task.clone(),
        call: call.clone(),
        failed: came.status != Status::Ok,
    };
    to_tell(state, task, moment, Some(came));
}

/// The run has gone from one phase into another.
pub(super) fn moved(state: &mut State, from: Phase, to: Phase) {
    let times = |phase: Phase| state.counts.entered.get(&phase).copied().unwrap_or(0);
    let mut moments = vec![Moment::AfterPhase(from, times(from))];
    match to {
        Phase::Done => moments.push(Moment::AfterPhase(to, times(to))),
        Phase::Fail => moments.push(Moment::Failed(from)),
        Phase::Idle
        | Phase::Parsing
        | Phase::Planning
        | Phase::Executing
        | Phase::Validating
        | Phase::Merging
        | Phase::Stopped => {}
    }
    let Some(task) = hooks::whose(state) else {
        return;
    };
    for moment in moments {
        to_tell(state, &task, moment, None);
    }
}

fn to_tell(state: &mut State, task: &TaskId, moment: Moment, came: Option<&Observation>) {
    let Some(opened) = state.opened.clone() else {
        return;
    };
    let concerned = hooks::of(&opened.options.hooks, state, &moment);
    if concerned.is_empty() {
        return;
    }
    let event = hooks::event(state, task, &moment, came);
    state.hooked.to_tell.push(Telling {
        moment,
        hooks: concerned,
        event,
    });
}

/// It goes on: who said no, or could not be asked, is asked again.
pub(super) fn goes_on(state: &mut State) {
    let all = &mut state.hooked.answers;
    all.retain(|_, answer| matches!(answer, HookAnswer::GoOn));
}
