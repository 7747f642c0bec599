//! What a person is asked about a call, and what they would be asked about one that nobody made yet.

use gate::{Policies, Subject};
use ledger::event::Ask;
use ledger::facts::{Fact, Question};
use ledger::gate::{Checkpoint, GateDecision, Verdict};
use ledger::ids::TaskId;
use ledger::proposal::Proposal;

use crate::state::State;
use crate::step_context::StepContext;

/// Asks the gates about a call, at both checkpoints for a write: the stricter verdict, all findings.
pub(crate) fn decided(
    proposal: &Proposal,
    mut gate: impl FnMut(Checkpoint, &Subject<'_>) -> GateDecision,
) -> GateDecision {
    let decision = gate(Checkpoint::PreTool, &Subject::Tool(proposal));
    let writes = gate::checkpoints_of(proposal).contains(&Checkpoint::PreWrite);
    if !writes || decision.verdict == Verdict::Deny {
        return decision;
    }
    joined(
        decision,
        gate(Checkpoint::PreWrite, &Subject::Write(proposal)),
    )
}

fn joined(one: GateDecision, mut other: GateDecision) -> GateDecision {
    let mut findings = one.findings;
    findings.append(&mut other.findings);
    findings.sort_by_key(|it| std::cmp::Reverse(it.severity));
    GateDecision {
        checkpoint: other.checkpoint,
        verdict: one.verdict.max(other.verdict),
        findings,
        trace_id: other.trace_id,
    }
}

/// What has to be known of a task's worktree before a call can be judged, asked about or granted: `look` answers
/// questions, each with one fact.
pub fn gather(
    state: &State,
    task: &TaskId,
    proposal: &Proposal,
    look: impl FnMut(&[Question]) -> Vec<Fact>,
) -> Vec<Fact> {
    match state.tasks.get(task) {
        Some(task) => task.gather(proposal, look),
        None => gate::gather(proposal, &gate::Context::default(), look),
    }
}

/// What the run would ask about a call of this task if its agent made it now and nothing were granted; the verdict says
/// whether it would ask at all. `None`: the run is not opened yet.
#[must_use]
pub fn foreseen(
    state: &State,
    policies: &Policies,
    task: &TaskId,
    proposal: &Proposal,
    facts: &[Fact],
) -> Option<Ask> {
    let mut state = state.clone();
    // What commands reach lifts no finding: it is how things stand.
    state.grants.retain(|it| it.network.is_some());
    let mut context = StepContext::new(state, policies)?;
    context.turn_to(Some(task));
    let decision = decided(proposal, |checkpoint, subject| {
        context.weighed(checkpoint, subject, facts)
    });
    Some(context.permission(proposal, facts, decision))
}
