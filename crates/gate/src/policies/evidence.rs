//! `evidence`: a green needs exit code 0 of a command that we ran, on this very tree, which it left as it was.

use ledger::evidence::{Evidence, EvidenceKind, SourceTrust};
use ledger::gate::{Checkpoint, Finding};
use ledger::ids::GitId;
use ledger::phase::Phase;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, evidence, run, warning};
use crate::subject::{Subject, Transition};

const NAME: &str = "evidence";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PostVerifyResult, Checkpoint::PrePhaseTransition],
        summary: "Green is exit code 0 of a command that the harness ran on this very tree; a note turns nothing green.",
        why: "What is said about a result is not the result.",
        instead: "Let the harness run the declared command again on the present tree.",
        matches: &[],
        passes: &[],
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    match asked.subject {
        Subject::VerifyResult { evidence, tree, .. } => result(evidence, *tree),
        Subject::Transition(transition) if transition.to == Phase::Merging => {
            promised(asked, transition)
        }
        Subject::Transition(_)
        | Subject::Input(_)
        | Subject::Plan { .. }
        | Subject::Tool(_)
        | Subject::ToolResult { .. }
        | Subject::Write(_)
        | Subject::Written(_)
        | Subject::VerifyCommand { .. }
        | Subject::Delegation(_)
        | Subject::Delegated(_)
        | Subject::Context(_)
        | Subject::PullRequest { .. } => Vec::new(),
    }
}

/// What stands against counting a record.
fn result(it: &Evidence, tree: Option<&GitId>) -> Vec<Finding> {
    let mut out = Vec::new();
    match it.source_trust {
        SourceTrust::LocalCommand | SourceTrust::ProjectMetadata | SourceTrust::ProjectSource => {}
        SourceTrust::UserProvided | SourceTrust::ExternalSystem => {
            let message = "it was not produced here: the risk that it is wrong remains";
            out.push(warning(
                NAME,
                "residual-risk",
                message,
                run("the command here"),
            ));
        }
        SourceTrust::ManualNote => {
            let message = "a note explains, and turns nothing green";
            out.push(evidence(NAME, "manual-note", message, "verify"));
        }
    }
    match it.kind {
        EvidenceKind::Verify | EvidenceKind::TddGreen => {
            out.extend(exit(it, "exit code 0", |code| code == 0));
            out.extend(place(it, tree));
        }
        EvidenceKind::TddRed => {
            out.extend(exit(it, "an exit code other than 0", |code| code != 0));
            out.extend(place(it, tree));
        }
        EvidenceKind::Manual => {
            let message = "a note explains, and turns nothing green";
            out.push(evidence(NAME, "manual-note", message, "verify"));
        }
        EvidenceKind::SdkSignature | EvidenceKind::Metadata | EvidenceKind::Evaluation => {}
    }
    out.into_iter()
        .map(|finding| about(finding, &it.id))
        .collect()
}

fn exit(it: &Evidence, wanted: &str, right: fn(i32) -> bool) -> Option<Finding> {
    match it.exit_code {
        Some(code) if right(code) => None,
        Some(code) => {
            let message = format!("it ended with exit code {code}; {wanted} is needed");
            Some(evidence(NAME, "exit-code", message, "verify"))
        }
        None => {
            let message = "it did not end by itself, so it has no exit code";
            Some(evidence(NAME, "no-exit-code", message, "verify"))
        }
    }
}

/// A record counts for the tree that it was made on, and only if making it changed nothing.
fn place(it: &Evidence, tree: Option<&GitId>) -> Option<Finding> {
    if it.command.is_none() {
        let message = "it names no command";
        return Some(evidence(NAME, "no-command", message, "verify"));
    }
    if !it.tree_unchanged {
        let message = "tracked files were different after the command";
        return Some(evidence(NAME, "tree-changed", message, "verify"));
    }
    match (&it.tree, tree) {
        (None, _) => {
            let message = "nobody knows which tree it was run on";
            Some(evidence(NAME, "no-tree", message, "verify"))
        }
        (Some(was), Some(wanted)) if was != wanted => {
            let message = format!(
                "it was run on tree {}, not on {}",
                was.short(),
                wanted.short()
            );
            Some(evidence(NAME, "other-tree", message, "verify"))
        }
        (Some(_), _) => None,
    }
}

/// The kinds of evidence that the promise asks for must stand on the candidate.
fn promised(asked: &Asked<'_>, transition: &Transition<'_>) -> Vec<Finding> {
    let Some(promise) = asked.context.promise else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for word in &promise.required_evidence {
        let stands = |it: &&Evidence| kind_word(it.kind) == word;
        let mut records = asked.context.evidence.iter().filter(stands);
        if !records.any(|it| counts(it, transition.candidate)) {
            let message = format!(
                "the promise asks for evidence of kind `{word}`, and none stands for the candidate"
            );
            out.push(evidence(NAME, "promised-evidence", message, word));
        }
    }
    out
}

/// Whether a record counts for a tree.
pub(super) fn counts(it: &Evidence, tree: Option<&GitId>) -> bool {
    result(it, tree).iter().all(is_warning)
}

fn is_warning(finding: &Finding) -> bool {
    finding.severity == ledger::gate::Severity::Warning
}

pub(super) fn kind_word(kind: EvidenceKind) -> &'static str {
    match kind {
        EvidenceKind::SdkSignature => "sdk-signature",
        EvidenceKind::Metadata => "metadata",
        EvidenceKind::TddRed => "tdd-red",
        EvidenceKind::TddGreen => "tdd-green",
        EvidenceKind::Verify => "verify",
        EvidenceKind::Evaluation => "evaluation",
        EvidenceKind::Manual => "manual",
    }
}
