//! What is asked about acts and calls of a state.

use ledger::action::Action;
use ledger::ids::{ActId, CallId, TaskId};
use ledger::money::Usd;
use ledger::options::PriceBasis;

use crate::state::{ActKind, Pending, State, TaskState};

impl State {
    /// The pending call of this name. Models name calls, and two of them may choose the same name.
    #[must_use]
    pub fn pending(&self, task: &TaskId, call: &CallId) -> Option<(&TaskState, &Pending)> {
        let task = self.tasks.get(task)?;
        let pending = task.calls.iter().find(|it| it.call.id == *call)?;
        Some((task, pending))
    }

    /// What an act under way in the world is to do.
    #[must_use]
    pub fn action(&self, act: ActId) -> Option<&Action> {
        match &self.acts.get(&act)?.kind {
            ActKind::World { action, .. } => Some(action),
            ActKind::Model { .. } | ActKind::Inspect { .. } | ActKind::Timer { .. } => None,
        }
    }

    /// The turn of an agent of somebody else that works on this task, if one is under way and was not ended by us.
    #[must_use]
    pub fn turn_of(&self, task: &TaskId) -> Option<ActId> {
        let is_turn = |act: ActId| matches!(self.action(act), Some(Action::Delegate(_)));
        let mut acts = self.acts.iter();
        let found = acts.find(|(act, open)| {
            !open.cancelled && open.task.as_ref() == Some(task) && is_turn(**act)
        });
        found.map(|(act, _)| *act)
    }

    /// The task that an act belongs to, for changing it.
    pub(crate) fn task_of(&mut self, act: ActId) -> Option<&mut TaskState> {
        let task: TaskId = self.acts.get(&act)?.task.clone()?;
        self.tasks.get_mut(&task)
    }

    /// A cost at a guessed price makes the sum a guess.
    pub(crate) fn guessed(&mut self, cost: Usd) {
        let opened = self.opened.as_ref();
        let guesses = opened.is_some_and(|it| it.options.budget.basis == PriceBasis::Guessed);
        self.purse.guessed |= guesses && cost > Usd::ZERO;
    }
}
