//! After a rewind, before anything else: worktree and branches follow the state back.

use ledger::action::{Action, Restore};
use ledger::ids::TaskId;
use ledger::phase::Phase;

use crate::desk::Desk;
use crate::state::State;

/// Puts back what a rewind left ahead of the state. Says whether there is something to wait for. Where no worktree
/// stands yet, making one does it.
pub(crate) fn once(desk: &mut Desk<'_>) -> bool {
    let Some((task, restore)) = restore(&desk.state) else {
        return false;
    };
    // An act that fails again and again parks the run by itself.
    if desk.state.acts.is_empty() && !desk.given_up(&task) {
        desk.allow(&task, Action::Restore(restore));
    }
    true
}

fn restore(state: &State) -> Option<(TaskId, Restore)> {
    let over = matches!(state.phase, Phase::Done | Phase::Fail) || state.merged.is_some();
    if !state.rewound || over {
        return None;
    }
    // Tasks are worked on one after the other: the run branch is where the newest of them began, or what it committed.
    let plan = state.plan.as_ref()?;
    let tasks = plan.tasks.iter().rev();
    let task = tasks
        .filter_map(|it| state.tasks.get(&it.id))
        .find(|it| it.prepared.is_some())?;
    let prepared = task.prepared.as_ref()?;
    let restore = Restore {
        task: task.task.id.clone(),
        tree: task.tree.clone().unwrap_or_else(|| prepared.tree.clone()),
        commit: Some(task.tip.clone().unwrap_or_else(|| prepared.base.clone())),
        run_branch: Some(state.run_branch()),
    };
    Some((task.task.id.clone(), restore))
}
