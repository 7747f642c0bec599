//! git, through its command line, with fixed verbs and nothing that a repository could make it run.
//!
//! Hooks, merge drivers, pagers, editors, external diffs and the file system monitor are off for
//! every call, whatever the configuration says (`run` has the list). Filters run only where files
//! are read into objects or written out of them, signing programs only where a commit is made, and
//! of both only those that the person's own configuration names (`filters`, `identity`). What is
//! simple is read without a process: where the repository
//! is, what a ref points to, who has which branch checked out.
//!
//! Calls are synchronous and short; only [`Checkout`] is waited for separately, because writing a
//! thousand files is not.

mod attributes;
mod blobs;
mod change;
mod checkout;
mod config;
mod detached;
mod diff;
mod discover;
mod filters;
mod hooks;
mod identity;
mod init;
mod leftover;
mod merge;
mod names;
mod object;
mod obstacle;
mod protected;
mod ready;
mod refs;
pub(crate) mod remote;
mod run;
mod typed;
mod worktree;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use ledger::ids::GitId;

pub(crate) use attributes::{Attributes, Source};
pub use checkout::Synced;
pub use config::{Config, Filter, Scope};
pub use diff::Patch;
pub(crate) use diff::{Difference, Held};
pub(crate) use hooks::hook_stands;
pub use identity::{Identity, Person};
pub use leftover::Registered;
pub use merge::Merged;
pub(crate) use names::held as held_name;
pub use obstacle::Obstacle;
pub use ready::{Looking, NotReady, UnusableFilter};
pub use refs::valid_branch;
pub use remote::Remote;
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
    /// Settings of the repository's own configuration that may name programs.
    programs: Arc<[String]>,
    /// Whose commits are made here, where it is not the person's: name and address.
    account: Option<Arc<(String, String)>>,
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
    /// There is no checkout in this folder; the repository has some elsewhere, perhaps.
    #[error("`{}` has no checkout: the repository there is bare", .folder.display())]
    Bare {
        /// The folder.
        folder: PathBuf,
        /// Worktrees of the repository.
        worktrees: Vec<PathBuf>,
    },
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
    /// The configuration wants nobody to be made up, and names nobody.
    #[error("`user.useConfigOnly` is set, and no name and address are configured")]
    NoIdentity,
    /// Commits are to be signed (`commit.gpgSign`), and this one could not be.
    #[error("commits are to be signed here (`commit.gpgSign`), and this one can't be: {0}")]
    Unsigned(String),
    /// The repository's own configuration has a say in how other machines are reached: a credential could go elsewhere.
    #[error(
        "nothing is fetched or pushed here: `{0}` of this repository's own configuration could lead it elsewhere"
    )]
    Rerouted(String),
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
