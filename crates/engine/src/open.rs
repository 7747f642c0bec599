//! From the first line to the first worktree: the source becomes a promise, the promise a plan.

use gate::Subject;
use ledger::event::Decided;
use ledger::gate::{Checkpoint, GateDecision, Verdict};
use ledger::phase::{Mode, Phase};
use ledger::promise::Source;
use spec::Work;

use crate::desk::Desk;
use crate::{draft, stops};

/// Takes the task in.
pub(crate) fn opened(desk: &mut Desk<'_>) {
    let Some(opened) = desk.state.opened.clone() else {
        return;
    };
    let decision = desk.gate(Checkpoint::PreInput, &Subject::Input(&opened.source), &[]);
    if let Some(why) = refusal(&decision) {
        desk.decide(Decided::Ended {
            phase: Phase::Fail,
            why: format!("the task is not taken in: {why}"),
        });
        return;
    }
    if !opened.trusted && desk.state.mode == Mode::Quick {
        desk.decide(Decided::Forced {
            signals: vec!["the task comes from an untrusted source".to_owned()],
        });
    }
    if !stops::enter(desk, Phase::Parsing, "a task") {
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
            return stops::fail(desk, &format!("the plan can't be used\n{first}"));
        }
    };
    for problem in spec.problems {
        desk.decide(Decided::Noted {
            kind: "plan-warning".to_owned(),
            text: problem.to_string(),
        });
    }
    let mut promise = spec.promise;
    promise.trusted = opened.trusted;
    desk.decide(Decided::Promised(promise.clone()));
    if !stops::enter(desk, Phase::Planning, "the promise stands") {
        return;
    }
    // One sentence is a plan of one task by itself, where no more is asked for.
    let by_itself =
        matches!(opened.source, Source::Sentence { .. }) && desk.state.mode == Mode::Normal;
    let plan = match spec.work {
        Work::Planned(plan) if !by_itself => plan,
        Work::Planned(_) | Work::Unplanned => return draft::begin(desk, &promise),
        // Who opens a run looks at that before.
        Work::Done(why) => {
            return stops::fail(desk, &format!("nothing is left to be done: {why}"));
        }
    };
    let decision = draft::weighed(desk, &plan, &promise);
    if let Some(why) = refusal(&decision) {
        return stops::fail(desk, &format!("the plan is refused: {why}"));
    }
    draft::stand(desk, plan);
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
