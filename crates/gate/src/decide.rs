//! How findings become a decision. The order of policies does not matter, and one finding more never loosens.

use std::cell::OnceCell;

use ledger::gate::{Authorisation, Checkpoint, Finding, GateDecision, Severity, Verdict};
use ledger::ids::Hash;
use ledger::phase::Mode;
use ledger::proposal::Proposal;

use crate::authorise;
use crate::context::Context;
use crate::followed::Followed;
use crate::policies::{self, Asked};
use crate::policy_set::Policies;
use crate::subject::Subject;

/// Asks every policy of a checkpoint about one thing.
///
/// The verdict is `deny` if a hard-deny stands, `ask` if only soft-deny blocks, else `allow`. A finding of kind
/// evidence-required leaves the verdict alone, except where the question is whether something counts as evidence or
/// whether a phase may be entered: there it denies. An authorisation turns the soft-deny that it names into a warning
/// that says who gave it; it lifts nothing else.
#[must_use]
pub fn decide(
    checkpoint: Checkpoint,
    subject: &Subject<'_>,
    context: &Context<'_>,
    policies: &Policies,
    authorisations: &[Authorisation],
) -> GateDecision {
    let deeds = OnceCell::new();
    let asked = Asked {
        checkpoint,
        subject,
        context,
        policies,
        deeds: &deeds,
    };
    let mut findings = Vec::new();
    for policy in policies::at(checkpoint) {
        let lenient = context.mode == Mode::Quick && !policy.info.strict_in_quick;
        for mut finding in (policy.judge)(&asked) {
            if lenient && finding.severity == Severity::EvidenceRequired {
                finding.severity = Severity::Warning;
            }
            findings.push(finding);
        }
    }
    let digest = subject.digest();
    authorise::lift(&mut findings, &asked, &digest, authorisations);
    conclude(checkpoint, &digest, findings)
}

/// The checkpoints that a proposal passes, in order.
#[must_use]
pub fn checkpoints_of(proposal: &Proposal) -> &'static [Checkpoint] {
    use Checkpoint::{PreDelegation, PreTool, PreVerifyCommand, PreWrite};
    match proposal {
        Proposal::Write { .. } | Proposal::Edit { .. } | Proposal::Delete { .. } => {
            &[PreTool, PreWrite]
        }
        Proposal::Verify { .. } => &[PreTool, PreVerifyCommand],
        Proposal::Delegate { .. } => &[PreTool, PreDelegation],
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Exec { .. }
        | Proposal::Shell { .. }
        | Proposal::Git { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Mcp { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. } => &[PreTool],
    }
}

/// Asks about a tool call at `pre-tool` and, for a write, at `pre-write` too: the stricter decision, or the first.
#[must_use]
pub fn decide_proposal(
    proposal: &Proposal,
    context: &Context<'_>,
    policies: &Policies,
    authorisations: &[Authorisation],
) -> GateDecision {
    let kept = Followed::default();
    let context = &Context {
        followed: context.followed.or(Some(&kept)),
        ..*context
    };
    let tool = decide(
        Checkpoint::PreTool,
        &Subject::Tool(proposal),
        context,
        policies,
        authorisations,
    );
    if !checkpoints_of(proposal).contains(&Checkpoint::PreWrite) {
        return tool;
    }
    let write = decide(
        Checkpoint::PreWrite,
        &Subject::Write(proposal),
        context,
        policies,
        authorisations,
    );
    write_decision(tool, write)
}

/// The decision about a write, out of both its checkpoints: the stricter; when neither blocks, that of `pre-write`.
fn write_decision(tool: GateDecision, write: GateDecision) -> GateDecision {
    if tool.verdict == Verdict::Allow {
        write
    } else {
        stricter(tool, write)
    }
}

/// The stricter of two decisions; of equals, the first.
pub(crate) fn stricter(first: GateDecision, second: GateDecision) -> GateDecision {
    if second.verdict > first.verdict {
        second
    } else {
        first
    }
}

/// What would have been decided without the grants that were used: what they lifted blocks again. For back-testing,
/// which asks what the policies say, not what a person once let through.
#[must_use]
pub fn ungranted(decision: &GateDecision) -> GateDecision {
    let mut findings = decision.findings.clone();
    findings.iter_mut().for_each(authorise::drop_again);
    sort(&mut findings);
    GateDecision {
        checkpoint: decision.checkpoint,
        verdict: verdict(decision.checkpoint, &findings),
        findings,
        trace_id: decision.trace_id.clone(),
    }
}

/// Whether a decision is about this proposal, contents included.
#[must_use]
pub fn is_about(decision: &GateDecision, proposal: &Proposal) -> bool {
    let digest = Subject::Tool(proposal).digest();
    decision.trace_id == trace(decision.checkpoint, &digest, &decision.findings)
}

/// A decision out of findings about what has this digest.
pub(crate) fn conclude(
    checkpoint: Checkpoint,
    digest: &Hash,
    mut findings: Vec<Finding>,
) -> GateDecision {
    sort(&mut findings);
    findings.dedup();
    GateDecision {
        checkpoint,
        verdict: verdict(checkpoint, &findings),
        trace_id: trace(checkpoint, digest, &findings),
        findings,
    }
}

/// The strongest first.
fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        let strongest = b.severity.cmp(&a.severity);
        strongest
            .then_with(|| a.policy.cmp(&b.policy))
            .then_with(|| a.id.cmp(&b.id))
    });
}

/// How findings read at a checkpoint. A function of the strongest alone.
pub(crate) fn verdict(checkpoint: Checkpoint, findings: &[Finding]) -> Verdict {
    let proves = matches!(
        checkpoint,
        Checkpoint::PrePhaseTransition
            | Checkpoint::PreVerifyCommand
            | Checkpoint::PostVerifyResult
    );
    let reads = |finding: &Finding| match finding.severity {
        Severity::HardDeny => Verdict::Deny,
        Severity::EvidenceRequired if proves => Verdict::Deny,
        Severity::SoftDeny => Verdict::Ask,
        Severity::EvidenceRequired | Severity::Warning => Verdict::Allow,
    };
    findings.iter().map(reads).max().unwrap_or(Verdict::Allow)
}

fn trace(checkpoint: Checkpoint, digest: &Hash, findings: &[Finding]) -> String {
    let mut bytes = checkpoint.word().as_bytes().to_vec();
    bytes.push(0);
    bytes.extend_from_slice(&digest.0);
    bytes.extend(serde_json::to_vec(findings).unwrap_or_default());
    Hash::of(&bytes).short()
}
