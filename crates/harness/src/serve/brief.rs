//! What an attempt at a task is about, and where it is made.

use std::sync::Arc;

use board::Duty;
use board::templates::Templates;
use ledger::board::{ActionType, BusinessType, TaskNo};
use ledger::forge::{Login, ReviewVerdict, Subject};
use ledger::ids::RunId;

use super::setup::Watched;
use crate::config::{Config, RosterEntry};
use crate::forges::Forges;
use crate::repository::Call;

/// Where attempts are made: the same for all of one forge.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) call: Call,
    pub(super) config: Config,
    pub(super) watched: Watched,
    pub(super) templates: Arc<Templates>,
    pub(super) forges: Arc<Forges>,
}

/// What an attempt is about.
#[derive(Debug, Clone)]
pub(super) struct Brief {
    pub(super) task: TaskNo,
    pub(super) attempt: u32,
    pub(super) run: RunId,
    pub(super) action: ActionType,
    pub(super) business: BusinessType,
    pub(super) subject: Subject,
    pub(super) agent: RosterEntry,
    /// What the last attempt lacked.
    pub(super) why: String,
    pub(super) attempts_max: u32,
    /// What the agent only has to know of.
    pub(super) notices: Vec<String>,
    /// Parts of the issue.
    pub(super) parts: Vec<u64>,
    /// Who reviewed, and with which verdict, where it follows from a review.
    pub(super) review: Option<(Login, ReviewVerdict)>,
}

impl Brief {
    /// Whether it follows from a review that lets the pull request be merged.
    pub(super) fn is_approval(&self) -> bool {
        let verdict = self.review.as_ref().map(|(_, it)| *it);
        verdict == Some(ReviewVerdict::Approved)
    }

    /// What its agent may do, and what it owes.
    pub(super) fn duty(&self) -> Duty {
        Duty::of(self.action, self.is_approval())
    }
}
