//! A recorded call decided again under other policies: for back-testing. A run itself never decides twice.

use std::sync::Arc;

use gate::Policies;
use ledger::facts::{Fact, Question};
use ledger::gate::GateDecision;
use ledger::ids::{CallId, TaskId};
use ledger::proposal::Proposal;

use crate::calls;
use crate::desk::Desk;
use crate::state::State;

/// What policies say of a recorded call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The task that it belongs to.
    pub task: TaskId,
    /// What was proposed.
    pub proposal: Arc<Proposal>,
    /// The decision, as if nobody had granted anything.
    pub decision: GateDecision,
    /// What these policies want to know and the recorded facts say nothing of.
    pub missing: Vec<Question>,
}

/// What these policies say of a call, given its facts; the state already has the line that brought them. Grants of people
/// don't count: they were given against what other policies said. `None` if the call no longer waited to be judged.
#[must_use]
pub fn judged(state: &State, call: &CallId, facts: &[Fact], policies: &Policies) -> Option<Judged> {
    let (task, proposal) = calls::weighed(state, call)?;
    let asked = state.tasks.get(&task)?.questions(&proposal);
    let mut state = state.clone();
    state.grants.clear();
    let mut desk = Desk::new(state, policies)?;
    let missing = gate::missing(&proposal, &asked, &desk.context(facts), policies);
    let decision = calls::decision(&mut desk, &proposal, facts);
    Some(Judged {
        task,
        proposal,
        decision,
        missing,
    })
}
