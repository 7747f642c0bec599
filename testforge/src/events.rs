//! What happened on the forge, before it is known who hears of it and in which words.

use crate::world::{Comment, Id, Review, Status};

/// One thing that happened in a repository.
#[derive(Debug, Clone)]
pub(crate) enum Happened {
    /// To an issue or a pull request.
    Subject(u64, Change),
    /// To a comment of one.
    Comment(u64, Comment, CommentChange),
    /// A reference stands elsewhere now.
    Push(RefChange),
    /// A branch or a tag was made.
    RefMade(RefChange),
    /// A branch or a tag was deleted.
    RefGone(RefChange),
    /// A status was set.
    Status(Status),
    /// A run of a workflow changed; its id and the action.
    Run(Id, &'static str),
    /// A job of a run changed: the run, the job, and the action.
    Job(Id, Id, &'static str),
    /// The repository was made.
    RepoMade,
    /// Somebody tried the hook out: the last commit of the default branch.
    Tried(String),
}

/// What happened to an issue or a pull request.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    Opened,
    /// The title it had.
    Title(String),
    /// The text it had.
    Body(String),
    /// The base it has now: forges tell the new one as the old one.
    Base(String),
    /// By which commit; empty: by hand.
    Closed(String),
    Reopened,
    Deleted,
    Assigned {
        who: Id,
        at_creation: bool,
    },
    Unassigned(Id),
    /// What came and what went, and what the delivery shows as the whole set.
    Labels {
        added: Vec<Id>,
        removed: Vec<Id>,
        shown: LabelsShown,
    },
    Milestoned,
    Demilestoned,
    Synchronized {
        before: String,
        after: String,
    },
    ReviewRequested(Id),
    ReviewRequestRemoved(Id),
    Reviewed(Review),
    ReadyForReview,
    Drafted,
}

/// Which labels a delivery shows: real forges are wrong about it in two cases.
#[derive(Debug, Clone)]
pub(crate) enum LabelsShown {
    /// Those that stand there.
    True,
    /// None at all, after a replacement.
    None,
    /// Those that stood there, after all were taken off.
    Old(Vec<Id>),
}

#[derive(Debug, Clone)]
pub(crate) enum CommentChange {
    Created,
    /// The text it had.
    Edited(String),
    Deleted,
}

/// A reference that moved; the zero commit is nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RefChange {
    pub(crate) name: String,
    pub(crate) before: String,
    pub(crate) after: String,
}

impl RefChange {
    /// The name without `refs/heads/` or `refs/tags/`.
    pub(crate) fn short(&self) -> &str {
        let branch = self.name.strip_prefix("refs/heads/");
        branch
            .or_else(|| self.name.strip_prefix("refs/tags/"))
            .unwrap_or(&self.name)
    }

    pub(crate) fn kind(&self) -> &'static str {
        if self.name.starts_with("refs/tags/") {
            "tag"
        } else {
            "branch"
        }
    }
}
