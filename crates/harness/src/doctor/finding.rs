//! What is found, and what would mend it.

use std::path::PathBuf;

use ledger::ids::{GitId, RunId, TaskId};
use serde::Serialize;
use tools::git::Registered;

use crate::drive;
use crate::repository::NoSite;
use crate::stale_checkouts::Left;

/// What kind of thing was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Processes of a driver that is gone.
    Process,
    /// A lock file of git.
    Lock,
    /// A checkout of a person.
    Checkout,
    /// A worktree.
    Worktree,
    /// A folder where worktrees are made.
    Folder,
    /// A branch.
    Branch,
    /// A file that was never finished.
    File,
    /// A run.
    Run,
    /// The ledger.
    Ledger,
    /// A repository.
    Repository,
    /// Refs that keep earlier work.
    Refs,
}

/// What a finding asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// It can be mended here.
    Leftover,
    /// A person has to do something.
    Problem,
    /// It is as it should be, and worth a line.
    Note,
}

/// One thing that was found.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// What kind of thing.
    pub kind: Kind,
    /// What it asks for.
    pub weight: Weight,
    /// The thing: a path, a ref, a run.
    pub what: String,
    /// What is the matter with it.
    pub why: String,
    /// What would be done about it, or what a person can do.
    pub then: String,
    /// The run that it belonged to.
    pub run: Option<RunId>,
    /// The repository that it is in.
    pub repository: Option<PathBuf>,
    /// What mends it.
    #[serde(skip)]
    pub(super) deed: Option<Deed>,
}

/// What mends a finding.
#[derive(Debug)]
pub(super) enum Deed {
    /// End what descends from this supervisor, by its id and start time.
    End { pid: i32, start: u64 },
    /// Take a file away that nobody writes any more.
    Remove(PathBuf),
    /// Take a folder away if it is empty.
    RemoveFolder(PathBuf),
    /// Take away what a sandbox left.
    RemovePrivate(PathBuf),
    /// The home of agents or servers of a run.
    RemoveHome(PathBuf),
    /// Take a worktree away, with all in it kept first.
    Clear { task: TaskId, directory: PathBuf },
    /// Forget a worktree whose folder is gone.
    Forget(Box<Registered>),
    /// Bring a checkout to the commit that its branch was moved to, as far as nothing is in the way.
    Follow(Box<Left>),
    /// Delete a branch whose commits are kept by others.
    Delete { branch: String, tip: GitId },
}

impl Finding {
    pub(super) fn new(
        kind: Kind,
        weight: Weight,
        what: impl Into<String>,
        why: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            weight,
            what: what.into(),
            why: why.into(),
            then: String::new(),
            run: None,
            repository: None,
            deed: None,
        }
    }

    pub(super) fn then(mut self, then: impl Into<String>) -> Self {
        self.then = then.into();
        self
    }

    pub(super) fn of(mut self, run: &RunId) -> Self {
        self.run = Some(run.clone());
        self
    }

    pub(super) fn by(mut self, deed: Deed) -> Self {
        self.deed = Some(deed);
        self
    }
}

/// What a sandbox left.
pub(super) fn private_folder(path: PathBuf) -> Finding {
    let why = "a sandbox whose processes are gone left it";
    let finding = Finding::new(
        Kind::Folder,
        Weight::Leftover,
        path.display().to_string(),
        why,
    );
    finding
        .then("`--mend` removes it")
        .by(Deed::RemovePrivate(path))
}

/// Why nothing could be looked at.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no site.
    #[error(transparent)]
    Site(#[from] NoSite),
    /// The ledger can't be read.
    #[error(transparent)]
    Ledger(#[from] drive::Error),
}
