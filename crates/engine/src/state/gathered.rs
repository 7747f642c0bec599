//! What is known of the clean checkout, and of what commands did there.

use std::sync::Arc;

use ledger::action::{Check, Purpose};
use ledger::evidence::Evidence;
use ledger::ids::GitId;
use ledger::observation::CheckedOut;

/// The clean checkout, and what was run there beside evidence.
#[derive(Debug, Clone, Default)]
pub struct Gathered {
    /// As it stands; `None` where nobody knows.
    pub checkout: Option<CleanCheckout>,
    /// Checkouts of this run, the last one of each commit.
    pub seen: Vec<(GitId, Arc<CheckedOut>)>,
    /// What commands did that were run for another purpose than evidence.
    pub others: Vec<Other>,
    /// Evidence of the run from here on counts for the same tree again: what came before was gathered before a person
    /// let the run go on, who may have mended something outside.
    pub since: usize,
}

/// The clean checkout as it stands.
#[derive(Debug, Clone)]
pub struct CleanCheckout {
    /// The commit that was laid out.
    pub commit: GitId,
    /// What came of it.
    pub out: Arc<CheckedOut>,
    /// Commands of `verification.prepare` that passed on it, since it was laid out.
    pub prepared: Vec<String>,
}

/// A command that was run for another purpose than evidence.
#[derive(Debug, Clone)]
pub struct Other {
    /// What for.
    pub purpose: Purpose,
    /// The commit that was laid out.
    pub commit: GitId,
    /// What came of it.
    pub record: Arc<Evidence>,
}

impl Gathered {
    /// A tree was laid out.
    pub(crate) fn laid_out(&mut self, commit: &GitId, out: &CheckedOut) {
        let out = Arc::new(out.clone());
        self.seen.retain(|(it, _)| it != commit);
        self.seen.push((commit.clone(), Arc::clone(&out)));
        self.checkout = Some(CleanCheckout {
            commit: commit.clone(),
            out,
            prepared: Vec::new(),
        });
    }

    /// A command was run for another purpose than evidence.
    pub(crate) fn ran(&mut self, check: &Check, record: &Evidence) {
        let Some(checkout) = &mut self.checkout else {
            return;
        };
        if check.purpose == Purpose::Prepare && record.is_green() {
            checkout.prepared.push(check.command.clone());
        }
        self.others.push(Other {
            purpose: check.purpose,
            commit: checkout.commit.clone(),
            record: Arc::new(record.clone()),
        });
    }

    /// A person lets the run go on: something outside may have been mended.
    pub(crate) fn forgotten(&mut self, evidence: usize) {
        self.others.clear();
        self.since = evidence;
    }

    /// The last record of a command on a commit, run for a purpose.
    #[must_use]
    pub fn record(&self, purpose: Purpose, commit: &GitId, command: &str) -> Option<&Evidence> {
        let mut all = self.others.iter().rev();
        let found = all.find(|it| {
            let same = it.record.command.as_deref().map(str::trim) == Some(command.trim());
            same && it.purpose == purpose && it.commit == *commit
        });
        found.map(|it| it.record.as_ref())
    }

    /// The record of the command that could not make a commit's checkout ready, if one could not.
    #[must_use]
    pub fn unprepared(&self, commit: &GitId) -> Option<&Evidence> {
        let mut all = self.others.iter().rev();
        let last = all.find(|it| it.purpose == Purpose::Prepare && it.commit == *commit)?;
        (!last.record.is_green()).then_some(last.record.as_ref())
    }

    /// The checkout of a commit, as it was last laid out.
    #[must_use]
    pub fn of(&self, commit: &GitId) -> Option<&CheckedOut> {
        let mut all = self.seen.iter();
        let found = all.find(|(it, _)| it == commit);
        found.map(|(_, out)| out.as_ref())
    }
}
