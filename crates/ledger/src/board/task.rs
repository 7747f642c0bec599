//! Tasks of agents on a forge: what kinds there are, what makes one this one and no other, where it stands, what ended it.

use serde::{Deserialize, Serialize};

use crate::forge::{Login, Subject};
use crate::ids::{GitId, Hash};

/// The number of a task, from 1 in its stream.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[serde(transparent)]
pub struct TaskNo(pub u64);

impl std::fmt::Display for TaskNo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// What kind of event a task comes from. It decides what its agent is told that it is, and what ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionType {
    /// An issue was assigned to the agent.
    IssueAssigned,
    /// An issue of a known type was opened and assigned to nobody.
    IssueDiscussion,
    /// An issue that the agent opened was closed by somebody else.
    IssueClosed,
    /// Checks of the agent's pull request failed.
    CiFailure,
    /// The agent's pull request was approved, or has to be changed.
    ReviewResult,
    /// The agent is asked for a review.
    ReviewRequest,
    /// A pull request that the agent has reviewed was changed since.
    ReviewUpdated,
    /// The agent's pull request was reviewed with neither.
    ReviewComment,
    /// The agent's pull request was merged by somebody else.
    ReviewMerged,
    /// The agent was mentioned.
    Mention,
    /// A deployment failed.
    DeployFailure,
    /// Something outside the code is broken.
    InfrastructureFailure,
    /// All parts of an issue are closed.
    RoundReview,
}

impl ActionType {
    /// All of them, in the order in which they are dispatched: what others wait for comes first.
    pub const ALL: [Self; 13] = [
        Self::CiFailure,
        Self::ReviewResult,
        Self::ReviewRequest,
        Self::ReviewUpdated,
        Self::ReviewComment,
        Self::Mention,
        Self::InfrastructureFailure,
        Self::DeployFailure,
        Self::RoundReview,
        Self::IssueDiscussion,
        Self::IssueAssigned,
        Self::IssueClosed,
        Self::ReviewMerged,
    ];

    /// Its name in templates.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::IssueAssigned => "issue_assigned",
            Self::IssueDiscussion => "issue_discussion",
            Self::IssueClosed => "issue_closed",
            Self::CiFailure => "ci_failure",
            Self::ReviewResult => "review_result",
            Self::ReviewRequest => "review_request",
            Self::ReviewUpdated => "review_updated",
            Self::ReviewComment => "review_comment",
            Self::ReviewMerged => "review_merged",
            Self::Mention => "mention",
            Self::DeployFailure => "deploy_failure",
            Self::InfrastructureFailure => "infrastructure_failure",
            Self::RoundReview => "round_review",
        }
    }

    /// Whether the agent only has to know of it: nothing is to be done.
    #[must_use]
    pub fn is_notice(self) -> bool {
        matches!(self, Self::IssueClosed | Self::ReviewMerged)
    }
}

/// What kind of work an issue wants, by its labels. It decides the steps and the report.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[serde(rename_all = "snake_case")]
pub enum BusinessType {
    /// Something new; also where no label says otherwise.
    #[default]
    Feature,
    /// Something designed already.
    Impl,
    /// A fault.
    Bug,
    /// Documentation.
    Docs,
    /// The same, made better.
    Refactor,
    /// Tests.
    Test,
    /// What is broken outside the code.
    Infrastructure,
}

impl BusinessType {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Feature,
        Self::Impl,
        Self::Bug,
        Self::Docs,
        Self::Refactor,
        Self::Test,
        Self::Infrastructure,
    ];

    /// Its name in templates.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Feature => "feature",
            Self::Impl => "impl",
            Self::Bug => "bug",
            Self::Docs => "docs",
            Self::Refactor => "refactor",
            Self::Test => "test",
            Self::Infrastructure => "infrastructure",
        }
    }

    /// What branches of such work begin with, where no template says otherwise.
    #[must_use]
    pub fn branch_type(self) -> &'static str {
        match self {
            Self::Feature => "feat",
            Self::Bug | Self::Infrastructure => "fix",
            Self::Impl => "impl",
            Self::Docs => "docs",
            Self::Refactor => "refactor",
            Self::Test => "test",
        }
    }
}

/// The fact that a task follows from: the same fact never makes two, however often and in whatever order it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The issue was opened, or opened again so many times.
    Opened(u16),
    /// Somebody else closed the issue, after somebody else had closed it so many times.
    Closed(u16),
    /// The agent got the issue, after it had had it so many times: it was assigned, or the issue was opened again.
    Assigned(u16),
    /// The text of the issue or pull request mentions the agent.
    Body,
    /// The comment with this id mentions the agent.
    Comment(u64),
    /// A review, by what it says.
    Review(Hash),
    /// The agent was asked for a review, after it had been asked so many times and had reviewed or was asked no longer.
    Requested(u16),
    /// The head of the pull request, or the commit whose checks failed.
    Head(Hash),
    /// The pull request was merged.
    Merged,
    /// All of so many parts are closed.
    Round(u32),
}

/// What makes a task this one and no other.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TaskKey {
    /// The issue or pull request.
    pub subject: Subject,
    /// The kind of event.
    pub action: ActionType,
    /// Whose task it is.
    pub agent: Login,
    /// The fact that it follows from.
    pub cause: Cause,
}

/// Where a task stands.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[serde(rename_all = "kebab-case")]
pub enum TaskState {
    /// It waits for its agent.
    #[default]
    Pending,
    /// Its agent works on it, or has done its part and what ends it has not come yet.
    Working,
    /// Its pull request waits for others.
    Review,
    /// What ends it has come.
    Done,
    /// It was given up.
    Failed,
}

impl TaskState {
    /// Whether nothing leaves it.
    #[must_use]
    pub fn is_terminal(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }

    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Working => "working",
            Self::Review => "review",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }
}

/// What ended a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Its pull request was merged.
    Merged,
    /// Its issue or pull request was closed.
    Closed,
    /// Its agent pushed what was asked for.
    Pushed,
    /// Its agent submitted the review.
    Reviewed,
    /// Its agent commented.
    Commented,
    /// Its agent reported.
    Reported,
    /// The checks are green again.
    Fixed,
    /// Something newer took its place.
    Superseded,
    /// It is not wanted any more: the assignment, the request or the comment was taken back, or the subject is gone.
    Withdrawn,
    /// A notice: nothing had to be done.
    Notice,
    /// Its agent's attempt ended, and nothing else is waited for.
    Completed,
    /// No attempt is left.
    AttemptsExhausted,
    /// No round is left.
    RoundsExhausted,
}

impl Ending {
    /// Whether a task that ends so has failed.
    #[must_use]
    pub fn is_failure(self) -> bool {
        matches!(self, Self::AttemptsExhausted | Self::RoundsExhausted)
    }

    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Merged => "merged",
            Self::Closed => "closed",
            Self::Pushed => "pushed",
            Self::Reviewed => "reviewed",
            Self::Commented => "commented",
            Self::Reported => "reported",
            Self::Fixed => "fixed",
            Self::Superseded => "superseded",
            Self::Withdrawn => "withdrawn",
            Self::Notice => "notice",
            Self::Completed => "completed",
            Self::AttemptsExhausted => "attempts exhausted",
            Self::RoundsExhausted => "rounds exhausted",
        }
    }
}

/// How an attempt at a task ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptEnd {
    /// The agent did its part.
    Done,
    /// The agent ended, and did not do its part.
    Unfinished {
        /// What is missing.
        why: String,
    },
    /// It failed.
    Failed {
        /// Why.
        why: String,
    },
    /// There is nothing to do, after all: a person stopped it, or what it follows from does not count.
    NotNeeded {
        /// Why.
        why: String,
    },
    /// A person is waited for.
    Waiting {
        /// What for.
        why: String,
    },
    /// We ended it: the task had ended, or its time was up.
    Cancelled,
    /// It could not begin for a reason that goes away by itself; it does not count.
    Deferred {
        /// Why.
        why: String,
    },
}

/// What a digest of a commit stands for as a cause.
#[must_use]
pub fn head_cause(commit: &GitId) -> Cause {
    Cause::Head(Hash::of(commit.as_str().as_bytes()))
}
