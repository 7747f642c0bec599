//! What the commands of a proposal would do, and where that is kept for the next question about the same one.

use std::cell::RefCell;
use std::rc::Rc;

use ledger::proposal::Proposal;

use shell::effect::Effect;

/// The effects, or why there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Deeds {
    /// These, and nothing else.
    Known(Vec<Effect>),
    /// It could not be read; `limit`: it is too large or too deep, which nobody needs.
    Refused { why: String, limit: bool },
}

/// What was followed last, for whoever asks about one proposal several times in a row: for its facts, and at each of its
/// checkpoints. The caller keeps it and hands it in with the context; without it, what is asked is followed anew.
#[derive(Debug, Default)]
pub struct Followed(RefCell<Option<Last>>);

#[derive(Debug)]
struct Last {
    proposal: Proposal,
    worktree: Option<String>,
    home: Option<String>,
    deeds: Rc<Deeds>,
}

impl Followed {
    /// What is kept of this proposal, where worktree and home directory are the same.
    pub(crate) fn recall(
        &self,
        proposal: &Proposal,
        worktree: Option<&str>,
        home: Option<&str>,
    ) -> Option<Rc<Deeds>> {
        let last = self.0.borrow();
        let last = last.as_ref().filter(|last| {
            last.proposal == *proposal
                && last.worktree.as_deref() == worktree
                && last.home.as_deref() == home
        })?;
        Some(Rc::clone(&last.deeds))
    }

    /// Keeps it, in place of what was kept.
    pub(crate) fn keep(
        &self,
        proposal: &Proposal,
        worktree: Option<&str>,
        home: Option<&str>,
        deeds: &Rc<Deeds>,
    ) {
        self.0.replace(Some(Last {
            proposal: proposal.clone(),
            worktree: worktree.map(str::to_owned),
            home: home.map(str::to_owned),
            deeds: Rc::clone(deeds),
        }));
    }
}
