//! From the first line to the first worktree: the source becomes a promise, the promise a plan.

use gate::Subject;
use ledger::event::Decided;
use ledger::gate::{Checkpoint, GateDecision, Verdict};
use ledger::options::AgentRole;
use ledger::phase::{Mode, Phase};
use ledger::promise::Source;
use spec::Work;

use crate::step_context::StepContext;
use crate::{planning, stops};

/// Takes the task in.
pub(crate) fn opened(context: &mut StepContext<'_>) {
    let Some(opened) = context.state.opened.clone() else {
        return;
    };
    let decision = context.gate(Checkpoint::PreInput, &Subject::Input(&opened.source), &[]);
    if let Some(why) = refusal(&decision) {
        context.decide(Decided::Ended {
            phase: Phase::Fail,
            why: format!("the task is not taken in: {why}"),
        });
        return;
    }
    if !opened.trusted && context.state.mode == Mode::Quick {
        context.decide(Decided::Forced {
            signals: vec!["the task comes from an untrusted source".to_owned()],
        });
    }
    if !stops::enter(context, Phase::Parsing, "a task") {
        return;
    }
    let spec = match spec::read(&opened.source) {
        Ok(spec) => spec,
        Err(problems) => {
            let first = problems
                .iter()
                .find(|it| it.severity == spec::Severity::Error)
                .map(ToString::to_string)
                .unwrap_or_default();
            return stops::fail(context, &format!("the plan can't be used\n{first}"));
        }
    };
    let is_one_task = spec.is_one_task();
    for problem in spec.problems {
        context.decide(Decided::Noted {
            kind: "plan-warning".to_owned(),
            text: problem.to_string(),
        });
    }
    let mut promise = spec.promise;
    promise.trusted = opened.trusted;
    context.decide(Decided::Promised(promise.clone()));
    if !stops::enter(context, Phase::Planning, "the promise stands") {
        return;
    }
    // Where an agent of somebody else does the work, there may be no model that could plan it.
    let agent = context.options.agent.as_ref();
    let agent_plans = agent.is_some_and(|it| it.takes(AgentRole::Planner));
    let nobody_plans = agent.is_some() && !agent_plans && context.options.models.model.is_empty();
    // One sentence is a plan of one task by itself, where no more is asked for.
    let is_words = matches!(opened.source, Source::Sentence { .. } | Source::Issue(_));
    let by_itself = is_words && is_one_task && context.state.mode == Mode::Normal && !nobody_plans;
    let plan = match spec.work {
        Work::Planned(plan) if !by_itself => plan,
        Work::Unplanned if nobody_plans => {
            let why = "it has no plan, and no model is configured that could make one";
            return stops::fail(context, why);
        }
        Work::Planned(_) | Work::Unplanned => return planning::begin(context, &promise),
        // Who opens a run looks at that before.
        Work::Done(why) => {
            return stops::fail(context, &format!("nothing is left to be done: {why}"));
        }
    };
    let decision = planning::weighed(context, &plan, &promise);
    if let Some(why) = refusal(&decision) {
        return stops::fail(context, &format!("the plan is refused: {why}"));
    }
    planning::stand(context, plan);
}

/// What the strongest finding says, when the gates do not let it through.
fn refusal(decision: &GateDecision) -> Option<String> {
    match decision.verdict {
        Verdict::Allow => None,
        Verdict::Ask | Verdict::Deny => Some(
            decision
                .findings
                .first()
                .map(|it| format!("{} ({}/{})", it.message, it.policy, it.id))
                .unwrap_or_default(),
        ),
    }
}
