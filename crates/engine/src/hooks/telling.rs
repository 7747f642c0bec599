//! Tells hooks what has happened, and sees to what they answer.

use ledger::action::Moment;
use ledger::event::{Decided, Need, Nudge};
use ledger::ids::TaskId;
use ledger::phase::Stop;

use super::asking::Said;
use super::whose;
use crate::state::HookAnswer;
use crate::step_context::StepContext;
use crate::{calls, waves};

/// What follows from an answer that has just come, beyond what waits for it.
pub(crate) fn answered(context: &mut StepContext<'_>) {
    let Some((moment, name, answer)) = context.state.hooked.just.clone() else {
        return;
    };
    match (&moment, answer) {
        (Moment::BeforeCall(task, call), _) => match context.ask_hooks(task, moment.clone()) {
            Said::Ask(_) | Said::Wait => {}
            // The world may have changed meanwhile, and the gates look again.
            Said::GoOn => context.decide_for(task, Decided::Weigh { call: call.clone() }),
            Said::No(why) => calls::refused(context, task, call, &why),
        },
        (Moment::AfterCall { .. } | Moment::AfterPhase(..), HookAnswer::Broken(why)) => {
            held(context, format!("the hook `{name}` can't be told: {why}"));
        }
        (Moment::AfterPhase(..), HookAnswer::Stop(why)) => {
            held(context, format!("the hook `{name}` says no: {why}"));
        }
        // Where it waits, it is asked for; and an agent is told when its turn has come.
        (Moment::BeforePhase(..) | Moment::BeforeCheck { .. } | Moment::Failed(_), _)
        | (Moment::AfterCall { .. }, HookAnswer::GoOn | HookAnswer::Stop(_))
        | (Moment::AfterPhase(..), HookAnswer::GoOn) => {}
    }
}

fn held(context: &mut StepContext<'_>, why: String) {
    if context.state.park.is_none() && context.state.ended.is_none() {
        let need = vec![Need::Mend { what: why.clone() }];
        waves::hold(context, Stop::Blocked, why, need);
    }
}

/// Tells hooks what has happened, and agents what hooks said of it. Says whether one has to be waited for.
pub(crate) fn tell(context: &mut StepContext<'_>) -> bool {
    let state = &context.state;
    let between_replies = |task: &TaskId| {
        let task = state.tasks.get(task);
        task.is_some_and(|it| it.calls.is_empty())
    };
    let mut words = state.hooked.to_say.iter();
    if let Some((task, text)) = words.find(|(task, _)| between_replies(task)).cloned() {
        let about = Nudge::Hook;
        context.decide_for(&task, Decided::Nudged { about, text });
        return true;
    }
    let Some(telling) = context.state.hooked.to_tell.first().cloned() else {
        return false;
    };
    let task = match telling.moment.call() {
        Some((task, _)) => Some(task.clone()),
        None => whose(&context.state),
    };
    let Some(task) = task else { return false };
    match context.tell_hooks(&task, telling) {
        Said::Ask(_) | Said::Wait => true,
        Said::GoOn => false,
        Said::No(why) => {
            held(context, why);
            true
        }
    }
}
