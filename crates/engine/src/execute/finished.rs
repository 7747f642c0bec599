//! What comes of an act, beyond what the fold makes of it.

use gate::{Subject, Written};
use ledger::event::Need;
use ledger::evidence::Evidence;
use ledger::gate::Checkpoint;
use ledger::ids::{GitId, RelPath};
use ledger::observation::{ChangeFacts, Observation, Outcome, Status};
use ledger::phase::{Phase, Stop};

use super::OWN_FAILURES_MAX;
use crate::desk::Desk;
use crate::{calls, join, papers, stops, validate, waves};

/// What comes of an act, beyond what the fold makes of it.
pub(crate) fn finished(desk: &mut Desk<'_>, observation: &Observation) {
    if let Some(tool) = desk.state.just_done {
        let subject = Subject::ToolResult {
            tool,
            text: &observation.text,
            untrusted: observation.outside.is_some(),
            cleaned: &observation.cleaned,
        };
        desk.gate(Checkpoint::PostTool, &subject, &[]);
    }
    match &observation.outcome {
        // Only what counts as evidence is kept as such.
        Outcome::Checked(evidence)
            if desk.state.evidence.last().map(|it| &it.id) == Some(&evidence.id) =>
        {
            checked(desk, evidence);
        }
        Outcome::TargetMoved { tip } => {
            let tip = tip.as_ref().map_or("gone", GitId::short).to_owned();
            if desk.state.phase == Phase::Merging {
                stops::enter(
                    desk,
                    Phase::Validating,
                    &format!("the target moved to {tip}"),
                );
            }
        }
        Outcome::ProtectedMoved { what } => {
            if desk.state.phase == Phase::Merging {
                stops::enter(desk, Phase::Validating, &what.join("; "));
            }
        }
        Outcome::Conflicted { .. } => match desk.state.joining.clone() {
            Some(id) => join::conflicted(desk, &id),
            None => validate::conflicted(desk),
        },
        Outcome::Changed {
            path, after, facts, ..
        } => {
            changed(desk, path, after.is_some(), facts.as_deref());
        }
        Outcome::Gone if desk.state.park.is_none() => {
            let what = observation.text.clone();
            return waves::hold(desk, Stop::Blocked, what.clone(), vec![Need::Mend { what }]);
        }
        Outcome::Plain
        | Outcome::Gone
        | Outcome::Prepared(_)
        | Outcome::Committed(_)
        | Outcome::Integrated { .. }
        | Outcome::Recorded { .. }
        | Outcome::Candidate(_)
        | Outcome::CheckedOut(_)
        | Outcome::Checked(_)
        | Outcome::Tried { .. }
        | Outcome::Restored { .. }
        | Outcome::Merged { .. }
        | Outcome::HandedOver { .. }
        | Outcome::Discarded { .. } => {}
    }
    own_failure(desk, observation);
}

/// A result of verification goes through its gate.
fn checked(desk: &mut Desk<'_>, evidence: &Evidence) {
    let tree = desk
        .state
        .validation
        .candidate
        .as_ref()
        .map(|it| it.tree.clone());
    let candidate = desk.state.validation.candidate.clone();
    let changed = candidate.map(|it| papers::work_of_others(&desk.state, &it.changed));
    let changed = changed.unwrap_or_default();
    let subject = Subject::VerifyResult {
        evidence,
        tree: tree.as_ref(),
        changed: &changed,
    };
    desk.gate(Checkpoint::PostVerifyResult, &subject, &[]);
}

/// A file that was written, or is gone, goes through its gate.
fn changed(desk: &mut Desk<'_>, path: &RelPath, stands: bool, facts: Option<&ChangeFacts>) {
    let content = stands.then(|| calls::written(&desk.state, path));
    let task = desk.state.at_hand();
    let base = task.and_then(|it| it.tests.get(path.as_str()).cloned().flatten());
    let subject = Subject::Written(Written {
        path: path.as_str(),
        after: content.as_deref(),
        facts,
        base: base.as_ref(),
    });
    desk.gate(Checkpoint::PostWrite, &subject, &[]);
}

/// One of the harness's own acts that fails again and again needs somebody to mend what is outside.
fn own_failure(desk: &mut Desk<'_>, observation: &Observation) {
    let failed = matches!(
        observation.status,
        Status::Failed | Status::TimedOut | Status::FactsChanged
    );
    let over = desk
        .state
        .at_hand()
        .is_some_and(|it| it.failures.own >= OWN_FAILURES_MAX);
    if failed && over && desk.state.park.is_none() && desk.state.ended.is_none() {
        let what = observation.text.clone();
        waves::hold(desk, Stop::Blocked, what.clone(), vec![Need::Mend { what }]);
    }
}
