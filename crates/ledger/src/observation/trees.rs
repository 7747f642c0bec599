//! Trees that acts made: commits, candidates, checkouts; and what no tree holds.

use serde::{Deserialize, Serialize};

use super::Protected;
use crate::ids::{GitId, Hash, RelPath};

/// What a commit holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Committed {
    /// The commit; `None` when there was nothing to commit and the branch stands at its base.
    pub commit: Option<GitId>,
    /// The tree of the branch tip.
    pub tree: GitId,
    /// Files in the commit, with their kind of change.
    pub changed: Vec<ChangedFile>,
    /// Files changed and not declared; left out, kept in a snapshot.
    pub undeclared: Vec<String>,
    /// What stands in the worktree and can be no part of a tree of ours; kept by nothing but the worktree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// Something in a worktree that no snapshot holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LeftOut {
    /// The file or folder.
    pub path: String,
    /// Why.
    pub why: LeftOutWhy,
    /// Why, in words, where the sort alone does not say it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
}

impl LeftOut {
    /// Something that its sort says enough of.
    #[must_use]
    pub fn new(path: impl Into<String>, why: LeftOutWhy) -> Self {
        Self::with(path, why, "")
    }

    /// The same with more words.
    #[must_use]
    pub fn with(path: impl Into<String>, why: LeftOutWhy, said: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            why,
            said: said.into(),
        }
    }

    /// Why, for people.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self.why {
            _ if !self.said.is_empty() => &self.said,
            LeftOutWhy::TooLarge => "too large for a snapshot",
            LeftOutWhy::Repository => "a repository of its own",
            LeftOutWhy::Remade => "tools can make it again",
            LeftOutWhy::Submodule => "below a submodule",
            LeftOutWhy::Unstored => "git can't store it",
        }
    }
}

/// Why something is left out of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeftOutWhy {
    /// It has more bytes than a snapshot takes.
    TooLarge,
    /// It is a repository of its own.
    Repository,
    /// Tools can make it again: it is marked as a cache, or is a folder of installed packages.
    Remade,
    /// It stands where a tree has a link to another repository, and no commit of ours can hold it.
    Submodule,
    /// Git is to convert it, and can't.
    Unstored,
}

/// One changed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    /// The file.
    pub path: String,
    /// `A`, `M`, `D` or `R`, as git writes it.
    pub kind: char,
}

/// The tree that would be merged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateTree {
    /// The target's tip that it was built on.
    pub target_tip: GitId,
    /// The tip of the run branch.
    pub run_tip: GitId,
    /// The commit that the target ref would move to.
    pub commit: GitId,
    /// Its tree.
    pub tree: GitId,
    /// Everything that differs from the target's tip.
    pub changed: Vec<ChangedFile>,
    /// What others had changed meanwhile, and what is no longer there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Lost>,
    /// What stands in no tree and decides what git does, as it is now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub protected: Vec<Protected>,
    /// Links to other repositories that come, go or name another commit than on the target's tip.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkChange>,
    /// What the target no longer has, if somebody rewrote it since the work began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rewritten: Option<Box<Rewritten>>,
}

/// A submodule: a path at which a tree names a commit of another repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkChange {
    /// The path.
    pub path: String,
    /// The commit that was named; `None`: there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<GitId>,
    /// The commit that is named; `None`: there is none any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<GitId>,
}

/// The branch that the work comes into no longer has the commit that the work began from: it was amended, reset or
/// rebased. Only what the work itself changed is brought over, as one commit on its tip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewritten {
    /// What the work began from, or took in last.
    pub since: GitId,
    /// Commits that the branch had then and has no longer, the newest first, as short id and subject; a few.
    pub gone: Vec<String>,
}

/// A tree stands in the clean checkout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedOut {
    /// Its directory, absolute.
    pub directory: String,
    /// The tree.
    pub tree: GitId,
    /// What was brought from the person's checkout.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brought: Vec<Brought>,
    /// What could not be brought, each with why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Commands that the tree itself says are its tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<String>,
    /// What leads commands that run here to the person's checkout, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<String>,
    /// What the person's checkout has that this one lacks, where that was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<Lacking>,
}

/// Something that stands in no tree and was copied beside one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// The folder or file.
    pub path: RelPath,
    /// Digest of all names and contents in it.
    pub digest: Hash,
}

/// Something that a command may want and a clean checkout does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lacking {
    /// The folder or file.
    pub path: String,
    /// What it is.
    pub kind: LackingKind,
}

/// Why a clean checkout does not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LackingKind {
    /// A submodule: its files are of another repository.
    Submodule,
    /// Git ignores it.
    Ignored,
}

/// What others had put into a file, and what a merge would take away again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// The file.
    pub path: String,
    /// The first few lines; none when the whole file is gone.
    pub lines: Vec<String>,
    /// It is the other way round: others took the file away, and the merge would bring it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub back: bool,
}
