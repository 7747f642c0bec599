//! What is done on a forge, and what is seen of one: the types of both that stand inside lines.
//!
//! Addresses that a forge tells never stand here: whoever acts builds them from the configured address, the repository's
//! name and numbers.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash as StdHash, Hasher};

use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::{BadName, GitId};

mod deed;
mod fact;
mod issue;
mod means;
mod publish;

pub use deed::{CheckState, Deed, ForgeAct, ForgeDone, LineComment, MergeHow, Push, ReviewVerdict};
pub use fact::{
    CommentAction, CommentSeen, Delivered, Fact, IssueAction, IssueSeen, Origin, PullAction,
    PullSeen, ReviewSeen, What,
};
pub use issue::{IssueTask, IssueText, RelatedIssue, Standing};
pub use means::{Errand, ErrandSection, Means, MeansKind};
pub use publish::{MergeVia, Publish};

/// A repository on a forge, as `owner/name`. Compared without case, as forges do.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct RepoName(String);

impl RepoName {
    /// Checks and keeps the text.
    ///
    /// # Errors
    /// [`BadName`] unless it is two names of letters, digits, `-`, `_` and `.` with a `/` between them.
    pub fn new(text: impl Into<String>) -> Result<Self, BadName> {
        let text = text.into();
        let bad = |why| BadName {
            text: text.chars().take(80).collect(),
            kind: "repository",
            why,
        };
        let Some((owner, name)) = text.split_once('/') else {
            return Err(bad("`owner/name` expected"));
        };
        for part in [owner, name] {
            let is_name = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
            if part.is_empty() || part.len() > 100 || !part.bytes().all(is_name) {
                return Err(bad("only letters, digits, `-`, `_` and `.`"));
            }
            if part.starts_with('-') || part.bytes().all(|b| b == b'.') {
                return Err(bad("not a name"));
            }
        }
        Ok(Self(text))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands before the `/`.
    #[must_use]
    pub fn owner(&self) -> &str {
        self.0.split_once('/').map_or("", |(owner, _)| owner)
    }

    /// What stands behind the `/`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.split_once('/').map_or("", |(_, name)| name)
    }
}

/// An account on a forge, by its login. Compared without case, as forges do; kept as it was written.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Login(String);

impl Login {
    /// Checks and keeps the text.
    ///
    /// # Errors
    /// [`BadName`] when it is empty, longer than 100 bytes, or holds blanks, control characters, `/` or `@`.
    pub fn new(text: impl Into<String>) -> Result<Self, BadName> {
        let text = text.into();
        let is_wrong = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '/' | '@');
        if text.is_empty() || text.len() > 100 || text.chars().any(is_wrong) {
            return Err(BadName {
                text: text.chars().take(80).collect(),
                kind: "login",
                why: "one word without `/` and `@`",
            });
        }
        Ok(Self(text))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

macro_rules! compared_without_case {
    ($($name:ident),*) => {$(
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.0.eq_ignore_ascii_case(&other.0)
            }
        }

        impl Eq for $name {}

        impl StdHash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                for byte in self.0.bytes() {
                    state.write_u8(byte.to_ascii_lowercase());
                }
                state.write_u8(0xff);
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                let lower = |byte: u8| byte.to_ascii_lowercase();
                self.0.bytes().map(lower).cmp(other.0.bytes().map(lower))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
                Self::new(String::deserialize(de)?).map_err(serde::de::Error::custom)
            }
        }
    )*};
}

compared_without_case!(RepoName, Login);

/// Which kind of server a forge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForgeKind {
    /// Gitea, from 1.22.
    Gitea,
    /// Forgejo.
    Forgejo,
    /// GitHub.
    Github,
}

impl ForgeKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Gitea, Self::Forgejo, Self::Github];

    /// By its word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// As it is configured.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ForgeKind::Gitea => "gitea",
            ForgeKind::Forgejo => "forgejo",
            ForgeKind::Github => "github",
        }
    }
}

/// An issue or a pull request: both draw their numbers from one row in each repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Subject {
    /// The repository.
    pub repo: RepoName,
    /// Its number there.
    pub number: u64,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.repo, self.number)
    }
}

/// A branch on a forge and where it stood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchTip {
    /// The branch, without `refs/heads/`.
    pub branch: String,
    /// Its commit; `None` where it was not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<GitId>,
}
