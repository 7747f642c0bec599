//! git, through its command line, with fixed verbs and nothing that a repository could make it run.
//!
//! Hooks, filters, merge drivers, pagers, editors, external diffs, signing and the file system
//! monitor are off for every call, whatever the configuration says (`run` has the list). What is
//! simple is read without a process: where the repository is, what a ref points to, who has which
//! branch checked out.
//!
//! Calls are synchronous and short; only [`Checkout`] is waited for separately, because writing a
//! thousand files is not.

mod change;
mod config;
mod discover;
mod merge;
mod refs;
mod run;
mod worktree;

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use change::{Change, ChangeKind, Identity, Patch};
pub use config::Config;
pub use merge::{Merged, Synced};
pub use refs::valid_branch;
pub use worktree::{Checkout, Worktree};

/// A repository, seen from one of its worktrees.
#[derive(Clone, Debug)]
pub struct Repo {
    /// Top folder of this worktree.
    pub root: PathBuf,
    /// What belongs to this worktree alone: `HEAD` and the index.
    pub git_dir: PathBuf,
    /// What all worktrees share: objects, refs, configuration.
    pub common_dir: PathBuf,
    /// How objects are named.
    pub format: Format,
    /// Refs are plain files, so that they can be read without git.
    plain_refs: bool,
    /// What the configuration says, read when first needed.
    config: OnceLock<Config>,
}

/// The hash that names objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 40 hex digits.
    Sha1,
    /// 64 hex digits.
    Sha256,
}

/// What a worktree stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// A branch, by its short name; without a commit as long as it has none.
    Branch(String, Option<ObjectId>),
    /// No branch.
    Detached(ObjectId),
}

/// The name of an object: 40 or 64 lower-case hex digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(String);

/// Why git did not do it.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// There is no repository at or above this folder.
    #[error("`{}` is not in a git repository", .0.display())]
    NotARepository(PathBuf),
    /// A branch is needed.
    #[error("`{}` is on no branch", .0.display())]
    DetachedHead(PathBuf),
    /// There is no such branch or ref.
    #[error("there is no branch `{0}`")]
    MissingBranch(String),
    /// The name can't be a branch.
    #[error("`{0}` is no name for a branch")]
    BadBranch(String),
    /// What is to be made is there already.
    #[error("`{0}` exists already")]
    Exists(String),
    /// Both sides changed these files in different ways.
    #[error("{} files conflict, `{}` among them", .0.len(), .0.first().map_or("", String::as_str))]
    Conflict(Vec<String>),
    /// Somebody else moved the ref in between.
    #[error("`{0}` was moved by someone else")]
    RefMoved(String),
    /// A path that is not below the worktree, or not UTF-8.
    #[error("`{0}` is no path of this worktree")]
    BadPath(String),
    /// This git is too old.
    #[error("this git is too old: `{0}` needs 2.38")]
    TooOld(&'static str),
    /// git said no.
    #[error("git {verb}: {stderr}")]
    Failed {
        /// The verb, as git calls it.
        verb: String,
        /// What it said, cut to one kilobyte.
        stderr: String,
    },
    /// git said something we do not understand.
    #[error("git {0}: an answer that does not parse")]
    Unexpected(String),
    /// A file of the repository can't be read or written.
    #[error("`{}` can't be used", .path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// git itself can't be started, or ran for too long.
    #[error("git can't be run")]
    Run(#[source] io::Error),
}

impl ObjectId {
    /// Takes 40 or 64 lower-case hex digits.
    pub fn parse(text: &str) -> Option<Self> {
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let fits = matches!(text.len(), 40 | 64) && text.bytes().all(hex);
        fits.then(|| Self(text.to_owned()))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Head {
    /// The commit, if there is one.
    pub fn commit(&self) -> Option<&ObjectId> {
        match self {
            Head::Branch(_, commit) => commit.as_ref(),
            Head::Detached(commit) => Some(commit),
        }
    }
}

/// Turns a failed file operation into an error that names the file.
fn disk(path: &Path) -> impl FnOnce(io::Error) -> GitError + '_ {
    move |source| GitError::Disk {
        path: path.to_owned(),
        source,
    }
}

/// The words of a command line.
fn words<const N: usize>(words: [&str; N]) -> Vec<OsString> {
    words.into_iter().map(OsString::from).collect()
}
