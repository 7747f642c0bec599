//! A recorded action decided again under other policies: for back-testing. A run itself never decides twice.
//!
//! Grants of people don't count here: they were given against what other policies said.

use std::sync::Arc;

use gate::Policies;
use ledger::facts::{Fact, Question};
use ledger::gate::GateDecision;
use ledger::ids::{CallId, TaskId};
use ledger::proposal::Proposal;
use ledger::session::SessionSeen;

use crate::agent_calls::{self, Told};
use crate::state::State;
use crate::step_context::StepContext;
use crate::{authorise, calls, evidence, validate};

/// What policies say of a call of an agent of somebody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedCall {
    /// The tool, and what it would do.
    pub action: String,
    /// The decision, as if nobody had granted anything.
    pub decision: GateDecision,
    /// What these policies want to know and the recorded facts say nothing of.
    pub missing: Vec<Question>,
}

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

/// What these policies say of what a hook told of an agent that works on this task; the state already has that line. `None` where
/// it is no call, or one that touches nothing.
#[must_use]
pub fn judged_call(
    state: &State,
    task: &TaskId,
    seen: &SessionSeen,
    policies: &Policies,
) -> Option<JudgedCall> {
    let told = Told::of(seen)?;
    let mut context = ungranted(state, policies)?;
    context.turn_to(Some(task));
    let proposals = agent_calls::read(&context, task, &told).unwrap_or_default();
    let mut missing = Vec::new();
    for proposal in &proposals {
        let asked = state.tasks.get(task)?.questions(proposal, told.facts);
        let more = gate::missing(proposal, &asked, &context.context(told.facts), policies);
        missing.extend(more);
    }
    let shown: Vec<String> = proposals.iter().map(gate::canonical).collect();
    let decision = match agent_calls::weigh(&mut context, task, &told) {
        agent_calls::Judged::Unread(decision) => decision,
        agent_calls::Judged::Read(worst) => worst?.0,
    };
    Some(JudgedCall {
        action: format!("{} {}", told.tool, shown.join("; "))
            .trim_end()
            .to_owned(),
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
