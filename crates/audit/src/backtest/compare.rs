//! Holding a decision of the ledger against what other policies say.

use std::cmp::Ordering;

use ledger::gate::{Finding, GateDecision, Severity, Verdict};
use ledger::ids::RunId;

use super::{Changed, Now, Waiting};

/// Findings that are named; more are left out.
const FINDINGS_MAX: usize = 8;

/// How an action changes; `None`: it does not.
pub(super) fn compared(run: &RunId, waiting: &Waiting) -> Option<Changed> {
    let then: Vec<GateDecision> = waiting.then.iter().map(gate::ungranted).collect();
    let read = then.iter().map(|it| it.verdict).max();
    let read = read.unwrap_or(Verdict::Allow);
    let before: Vec<&Finding> = then.iter().flat_map(|it| &it.findings).collect();
    let (action, now) = match &waiting.judged {
        Some(judged) => {
            let words = judged.missing.iter().map(|it| it.words()).collect();
            let now = now(read, &before, &judged.decision, words)?;
            (gate::canonical(&judged.proposal), now)
        }
        None => {
            let missing = vec!["what was proposed, in words that this program knows".to_owned()];
            (format!("call {}", waiting.call), Now::Unknown { missing })
        }
    };
    Some(Changed {
        run: run.clone(),
        seq: waiting.seq,
        task: waiting.task.clone(),
        action,
        then: read,
        now,
    })
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
            by: of(&after, verdict, before),
        }),
        Ordering::Less => Some(Now::Looser {
            verdict,
            gone: of(before, then, &after),
        }),
    }
}

/// The findings that make a decision read like this and are not on the other side.
fn of(findings: &[&Finding], verdict: Verdict, others: &[&Finding]) -> Vec<Finding> {
    let severity = match verdict {
        Verdict::Deny => Severity::HardDeny,
        Verdict::Ask => Severity::SoftDeny,
        Verdict::Allow => return Vec::new(),
    };
    let is_there = |it: &Finding| {
        let same = |other: &&&Finding| other.policy == it.policy && other.id == it.id;
        others
            .iter()
            .find(same)
            .is_some_and(|other| other.severity >= severity)
    };
    let mut named: Vec<Finding> = Vec::new();
    for it in findings
        .iter()
        .filter(|it| it.severity >= severity && !is_there(it))
    {
        let again = named
            .iter()
            .any(|other| other.policy == it.policy && other.id == it.id);
        if !again && named.len() < FINDINGS_MAX {
            named.push((*it).clone());
        }
    }
    named
}
