//! What an agent may do on a forge by itself: a few tools, carried out by the harness under the agent's own account.

use serde::{Deserialize, Serialize};

use super::{LineComment, Login, ReviewVerdict, Subject};
use crate::board::ActionType;
use crate::ids::GitId;

/// One use of such a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Means {
    /// Write a comment.
    Comment {
        /// Where; without it where the task is.
        #[serde(default)]
        number: Option<u64>,
        /// The text.
        body: String,
    },
    /// Open an issue that is a part of the task's, assigned to the agent itself.
    OpenSubIssue {
        /// What is to be done, without the marks of a part.
        title: String,
        /// The text, without the references.
        body: String,
        /// Labels, by name.
        #[serde(default)]
        labels: Vec<String>,
        /// Issues that have to come first.
        #[serde(default)]
        depends: Vec<u64>,
    },
    /// Submit a review of the task's pull request, as its head was when the task began.
    SubmitReview {
        /// What it says.
        verdict: ReviewVerdict,
        /// Its text.
        body: String,
        /// Comments on lines.
        #[serde(default)]
        comments: Vec<LineComment>,
    },
    /// Say how the pull request of the task's work is to be described; it is opened once the work is verified.
    OpenPullRequest {
        /// Its title.
        title: String,
        /// What was changed, and why.
        body: String,
    },
    /// Merge the task's pull request, if its head is still the one that was approved.
    MergePullRequest {},
    /// Close the task's issue: what it is for is reached.
    CloseIssue {},
}

/// A kind of such a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MeansKind {
    /// Write a comment.
    Comment,
    /// Open a part of the task's issue.
    OpenSubIssue,
    /// Submit a review.
    SubmitReview,
    /// Describe the pull request of the task's work.
    OpenPullRequest,
    /// Merge the task's pull request.
    MergePullRequest,
    /// Close the task's issue.
    CloseIssue,
}

impl MeansKind {
    /// The name of the tool.
    #[must_use]
    pub fn tool(self) -> &'static str {
        match self {
            Self::Comment => "comment",
            Self::OpenSubIssue => "open_sub_issue",
            Self::SubmitReview => "submit_review",
            Self::OpenPullRequest => "open_pull_request",
            Self::MergePullRequest => "merge_pull_request",
            Self::CloseIssue => "close_issue",
        }
    }
}

impl Means {
    /// A use of a tool, by its arguments: an object, or nothing where it takes none.
    ///
    /// # Errors
    /// What is wrong with the arguments.
    pub fn of(kind: MeansKind, args: serde_json::Value) -> Result<Self, serde_json::Error> {
        let args = match args.is_null() {
            true => serde_json::json!({}),
            false => args,
        };
        serde_json::from_value(serde_json::json!({ kind.tool(): args }))
    }

    /// Title and text of the pull request, where it describes that.
    #[must_use]
    pub fn description(&self) -> Option<(&str, &str)> {
        match self {
            Self::OpenPullRequest { title, body } => Some((title, body)),
            Self::Comment { .. }
            | Self::OpenSubIssue { .. }
            | Self::SubmitReview { .. }
            | Self::MergePullRequest {}
            | Self::CloseIssue {} => None,
        }
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> MeansKind {
        match self {
            Self::Comment { .. } => MeansKind::Comment,
            Self::OpenSubIssue { .. } => MeansKind::OpenSubIssue,
            Self::SubmitReview { .. } => MeansKind::SubmitReview,
            Self::OpenPullRequest { .. } => MeansKind::OpenPullRequest,
            Self::MergePullRequest {} => MeansKind::MergePullRequest,
            Self::CloseIssue {} => MeansKind::CloseIssue,
        }
    }

    /// The texts that others would read.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Comment { body, .. } => vec![body],
            Self::OpenSubIssue { title, body, .. } | Self::OpenPullRequest { title, body } => {
                vec![title, body]
            }
            Self::SubmitReview { body, comments, .. } => {
                let lines = comments.iter().map(|it| it.body.as_str());
                std::iter::once(body.as_str()).chain(lines).collect()
            }
            Self::MergePullRequest {} | Self::CloseIssue {} => Vec::new(),
        }
    }
}

/// What an agent is to do on a forge in a run, and with which means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errand {
    /// The kind of event that it comes from.
    pub action: ActionType,
    /// The agent's account.
    pub login: Login,
    /// How the agent signs what it says.
    pub display_name: String,
    /// Where it is: comments go there.
    pub about: Subject,
    /// Other issues and pull requests of the repository that may be commented on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<u64>,
    /// The head of the pull request, where it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<GitId>,
    /// The tools that it has.
    pub means: Vec<MeansKind>,
    /// One of these must have been used before it is done; none where the work itself is what counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<MeansKind>,
    /// Whether no file may change: it looks and speaks.
    pub talks_only: bool,
    /// What it is told, section by section.
    pub sections: Vec<ErrandSection>,
}

/// A part of what an agent is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrandSection {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Whether it is of others' words: shown fenced.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untrusted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_and_its_arguments_are_a_use_of_it() {
        let close = Means::of(MeansKind::CloseIssue, serde_json::Value::Null).unwrap();
        assert_eq!(close, Means::CloseIssue {});
        let args = serde_json::json!({"body": "x"});
        let comment = Means::of(MeansKind::Comment, args.clone()).unwrap();
        assert_eq!(comment.kind(), MeansKind::Comment);
        assert!(Means::of(MeansKind::CloseIssue, args).is_err());
    }
}
