//! `required-evidence`: what the configuration says a change of some files needs stands before it is merged.

use ledger::evidence::Evidence;
use ledger::gate::{Checkpoint, Finding};
use ledger::ids::GitId;
use ledger::observation::ChangedFile;
use ledger::options::Requirement;
use ledger::phase::Phase;

use super::{Asked, Policy, PolicyInfo, evidence as records};
use crate::finding::{about, evidence};
use crate::policy_set::Policies;
use crate::subject::Subject;

const NAME: &str = "required-evidence";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PrePhaseTransition],
        summary: "A change of some files needs evidence that the configuration names; SQL and migrations by default.",
        why: "Some changes are green in every test and still wrong: a migration meets its data in production.",
        instead: "Bring the evidence, or let a person look at the change.",
        matches: &[],
        passes: &[],
        strict_in_quick: false,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Subject::Transition(transition) = asked.subject else {
        return Vec::new();
    };
    // A person who reviewed the change has looked at what no record shows.
    if transition.to != Phase::Merging || transition.reviewed {
        return Vec::new();
    }
    missing(
        asked.policies,
        transition.changed,
        asked.context.evidence,
        transition.candidate,
    )
    .into_iter()
    .map(|it| {
        let kind = records::kind_word(it.kind);
        let message = format!(
            "a change of `{}` needs evidence of kind `{kind}`: {}",
            it.when, it.message
        );
        about(evidence(NAME, "evidence-missing", message, kind), &it.when)
    })
    .collect()
}

/// What the configuration says these changes need, and no record on this tree shows.
#[must_use]
pub fn missing<'p>(
    policies: &'p Policies,
    changed: &[ChangedFile],
    evidence: &[Evidence],
    tree: Option<&GitId>,
) -> Vec<&'p Requirement> {
    let shown = |it: &Requirement| {
        let of_kind = evidence.iter().filter(|record| record.kind == it.kind);
        let mut here = of_kind.filter(|record| tree.is_some() && record.tree.as_ref() == tree);
        here.any(|record| records::counts(record, tree))
    };
    let concerned = policies.required.iter().filter(|(globs, _)| match globs {
        Some(globs) => changed.iter().any(|it| globs.is_match(&it.path)),
        None => !changed.is_empty(),
    });
    concerned
        .map(|(_, it)| it)
        .filter(|it| !shown(it))
        .collect()
}
