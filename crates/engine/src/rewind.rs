//! After a rewind, before anything else: worktree and branches follow the state back.

use ledger::action::{Action, Restore};
use ledger::ids::TaskId;
use ledger::phase::Phase;

use crate::state::State;
use crate::step_context::StepContext;

/// Puts back what a rewind left ahead of the state. Says whether there is something to wait for. Where no worktree
/// stands yet, making one does it.
pub(crate) fn once(context: &mut StepContext<'_>) -> bool {
    let Some((task, restore)) = restore(&context.state) else {
        return false;
    };
    // An act that fails again and again parks the run by itself.
    if context.state.acts.is_empty() && !context.given_up(&task) {
        context.allow(&task, Action::Restore(restore));
    }
    true
}

fn restore(state: &State) -> Option<(TaskId, Restore)> {
    let over =
        matches!(state.phase, Phase::Done | Phase::Fail | Phase::Stopped) || state.merged.is_some();
    if over {
        return None;
    }
    let task = state
        .to_restore
        .iter()
        .filter_map(|it| state.tasks.get(it))
        .find(|it| it.prepared.is_some())?;
    let prepared = task.prepared.as_ref()?;
    let opened = state.opened.as_ref()?;
    let restore = Restore {
        task: task.task.id.clone(),
        tree: task.tree.clone().unwrap_or_else(|| prepared.tree.clone()),
        commit: Some(task.tip.clone().unwrap_or_else(|| prepared.base.clone())),
        run_branch: Some(state.run_branch()),
        run_commit: Some(
            state
                .joined
                .tip
                .clone()
                .unwrap_or_else(|| opened.base.clone()),
        ),
    };
    Some((task.task.id.clone(), restore))
}
