//! Holding a decision of the ledger against what other policies say.

use std::cmp::Ordering;

use ledger::facts::Question;
use ledger::gate::{Checkpoint, Finding, GateDecision, Severity, Verdict};
use ledger::ids::CallId;

use super::changed::{Changed, Now, Place};

/// Findings that are named; more are left out.
const FINDINGS_MAX: usize = 8;

/// How an action changes, of which this was decided; `None`: it does not.
pub(super) fn compared(
    place: Place<'_>,
    then: &[GateDecision],
    action: String,
    decision: &GateDecision,
    missing: &[Question],
) -> Option<Changed> {
    let then: Vec<GateDecision> = then.iter().map(gate::ungranted).collect();
    let before: Vec<&Finding> = then.iter().flat_map(|it| &it.findings).collect();
    let verdict = strictest(&then);
    let missing = missing.iter().map(Question::words).collect();
    let now = now(verdict, &before, decision, missing)?;
    Some(changed(place, action, verdict, now))
}

/// An action whose call can't be read any more.
pub(super) fn unread(place: Place<'_>, call: &CallId, then: &[GateDecision]) -> Changed {
    let then: Vec<GateDecision> = then.iter().map(gate::ungranted).collect();
    let missing = vec!["what was proposed, in words that this program knows".to_owned()];
    let now = Now::Unknown { missing };
    changed(place, format!("call {call}"), strictest(&then), now)
}

fn changed(place: Place<'_>, action: String, then: Verdict, now: Now) -> Changed {
    Changed {
        run: place.run.clone(),
        seq: place.seq,
        task: place.task.cloned(),
        action,
        then,
        now,
    }
}

fn strictest(decisions: &[GateDecision]) -> Verdict {
    let verdicts = decisions.iter().map(|it| it.verdict);
    verdicts.max().unwrap_or(Verdict::Allow)
}

/// What is missing makes no difference to a denial: a fact more adds findings and takes none away.
fn now(
    then: Verdict,
    before: &[&Finding],
    decision: &GateDecision,
    missing: Vec<String>,
) -> Option<Now> {
    let verdict = decision.verdict;
    if !missing.is_empty() && verdict != Verdict::Deny {
        return Some(Now::Unknown { missing });
    }
    let after: Vec<&Finding> = decision.findings.iter().collect();
    match verdict.cmp(&then) {
        Ordering::Equal => None,
        Ordering::Greater => Some(Now::Stricter {
            verdict,
            by: only(&after, before, |it| makes(it, verdict, decision.checkpoint)),
        }),
        Ordering::Less => Some(Now::Looser {
            verdict,
            gone: only(before, &after, |it| makes(it, then, decision.checkpoint)),
        }),
    }
}

/// Whether a finding makes a decision read like this. Where something is to count as proof, missing evidence denies.
fn makes(finding: &Finding, verdict: Verdict, checkpoint: Checkpoint) -> bool {
    let proves = checkpoint == Checkpoint::PreVerifyCommand;
    match verdict {
        Verdict::Allow => false,
        Verdict::Ask => finding.severity == Severity::SoftDeny,
        Verdict::Deny => {
            let owed = finding.severity == Severity::EvidenceRequired;
            finding.severity == Severity::HardDeny || owed && proves
        }
    }
}

/// Those findings of one side that are wanted, and not as strong on the other.
fn only(
    findings: &[&Finding],
    others: &[&Finding],
    wanted: impl Fn(&Finding) -> bool,
) -> Vec<Finding> {
    let same = |one: &Finding, other: &Finding| one.policy == other.policy && one.id == other.id;
    let mut named: Vec<Finding> = Vec::new();
    for it in findings.iter().filter(|it| wanted(it)) {
        let on_both = others
            .iter()
            .any(|other| same(other, it) && other.severity >= it.severity);
        let again = named.iter().any(|other| same(other, it));
        if !on_both && !again && named.len() < FINDINGS_MAX {
            named.push((*it).clone());
        }
    }
    named
}
