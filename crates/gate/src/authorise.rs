//! What a person granted, held against what is about to happen. A grant lifts soft-deny findings and nothing else.

use ledger::facts::Fact;
use ledger::gate::{Authorisation, Binding, Finding, GateDecision, Severity};
use ledger::ids::{GrantId, Hash, RelPath};
use ledger::proposal::Proposal;
use shell::lookup::{self, Known};

use crate::command_effects::Deeds;
use crate::context::Context;
use crate::policies::Asked;
use crate::scripts::{Script, Why, scripts};
use crate::subject::Subject;

/// Marks a finding that a grant lifted, in its references: this, the grant's name, a blank and who gave it. Older lines
/// lack the name.
const LIFTED: &str = "authorised-by ";

/// Turns each soft-deny that a grant lifts into a warning that says so.
pub(crate) fn lift(
    findings: &mut [Finding],
    asked: &Asked<'_>,
    digest: &Hash,
    grants: &[Authorisation],
) {
    if grants.is_empty() {
        return;
    }
    let now = Now {
        subject: asked.subject,
        context: asked.context,
        digest: *digest,
        bound: bound(asked.subject, asked.context, asked.deeds()),
    };
    for finding in findings {
        if let Some(grant) = grants.iter().find(|grant| now.is_lifted(grant, finding)) {
            finding.severity = Severity::Warning;
            let mark = format!("{LIFTED}{} {}", grant.grant, grant.by);
            finding.source_refs.push(mark);
        }
    }
}

/// Which of the authorisations a decision used, by position: the caller takes one use off each.
#[must_use]
pub fn spent(
    decision: &GateDecision,
    subject: &Subject<'_>,
    context: &Context<'_>,
    authorisations: &[Authorisation],
) -> Vec<usize> {
    let now = Now {
        subject,
        context,
        digest: subject.digest(),
        bound: binding(subject, context),
    };
    let mut used: Vec<usize> = decision
        .findings
        .iter()
        .filter(|finding| mark(finding).is_some())
        .filter_map(|finding| {
            let mut was = finding.clone();
            was.severity = Severity::SoftDeny;
            authorisations
                .iter()
                .position(|grant| now.is_lifted(grant, &was))
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// The grants that a recorded decision used, one for each finding that was lifted. A grant of older lines has no name there.
#[must_use]
pub fn used(decision: &GateDecision) -> Vec<Option<GrantId>> {
    let one = |finding: &Finding| {
        let name = mark(finding)?.split(' ').next().unwrap_or_default();
        let number = name.strip_prefix('g').and_then(|it| it.parse().ok());
        Some(number.map(GrantId))
    };
    decision.findings.iter().filter_map(one).collect()
}

/// What a lifted finding says of its grant.
fn mark(finding: &Finding) -> Option<&str> {
    let mut refs = finding.source_refs.iter();
    let lifted = finding.severity == Severity::Warning;
    refs.find_map(|it| it.strip_prefix(LIFTED))
        .filter(|_| lifted)
}

/// Makes a finding that a grant lifted what it was before.
pub(crate) fn drop_again(finding: &mut Finding) {
    if mark(finding).is_some() {
        finding.source_refs.retain(|it| !it.starts_with(LIFTED));
        finding.severity = Severity::SoftDeny;
    }
}

/// What a grant given now would be bound to besides the digest: the directory, and the files as the facts tell of them.
#[must_use]
pub fn binding(subject: &Subject<'_>, context: &Context<'_>) -> Binding {
    let deeds = subject
        .proposal()
        .and_then(|proposal| crate::command_effects::of(proposal, context));
    bound(subject, context, deeds.as_deref())
}

fn bound(subject: &Subject<'_>, context: &Context<'_>, deeds: Option<&Deeds>) -> Binding {
    let directory = context.worktree.map(str::to_owned);
    let Some(proposal) = subject.proposal() else {
        return Binding {
            directory,
            ..Binding::default()
        };
    };
    let mut run: Vec<(String, Option<Hash>)> = scripts(proposal, deeds)
        .into_iter()
        .filter_map(|script| pinned(script, context))
        .collect();
    run.sort();
    run.dedup();
    let mut files: Vec<(String, Option<Hash>)> = context
        .facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Path { asked, found } => Some((asked.clone(), found.digest)),
            Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => None,
        })
        .filter(|file| !run.contains(file))
        .collect();
    files.sort();
    files.dedup();
    Binding {
        directory,
        environment: None,
        scripts: run,
        files,
    }
}

/// A script with what stands there. A manifest that is not there runs nothing.
fn pinned(script: Script, context: &Context<'_>) -> Option<(String, Option<Hash>)> {
    match (lookup::path(context.facts, &script.path), script.why) {
        (Known::Yes(found), Why::Manifest) if found.digest.is_none() => None,
        (Known::No(_) | Known::Unasked, Why::Manifest) => None,
        (Known::Yes(found), Why::Run | Why::Manifest) => Some((script.path, found.digest)),
        (Known::No(_) | Known::Unasked, Why::Run) => Some((script.path, None)),
        (_, Why::Afar) => Some((script.path, None)),
    }
}

/// What is about to happen, as grants look at it.
struct Now<'a> {
    subject: &'a Subject<'a>,
    context: &'a Context<'a>,
    digest: Hash,
    bound: Binding,
}

impl Now<'_> {
    /// Whether a grant lifts a finding about this.
    fn is_lifted(&self, grant: &Authorisation, finding: &Finding) -> bool {
        finding.severity == Severity::SoftDeny
            && grant.stands(self.context.now_ms)
            && self.context.run.is_none_or(|run| *run == grant.run)
            && names(grant, finding)
            && self.is_meant(grant)
            && grant.bound.as_ref().is_none_or(|it| it.covers(&self.bound))
    }

    /// Whether this very proposal was granted, or the file that it writes.
    fn is_meant(&self, grant: &Authorisation) -> bool {
        match &grant.resource {
            None => grant.proposal == self.digest,
            Some(path) => self.writes(path),
        }
    }

    /// Whether this writes a file: that very one, no link to it.
    fn writes(&self, path: &str) -> bool {
        let asked = match self.subject.proposal() {
            Some(Proposal::Write { path, .. } | Proposal::Edit { path, .. }) => path,
            Some(
                Proposal::Read { .. }
                | Proposal::List { .. }
                | Proposal::Search { .. }
                | Proposal::Delete { .. }
                | Proposal::Exec { .. }
                | Proposal::Shell { .. }
                | Proposal::Git { .. }
                | Proposal::Commit { .. }
                | Proposal::Fetch { .. }
                | Proposal::Mcp { .. }
                | Proposal::Delegate { .. }
                | Proposal::Verify { .. }
                | Proposal::Ask { .. }
                | Proposal::Done { .. }
                | Proposal::Plan { .. }
                | Proposal::OnForge { .. }
                | Proposal::PullRequest { .. },
            )
            | None => return false,
        };
        let Known::Yes(found) = lookup::path(self.context.facts, asked) else {
            return false;
        };
        let there = found.resolved.as_ref().map(RelPath::as_str);
        there == Some(path) && !found.through_link && !found.hard_linked
    }
}

/// Whether a grant names a finding: its rule, or all rules of its policy.
fn names(grant: &Authorisation, finding: &Finding) -> bool {
    grant
        .finding
        .split_once('/')
        .is_some_and(|(policy, id)| policy == finding.policy && (id == finding.id || id == "*"))
}
