//! `phase-gate`: what each phase needs before the next.

use ledger::evidence::Evidence;
use ledger::gate::{Checkpoint, Finding, Severity};
use ledger::phase::Phase;
use ledger::report::ReportStatus;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, evidence, hard, stop, wait_for};
use crate::subject::{Subject, Transition};

const NAME: &str = "phase-gate";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PrePhaseTransition],
        summary: "Executing needs a plan, validating a commit, merging a passed report and green commands on the candidate.",
        why: "A phase that starts without what it needs ends in guessing.",
        instead: "Bring what is missing; the finding names it.",
        matches: &[],
        passes: &[],
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Subject::Transition(transition) = asked.subject else {
        return Vec::new();
    };
    let (from, to) = (transition.from, transition.to);
    if !from.may_enter(to) {
        let message = format!("there is no way from `{from}` to `{to}`");
        return vec![hard(
            NAME,
            "no-such-transition",
            message,
            stop("stay in this phase"),
        )];
    }
    // Giving up and going back need nothing.
    let back = matches!(to, Phase::Fail | Phase::Stopped)
        || (to == Phase::Executing && from != Phase::Planning);
    if back {
        return Vec::new();
    }
    let mut out = question(asked, to);
    match to {
        Phase::Executing if !transition.plan_approved => {
            let message = "no plan stands that passed its gate";
            out.push(hard(NAME, "no-plan", message, wait_for("an approved plan")));
        }
        Phase::Validating if from == Phase::Executing && !transition.committed => {
            let message = "nothing is committed that could be validated";
            out.push(hard(
                NAME,
                "no-commit",
                message,
                wait_for("a commit of every task"),
            ));
        }
        Phase::Merging => out.extend(merging(asked, transition)),
        Phase::Done if transition.from == Phase::Merging => {
            out.extend(still_open(asked, transition))
        }
        Phase::Idle
        | Phase::Parsing
        | Phase::Planning
        | Phase::Executing
        | Phase::Validating
        | Phase::Done
        | Phase::Fail
        | Phase::Stopped => {}
    }
    out
}

fn question(asked: &Asked<'_>, to: Phase) -> Vec<Finding> {
    if !asked.context.open_question {
        return Vec::new();
    }
    let message = format!("a question is open; `{to}` waits for its answer");
    vec![hard(
        NAME,
        "open-question",
        message,
        wait_for("the answer to the open question"),
    )]
}

fn merging(asked: &Asked<'_>, transition: &Transition<'_>) -> Vec<Finding> {
    let mut out = still_open(asked, transition);
    let Some(candidate) = transition.candidate else {
        let message = "there is no candidate tree to merge";
        out.push(evidence(NAME, "no-candidate", message, "verify"));
        return out;
    };
    let passed = match transition.report {
        Some(ReportStatus::Passed) => true,
        Some(ReportStatus::HumanNeeded) => transition.reviewed,
        Some(ReportStatus::GapsFound) | None => false,
    };
    if !passed {
        let stands = transition
            .report
            .map_or("there is none", ReportStatus::word);
        let message = format!("merging needs a passed report; it stands at: {stands}");
        out.push(evidence(NAME, "no-passed-report", message, "verify"));
    } else if transition.report_tree != Some(candidate) {
        let message = "the report is about another tree than the one to be merged";
        out.push(evidence(NAME, "report-of-other-tree", message, "verify"));
    }
    for command in transition.commands {
        let green = |it: &&Evidence| {
            it.is_green()
                && it.tree.as_ref() == Some(candidate)
                && it.command.as_ref() == Some(command)
        };
        if !asked.context.evidence.iter().any(|it| green(&it)) {
            let message = format!("`{command}` is not green on the tree to be merged");
            out.push(about(
                evidence(NAME, "command-not-green", message, "verify"),
                command,
            ));
        }
    }
    out
}

/// Evidence that earlier checkpoints asked for and that is still missing.
fn still_open(asked: &Asked<'_>, transition: &Transition<'_>) -> Vec<Finding> {
    let quick = asked.context.mode == ledger::phase::Mode::Quick;
    transition
        .open
        .iter()
        .filter(|finding| finding.severity == Severity::EvidenceRequired)
        .map(|open| {
            let message = format!(
                "`{}/{}` still asks for evidence: {}",
                open.policy, open.id, open.message
            );
            let mut finding = evidence(NAME, "evidence-open", message, "what the finding names");
            finding.next_action = open.next_action.clone();
            if quick && !super::strict_in_quick(&open.policy) {
                finding.severity = Severity::Warning;
            }
            about(finding, &format!("{}/{}", open.policy, open.id))
        })
        .collect()
}
