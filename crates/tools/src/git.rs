//! git, through its command line, with fixed verbs and nothing that a repository could make it run.
//!
//! Hooks, filters, merge drivers, pagers, editors, external diffs, signing and the file system
//! monitor are off for every call, whatever the configuration says (`run` has the list). What is
//! simple is read without a process: where the repository is, what a ref points to, who has which
//! branch checked out.
//!
//! Calls are synchronous and short; only [`Checkout`] is waited for separately, because writing a
//! thousand files is not.

mod blobs;
mod change;
mod config;
mod detached;
mod discover;
mod init;
mod leftover;
mod merge;
mod object;
mod protected;
mod refs;
mod run;
mod worktree;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use ledger::ids::GitId;

pub use change::{Identity, Patch};
pub use config::Config;
pub use leftover::Registered;
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
    /// Trees of commits, which never change.
    trees: Arc<Mutex<BTreeMap<GitId, GitId>>>,
    /// A tree of which everything was seen on the way, as git would list it.
    listed: Arc<Mutex<Option<Listed>>>,
}

/// A tree, and every file in it as git says it.
type Listed = (GitId, Arc<[u8]>);

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
    Branch(String, Option<GitId>),
    /// No branch.
    Detached(GitId),
}

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
    /// A folder whose name git can't be given.
    #[error("`{0}` is not UTF-8")]
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

impl Head {
    /// The commit, if there is one.
    pub fn commit(&self) -> Option<&GitId> {
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

/// An object id that git wrote.
fn object_id(text: &str) -> Option<GitId> {
    GitId::new(text).ok()
}

/// The words of a command line.
fn words<const N: usize>(words: [&str; N]) -> Vec<OsString> {
    words.into_iter().map(OsString::from).collect()
}
