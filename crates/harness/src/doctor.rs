//! What a crash, an upgrade or a person left behind: found, told, and mended where nothing can be lost by it.
//!
//! Nothing is taken away unless everything in it is kept: files by a snapshot, commits by a ref that stays. Nothing is
//! touched that a living driver holds, nor what was not made for a run. The lock of a run is never found: it is the
//! system's, and goes with its process.
//!
//! Reading order: this file (findings), `runs` (how each run stands), `repository` and `worktrees` (one repository),
//! `store` (what stands beside the ledger), `mend`.

mod mend;
mod repository;
mod runs;
mod store;
mod worktrees;

use std::path::PathBuf;

use ledger::ids::{GitId, RunId, TaskId};
use serde::Serialize;
use tools::git::Registered;
use tools::process;

use crate::drive;
use crate::repository::{NoSite, Site};
use crate::stale_checkouts::Left;

pub use mend::mend;

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
    deed: Option<Deed>,
}

/// What mends a finding.
#[derive(Debug)]
enum Deed {
    /// End what descends from this supervisor, by its id and start time.
    End { pid: i32, start: u64 },
    /// Take a file away that nobody writes any more.
    Remove(PathBuf),
    /// Take a folder away if it is empty.
    RemoveFolder(PathBuf),
    /// Take away what a sandbox left.
    RemovePrivate(PathBuf),
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
    fn new(kind: Kind, weight: Weight, what: impl Into<String>, why: impl Into<String>) -> Self {
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

    fn then(mut self, then: impl Into<String>) -> Self {
        self.then = then.into();
        self
    }

    fn of(mut self, run: &RunId) -> Self {
        self.run = Some(run.clone());
        self
    }

    fn by(mut self, deed: Deed) -> Self {
        self.deed = Some(deed);
        self
    }
}

/// What a sandbox left.
fn private_folder(path: PathBuf) -> Finding {
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

/// Looks for everything that was left behind: in this repository, or in all that the ledger knows. What is to be mended
/// first comes first.
///
/// # Errors
/// [`Error`]; what is wrong with another repository is a finding.
pub fn look(site: &Site, all: bool) -> Result<Vec<Finding>, Error> {
    let store = site.store()?;
    let here = site.repo.main_root();
    let moved = crate::moved_repository::runs(site, &store).map_err(NoSite::from)?;
    let asked = (!all).then_some(here.as_path());
    let known = runs::read(&store, asked, (&here, &moved))?;
    let mut findings = runs::findings(&known);
    findings.extend(store::findings(site, &store, &known)?);
    findings.extend(process::leftover_folders().into_iter().map(private_folder));
    let mut there = repository::Looked::default();
    there.look(site, &known, &mut findings)?;
    if all {
        for root in runs::repositories(&known).filter(|it| **it != here) {
            there.look_elsewhere(site, root, &known, &mut findings)?;
        }
    }
    there.folders(&known, &mut findings);
    findings.sort_by_key(|it| {
        (
            it.weight != Weight::Leftover,
            it.weight == Weight::Note,
            order(it.kind),
        )
    });
    Ok(findings)
}

/// Processes go before what they hold, worktrees before the branches that they have checked out.
fn order(kind: Kind) -> u8 {
    match kind {
        Kind::Process => 0,
        Kind::Lock => 1,
        Kind::Checkout => 2,
        Kind::Worktree => 3,
        Kind::Folder => 4,
        Kind::Branch => 5,
        Kind::File => 6,
        Kind::Run => 7,
        Kind::Ledger => 8,
        Kind::Repository => 9,
        Kind::Refs => 10,
    }
}
