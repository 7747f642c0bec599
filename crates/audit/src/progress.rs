//! How far a run is, in a few numbers that are cheap to tell again and again.

use engine::state::{Stage, State};
use ledger::money::Usd;

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What it has cost.
    pub spent: Usd,
    /// Whether some of that was spent at a price that is a guess.
    pub guessed: bool,
    /// What all its budget segments allow together.
    pub total: Usd,
    /// Tasks whose work is in the run branch.
    pub tasks_done: usize,
    /// Tasks of the plan; 0 before there is one.
    pub tasks: usize,
}

/// How far this run is.
#[must_use]
pub fn progress(state: &State) -> Progress {
    let tasks = state
        .plan
        .as_ref()
        .map_or(&[][..], |it| it.tasks.as_slice());
    let is_done = |id| {
        let found = state.tasks.get(id);
        found.is_some_and(|it| it.stage == Stage::Integrated)
    };
    Progress {
        spent: state.purse.spent.total(),
        guessed: state.purse.guessed,
        total: state.purse.total,
        tasks_done: tasks.iter().filter(|it| is_done(&it.id)).count(),
        tasks: tasks.len(),
    }
}
