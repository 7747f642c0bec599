//! An issue as the task of a run: its words, who wrote them, and what they may do there.

use serde::{Deserialize, Serialize};

use super::{Errand, Login, Subject};

/// What an account may do in a repository. Trust in its words follows from it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Nothing that others may not.
    #[default]
    None,
    /// Read it.
    Read,
    /// Change it.
    Write,
    /// Change its settings.
    Admin,
}

impl Standing {
    /// Whether the words of such an account count as those of somebody who may decide here.
    #[must_use]
    pub fn is_trusted(self) -> bool {
        self >= Standing::Write
    }

    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Standing::None => "no rights",
            Standing::Read => "may read",
            Standing::Write => "may write",
            Standing::Admin => "administers",
        }
    }
}

/// An issue as a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssueTask {
    /// The forge, by its name in the configuration.
    pub forge: String,
    /// Which issue.
    pub subject: Subject,
    /// Its title.
    pub title: String,
    /// Its text.
    pub text: String,
    /// Who opened it; `None` where the account is gone.
    pub author: Option<Login>,
    /// What that account may do in the repository.
    pub standing: Standing,
    /// What is to be done by the configuration, step by step; trusted, the issue has no part in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// What was said of it, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<IssueText>,
    /// The issue that it is a part of, and those that it depends on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<RelatedIssue>,
    /// What an agent of the roster is to do about it, where it was not a person who began the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errand: Option<Box<Errand>>,
}

/// Something that was said on a forge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssueText {
    /// Who said it; `None` where the account is gone.
    pub author: Option<Login>,
    /// What that account may do in the repository.
    pub standing: Standing,
    /// What it is: `comment`, `review: changes`, `failed check ci/test`.
    pub kind: String,
    /// When, in milliseconds since 1970; 0 where it is not told.
    #[serde(default, skip_serializing_if = "crate::opened::is_zero")]
    pub at_ms: u64,
    /// The words.
    pub text: String,
}

/// An issue that another one refers to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelatedIssue {
    /// How: `parent` or `depends`.
    pub how: String,
    /// Its number.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// Whether it is open.
    pub open: bool,
    /// Its text, or the last action report on it.
    pub text: String,
}
