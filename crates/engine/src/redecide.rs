//! A recorded action decided again under other policies: for back-testing. A run itself never decides twice.
//!
//! Grants of people don't count here: they were given against what other policies said.

use std::sync::Arc;

use gate::Policies;
use ledger::facts::{Fact, Question};
use ledger::gate::GateDecision;
use ledger::ids::{CallId, TaskId};
use ledger::proposal::Proposal;

use crate::state::State;
use crate::step_context::StepContext;
use crate::{authorise, calls, evidence, validate};

/// What policies say of a recorded action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The action.
    pub proposal: Arc<Proposal>,
    /// The decision, as if nobody had granted anything.
    pub decision: GateDecision,
    /// What these policies want to know and the recorded facts say nothing of.
    pub missing: Vec<Question>,
}

/// What these policies say of a call, given its facts; the state already has the line that brought them. `None` if the
/// call no longer waited to be judged.
#[must_use]
pub fn judged(state: &State, call: &CallId, facts: &[Fact], policies: &Policies) -> Option<Judged> {
    let (task, proposal) = calls::weighed(state, call)?;
    let asked = state.tasks.get(&task)?.questions(&proposal, facts);
    let mut context = ungranted(state, policies)?;
    let missing = gate::missing(&proposal, &asked, &context.context(facts), policies);
    let decision = authorise::decided(&proposal, |checkpoint, subject| {
        context.gate(checkpoint, subject, facts)
    });
    Some(Judged {
        proposal,
        decision,
        missing,
    })
}

/// What these policies say of the command that a verification is to run next; the gates were asked on behalf of this
/// task. `None` if there is no such command.
#[must_use]
pub fn checked(state: &State, task: Option<&TaskId>, policies: &Policies) -> Option<Judged> {
    let command = evidence::next_command(state)?;
    let mut context = ungranted(state, policies)?;
    context.turn_to(task);
    let argv = shell::argv_of(&command).unwrap_or_default();
    let decision = validate::decision(&mut context, &command, &argv);
    let proposal = Proposal::Verify { command };
    let missing = gate::missing(&proposal, &[], &context.context(&[]), policies);
    Some(Judged {
        proposal: Arc::new(proposal),
        decision,
        missing,
    })
}

fn ungranted<'a>(state: &State, policies: &'a Policies) -> Option<StepContext<'a>> {
    let mut state = state.clone();
    // What commands reach lifts no finding: it is how things stand.
    state.grants.retain(|it| it.network.is_some());
    StepContext::new(state, policies)
}
