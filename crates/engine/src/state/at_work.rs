//! Who works on the tasks of a run.

use ledger::options::{AgentChoice, AgentRole};
use ledger::phase::Phase;

use super::State;

impl State {
    /// Who works on tasks now, if it is not the built-in loop.
    pub(crate) fn worker(&self) -> Option<&AgentChoice> {
        let opened = self.opened.as_deref()?;
        let role = match self.phase {
            Phase::Executing => AgentRole::Executor,
            Phase::Planning => AgentRole::Planner,
            Phase::Idle
            | Phase::Parsing
            | Phase::Validating
            | Phase::Merging
            | Phase::Done
            | Phase::Fail
            | Phase::Stopped => return None,
        };
        let agent = opened.options.agent.as_ref();
        agent.filter(|it| it.takes(role))
    }
}
