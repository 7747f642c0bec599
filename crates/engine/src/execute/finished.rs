//! What comes of an act, beyond what the fold makes of it.

use gate::{Subject, Written};
use ledger::event::Need;
use ledger::evidence::Evidence;
use ledger::gate::Checkpoint;
use ledger::ids::{ActId, GitId, RelPath};
use ledger::observation::{ChangeFacts, Observation, Outcome, Status};
use ledger::phase::{Phase, Stop};

use crate::state::OWN_FAILURES_MAX;
use crate::step_context::StepContext;
use crate::{calls, join, provider, spec_updates, stops, validate, waves};

/// What comes of an act, beyond what the fold makes of it.
pub(crate) fn finished(context: &mut StepContext<'_>, act: ActId, observation: &Observation) {
    if let Some(tool) = context.state.just_done {
        let subject = Subject::ToolResult {
            tool,
            text: &observation.text,
            untrusted: observation.outside.is_some(),
            cleaned: &observation.cleaned,
        };
        context.gate(Checkpoint::PostTool, &subject, &[]);
    }
    match &observation.outcome {
        // Only what counts as evidence is kept as such.
        Outcome::Checked(evidence)
            if context.state.evidence.last().map(|it| &it.id) == Some(&evidence.id) =>
        {
            checked(context, evidence);
        }
        Outcome::TargetMoved { tip } => {
            let tip = tip.as_ref().map_or("gone", GitId::short).to_owned();
            if context.state.phase == Phase::Merging {
                let why = format!("the target moved to {tip}");
                stops::enter(context, Phase::Validating, &why);
            }
        }
        Outcome::ProtectedMoved { what } => {
            if context.state.phase == Phase::Merging {
                stops::enter(context, Phase::Validating, &what.join("; "));
            }
        }
        Outcome::InTheWay {
            checkout,
            why,
            then,
        } if context.state.park.is_none() => return in_the_way(context, checkout, why, then),
        Outcome::Conflicted { .. } => match context.state.joining.clone() {
            Some(id) => join::conflicted(context, &id),
            None => validate::conflicted(context),
        },
        Outcome::Delegated(it) => provider::turn_ended(context, act, observation.status, it),
        Outcome::Changed {
            path, after, facts, ..
        } => {
            changed(context, path, after.is_some(), facts.as_deref());
        }
        Outcome::Gone if context.state.park.is_none() => {
            let what = observation.text.clone();
            let need = vec![Need::Mend { what: what.clone() }];
            return waves::hold(context, Stop::Blocked, what, need);
        }
        Outcome::Plain
        | Outcome::Gone
        | Outcome::Prepared(_)
        | Outcome::Offered(_)
        | Outcome::Committed(_)
        | Outcome::Integrated { .. }
        | Outcome::Recorded { .. }
        | Outcome::Candidate(_)
        | Outcome::CheckedOut(_)
        | Outcome::Checked(_)
        | Outcome::Tried { .. }
        | Outcome::Restored { .. }
        | Outcome::Merged { .. }
        | Outcome::InTheWay { .. }
        | Outcome::HandedOver { .. }
        | Outcome::Discarded { .. }
        | Outcome::Pushed { .. }
        | Outcome::OnForge(_) => {}
    }
    own_failure(context, observation);
}

/// A merge waits for its checkout.
fn in_the_way(context: &mut StepContext<'_>, checkout: &str, why: &str, then: &str) {
    let why = format!("the checkout `{checkout}` can't follow a merge: {why}");
    let what = format!("{why}; {then}");
    stops::park(context, Stop::Blocked, why, vec![Need::Mend { what }]);
}

/// A result of verification goes through its gate.
fn checked(context: &mut StepContext<'_>, evidence: &Evidence) {
    let tree = context
        .state
        .validation
        .candidate
        .as_ref()
        .map(|it| it.tree.clone());
    let candidate = context.state.validation.candidate.clone();
    let changed = candidate.map(|it| spec_updates::work_of_others(&context.state, &it.changed));
    let changed = changed.unwrap_or_default();
    let subject = Subject::VerifyResult {
        evidence,
        tree: tree.as_ref(),
        changed: &changed,
    };
    context.gate(Checkpoint::PostVerifyResult, &subject, &[]);
}

/// A file that was written, or is gone, goes through its gate.
fn changed(
    context: &mut StepContext<'_>,
    path: &RelPath,
    stands: bool,
    facts: Option<&ChangeFacts>,
) {
    let content = stands.then(|| calls::written(&context.state, path));
    let task = context.state.at_hand();
    let base = task.and_then(|it| it.tests.get(path.as_str()).cloned().flatten());
    let subject = Subject::Written(Written {
        path: path.as_str(),
        after: content.as_deref(),
        facts,
        base: base.as_ref(),
    });
    context.gate(Checkpoint::PostWrite, &subject, &[]);
}

/// One of the harness's own acts that fails again and again needs somebody to mend what is outside.
fn own_failure(context: &mut StepContext<'_>, observation: &Observation) {
    let failed = matches!(
        observation.status,
        Status::Failed | Status::TimedOut | Status::FactsChanged
    );
    let over = context
        .state
        .at_hand()
        .is_some_and(|it| it.failures.own >= OWN_FAILURES_MAX);
    if failed && over && context.state.park.is_none() && context.state.ended.is_none() {
        let what = observation.text.clone();
        waves::hold(
            context,
            Stop::Blocked,
            what.clone(),
            vec![Need::Mend { what }],
        );
    }
}
