//! Comments on an issue or a pull request.

use ledger::forge::CommentAction;
use ledger::ids::RunId;
use serde::{Deserialize, Serialize};

use super::sorted::Sorted;
use crate::names::{Who, add_all};

/// Comments that are kept of one issue or pull request.
const COMMENTS_MAX: usize = 10_000;

/// Comments, by their ids: later ones have greater ones.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Talk(Sorted<u64, Comment>);

/// A comment.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Comment {
    pub(crate) author: Option<Who>,
    pub(crate) at_ms: u64,
    pub(crate) mentions: Box<[Who]>,
    pub(crate) is_report: bool,
    /// The run of ours that wrote it, where it says so.
    pub(crate) run: Option<RunId>,
    pub(crate) is_deleted: bool,
}

impl Talk {
    /// Where nothing was said.
    pub(crate) const NONE: &'static Self = &Self(Sorted::NONE);

    /// Takes a comment in. Once deleted it stays so; whoever was mentioned in any version of it stays mentioned.
    pub(crate) fn take(&mut self, id: u64, action: CommentAction, comment: Comment) {
        let is_deleted = action == CommentAction::Deleted;
        let Some(known) = self.0.entry(id, COMMENTS_MAX, || comment.clone()) else {
            return;
        };
        known.is_deleted |= is_deleted;
        known.is_report |= comment.is_report;
        known.run = known.run.take().or(comment.run);
        known.author = known.author.or(comment.author);
        known.at_ms = known.at_ms.max(comment.at_ms);
        add_all(&mut known.mentions, &comment.mentions);
    }

    /// All of them, the oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u64, &Comment)> {
        self.0.iter().map(|(id, it)| (*id, it))
    }

    /// Whether an account has said something after a comment. What was deleted later was said all the same.
    pub(crate) fn has_after(&self, who: Who, id: u64) -> bool {
        let mut later = self.0.after(&id);
        later.any(|it| it.author == Some(who))
    }

    /// Whether an account has said something after a time.
    pub(crate) fn has_since(&self, who: Who, at_ms: u64) -> bool {
        let mut all = self.0.values();
        all.any(|it| it.author == Some(who) && it.at_ms > at_ms)
    }

    /// What an account has said within the second of a time and in a run of ours. A person does not answer that fast.
    pub(crate) fn within(&self, who: Who, at_ms: u64) -> impl Iterator<Item = &RunId> {
        let all = self.0.values();
        let own = all.filter(move |it| it.author == Some(who) && it.at_ms == at_ms);
        own.filter_map(|it| it.run.as_ref())
    }

    /// What an account has reported after a time; within its second what names its run, which tells what it is about.
    pub(crate) fn reports_since(&self, who: Who, at_ms: u64) -> impl Iterator<Item = &Comment> {
        let reports = self.0.values().filter(|it| it.is_report);
        let own = reports.filter(move |it| it.author == Some(who));
        own.filter(move |it| it.at_ms > at_ms || (it.at_ms == at_ms && it.run.is_some()))
    }

    /// Whether an account has reported after a time.
    pub(crate) fn has_report_since(&self, who: Who, at_ms: u64) -> bool {
        self.reports_since(who, at_ms).next().is_some()
    }
}
