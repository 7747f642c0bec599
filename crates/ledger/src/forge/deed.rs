//! World acts on a forge. They are made by the harness, under the account of the agent on whose behalf it acts.

use serde::{Deserialize, Serialize};

use super::{Login, RepoName};
use crate::ids::GitId;

/// One call that changes something on a forge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgeAct {
    /// The forge, by its name in the configuration.
    pub forge: String,
    /// The repository.
    pub repo: RepoName,
    /// Under whose account.
    pub login: Login,
    /// What is done.
    pub deed: Deed,
}

/// What is done on a forge. What makes something new carries a mark: a word that is looked for before it is made again, so
/// that a retry never makes it twice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Write a comment on an issue or a pull request.
    Comment {
        /// Where.
        number: u64,
        /// The text, without the mark.
        body: String,
        /// Its mark.
        mark: String,
        /// Whether a comment with this mark is replaced where one stands, instead of left as it is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        replace: bool,
    },
    /// Open an issue.
    OpenIssue {
        /// Its title.
        title: String,
        /// Its text, without the mark.
        body: String,
        /// Its labels, by name. Those that the repository does not have are left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        labels: Vec<String>,
        /// Who is assigned.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assignees: Vec<Login>,
        /// Its mark.
        mark: String,
    },
    /// Close an issue or a pull request, or open it again.
    SetOpen {
        /// Which.
        number: u64,
        /// Whether it is open afterwards.
        open: bool,
    },
    /// Open a pull request. Where one from this branch into that one stands open, it is taken for the one.
    OpenPull {
        /// The branch with the work.
        head: String,
        /// The branch it is to come into.
        base: String,
        /// Its title.
        title: String,
        /// Its text.
        body: String,
        /// Whether it is a draft.
        draft: bool,
        /// Who is asked to review it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        reviewers: Vec<Login>,
    },
    /// Change a pull request: only what is said.
    EditPull {
        /// Which.
        number: u64,
        /// Its title.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// Its text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        body: Option<String>,
        /// Whether it is a draft.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        draft: Option<bool>,
    },
    /// Submit a review.
    Review {
        /// Of which pull request.
        number: u64,
        /// Of which commit: the head as it was read.
        commit: GitId,
        /// What it says.
        verdict: ReviewVerdict,
        /// Its text, without the mark.
        body: String,
        /// Comments on lines.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        comments: Vec<LineComment>,
        /// Its mark.
        mark: String,
    },
    /// Merge a pull request, if its head is still this commit.
    MergePull {
        /// Which.
        number: u64,
        /// The commit that was verified.
        head: GitId,
        /// How.
        how: MergeHow,
        /// Whether its branch goes afterwards.
        delete_branch: bool,
    },
    /// Say how a check of a commit stands.
    Status {
        /// The commit.
        commit: GitId,
        /// How it stands.
        state: CheckState,
        /// The check's name.
        context: String,
        /// One line about it.
        description: String,
    },
}

impl Deed {
    /// One word for people.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Deed::Comment { .. } => "comment",
            Deed::OpenIssue { .. } => "open issue",
            Deed::SetOpen { open: true, .. } => "reopen",
            Deed::SetOpen { open: false, .. } => "close",
            Deed::OpenPull { .. } => "open pull request",
            Deed::EditPull { .. } => "edit pull request",
            Deed::Review { .. } => "review",
            Deed::MergePull { .. } => "merge pull request",
            Deed::Status { .. } => "status",
        }
    }
}

/// Push a commit to a branch of a forge. Never forced: the branch must stand where it is expected to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Push {
    /// The forge, by its name in the configuration.
    pub forge: String,
    /// The repository.
    pub repo: RepoName,
    /// Under whose account.
    pub login: Login,
    /// The branch there, without `refs/heads/`.
    pub branch: String,
    /// The commit.
    pub commit: GitId,
    /// Where the branch stands now; `None`: it does not exist yet.
    pub expected: Option<GitId>,
}

/// How a check stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckState {
    /// It has not ended.
    Pending,
    /// It passed.
    Success,
    /// It failed.
    Failure,
    /// It could not be carried out.
    Error,
    /// It was not run, or what it was for is over: says nothing.
    Neutral,
}

impl CheckState {
    /// Whether it makes a commit red.
    #[must_use]
    pub fn is_red(self) -> bool {
        matches!(self, CheckState::Failure | CheckState::Error)
    }
}

/// What a review says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewVerdict {
    /// It may be merged.
    Approved,
    /// It has to be changed first.
    Changes,
    /// Neither.
    Comment,
}

/// A comment on a line of a pull request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineComment {
    /// The file, from the repository's top.
    pub path: String,
    /// The line, in the file as the pull request has it, from 1.
    pub line: u32,
    /// The text.
    pub body: String,
}

/// How a pull request is merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum MergeHow {
    /// By a merge commit.
    #[default]
    Merge,
    /// As one new commit.
    Squash,
    /// Its commits anew on top of the base.
    Rebase,
}

/// What came of an act on a forge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct ForgeDone {
    /// Number of the issue or pull request that was made or changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Id of the comment or the review that was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Whether it stood already, from an earlier try.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stood: bool,
    /// The address for people, built from the configured one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub url: String,
}
