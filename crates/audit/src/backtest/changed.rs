//! What becomes of an action under other policies, and how many actions there were.

use ledger::gate::{Finding, Verdict};
use ledger::ids::{RunId, Seq, TaskId};
use serde::Serialize;

/// How many actions there were, by what became of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counts {
    /// The decision reads the same.
    pub same: u64,
    /// It would be asked about, or denied, what was not.
    pub stricter: u64,
    /// It would be let through, or asked about, what was not.
    pub looser: u64,
    /// It can't be told: something that the policies want to know was not recorded.
    pub unknown: u64,
}

/// An action about which the decision changes, or can't be told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The run.
    pub run: RunId,
    /// The line that proposed it (the last one, where an action was judged more than once), or that decided on a check.
    pub seq: Seq,
    /// The task that it belongs to.
    pub task: Option<TaskId>,
    /// The action as a person is shown it.
    pub action: String,
    /// How the decision in the ledger reads, without what a person granted.
    pub then: Verdict,
    /// What would be decided now.
    #[serde(flatten)]
    pub now: Now,
}

/// What would be decided now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "lowercase")]
pub enum Now {
    /// Something stricter.
    Stricter {
        /// How it reads.
        #[serde(rename = "now")]
        verdict: Verdict,
        /// What stands against it now and did not then.
        by: Vec<Finding>,
    },
    /// Something looser.
    Looser {
        /// How it reads.
        #[serde(rename = "now")]
        verdict: Verdict,
        /// What stood against it then and does not now.
        gone: Vec<Finding>,
    },
    /// It can't be told.
    Unknown {
        /// What was not recorded, in words.
        missing: Vec<String>,
    },
}

impl Counts {
    /// All of them.
    #[must_use]
    pub fn actions(&self) -> u64 {
        let changed = self.changed().saturating_add(self.unknown);
        self.same.saturating_add(changed)
    }

    /// Those that are known to be decided otherwise.
    #[must_use]
    pub fn changed(&self) -> u64 {
        self.stricter.saturating_add(self.looser)
    }

    /// Adds those of another run.
    pub fn add(&mut self, other: Counts) {
        self.same = self.same.saturating_add(other.same);
        self.stricter = self.stricter.saturating_add(other.stricter);
        self.looser = self.looser.saturating_add(other.looser);
        self.unknown = self.unknown.saturating_add(other.unknown);
    }

    pub(super) fn count(&mut self, now: Option<&Now>) {
        let count = match now {
            None => &mut self.same,
            Some(Now::Stricter { .. }) => &mut self.stricter,
            Some(Now::Looser { .. }) => &mut self.looser,
            Some(Now::Unknown { .. }) => &mut self.unknown,
        };
        *count = count.saturating_add(1);
    }
}

/// Where an action stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) run: &'a RunId,
    pub(super) seq: Seq,
    pub(super) task: Option<&'a TaskId>,
}
