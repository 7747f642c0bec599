//! What a forge tells, in one form for all forges. A fact is a look at something as it was at a time, or something that
//! happened once; told twice or in another order, facts mean the same.
//!
//! Times are the forge's own, in milliseconds since 1970; 0 where it did not tell one that can be believed.

use serde::{Deserialize, Serialize};

use super::{BranchTip, CheckState, Login, RepoName, ReviewVerdict};
use crate::ids::GitId;

/// A delivery of a forge, read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivered {
    /// Its number in the store, from 1.
    pub no: u64,
    /// Its name, as the forge gave it.
    pub id: String,
    /// The kind of event, as the forge calls it.
    pub event: String,
    /// What it tells.
    pub facts: Vec<Fact>,
    /// Issues and pull requests about which it does not tell enough, or not reliably: to be looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub look: Vec<super::Subject>,
    /// Why it could not be read, if it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<String>,
}

/// How a fact became known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The forge delivered it.
    Delivery,
    /// We looked.
    Look,
}

/// One fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The repository.
    pub repo: RepoName,
    /// Who caused it; `None` where that is not told (a look).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Login>,
    /// How it became known.
    pub origin: Origin,
    /// What.
    pub what: What,
}

/// What is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// An issue as it was.
    Issue {
        /// What had happened to it.
        action: IssueAction,
        /// The issue.
        issue: Box<IssueSeen>,
    },
    /// A pull request as it was.
    Pull {
        /// What had happened to it.
        action: PullAction,
        /// The pull request.
        pull: Box<PullSeen>,
    },
    /// A comment on an issue or a pull request.
    Comment {
        /// What had happened to it.
        action: CommentAction,
        /// The comment.
        comment: CommentSeen,
    },
    /// A review that was submitted.
    Review(ReviewSeen),
    /// Somebody was asked for a review, or is not any more.
    ReviewRequest {
        /// The pull request.
        number: u64,
        /// Who; `None`: a team of which no member is told.
        reviewer: Option<Login>,
        /// Whether the request was taken back.
        removed: bool,
        /// The head at that time.
        head: Option<GitId>,
        /// When.
        at_ms: u64,
    },
    /// How a check of a commit stands.
    Check {
        /// The commit.
        commit: GitId,
        /// The check's name: context of a status, or name of a workflow or job.
        context: String,
        /// How it stands.
        state: CheckState,
        /// The branch, where it is told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        /// When.
        at_ms: u64,
    },
    /// A branch moved.
    Pushed {
        /// The branch, and its commit afterwards.
        to: BranchTip,
        /// Its commit before; `None`: it is new.
        before: Option<GitId>,
    },
    /// A branch is gone.
    BranchDeleted {
        /// The branch, without `refs/heads/`.
        branch: String,
    },
    /// A deployment failed, as the forge itself tells it.
    DeployFailed {
        /// The commit.
        commit: Option<GitId>,
        /// Where it was to be deployed.
        environment: String,
        /// What was said of it.
        description: String,
        /// When.
        at_ms: u64,
    },
    /// Something that nothing follows from; kept.
    Other {
        /// The kind of event.
        event: String,
    },
}

/// What had happened to an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IssueAction {
    /// It was opened.
    Opened,
    /// Its title or text was changed.
    Edited,
    /// It was closed.
    Closed,
    /// It was opened again.
    Reopened,
    /// It was deleted, or moved to another repository.
    Deleted,
    /// Somebody was assigned.
    Assigned,
    /// Somebody is not assigned any more.
    Unassigned,
    /// Its labels were changed.
    Labelled,
    /// Anything else, or nothing: it was looked at.
    Seen,
}

/// An issue as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssueSeen {
    /// Its number.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// Its text, shortened.
    pub body: String,
    /// Who opened it; `None` where the account is gone.
    pub author: Option<Login>,
    /// Whether it is open.
    pub open: bool,
    /// Who is assigned.
    pub assignees: Vec<Login>,
    /// Its labels, by name; `None` where what was told of them is not reliable.
    pub labels: Option<Vec<String>>,
    /// When it was opened.
    pub created_ms: u64,
    /// When it was last changed.
    pub updated_ms: u64,
    /// When it was closed; 0 while it is open.
    #[serde(default, skip_serializing_if = "crate::opened::is_zero")]
    pub closed_ms: u64,
    /// How many comments it had.
    #[serde(default, skip_serializing_if = "crate::opened::is_zero")]
    pub comments: u64,
}

/// What had happened to a pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PullAction {
    /// It was opened.
    Opened,
    /// Its title, text, base or draft state was changed.
    Edited,
    /// It was closed, merged or not.
    Closed,
    /// It was opened again.
    Reopened,
    /// It was deleted.
    Deleted,
    /// Its head moved.
    Synchronized,
    /// Anything else, or nothing: it was looked at.
    Seen,
}

/// A pull request as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PullSeen {
    /// Its number.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// Its text, shortened.
    pub body: String,
    /// Who opened it; `None` where the account is gone.
    pub author: Option<Login>,
    /// Whether it is open.
    pub open: bool,
    /// Whether it was merged.
    pub merged: bool,
    /// Who merged it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_by: Option<Login>,
    /// Whether it is a draft.
    pub draft: bool,
    /// The branch with the work, and its commit.
    pub head: BranchTip,
    /// Whether that branch stands in another repository.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_fork: bool,
    /// The branch it is to come into.
    pub base: String,
    /// Who is assigned.
    pub assignees: Vec<Login>,
    /// Its labels, by name; `None` where what was told of them is not reliable.
    pub labels: Option<Vec<String>>,
    /// When it was opened.
    pub created_ms: u64,
    /// When it was last changed.
    pub updated_ms: u64,
    /// When it was closed or merged; 0 while it is open.
    #[serde(default, skip_serializing_if = "crate::opened::is_zero")]
    pub closed_ms: u64,
}

/// What had happened to a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommentAction {
    /// It was written.
    Created,
    /// It was changed.
    Edited,
    /// It was deleted.
    Deleted,
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommentSeen {
    /// Its id; later comments have greater ones.
    pub id: u64,
    /// The issue or pull request.
    pub number: u64,
    /// Who wrote it; `None` where the account is gone.
    pub author: Option<Login>,
    /// Its text, shortened.
    pub body: String,
    /// When it was written.
    pub created_ms: u64,
}

/// A review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewSeen {
    /// The pull request.
    pub number: u64,
    /// Its id, where it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Who.
    pub reviewer: Login,
    /// What it says.
    pub verdict: ReviewVerdict,
    /// Its text, shortened.
    pub body: String,
    /// The commit that was reviewed; where that is not told, the head at that time.
    pub commit: Option<GitId>,
    /// When.
    pub at_ms: u64,
}
