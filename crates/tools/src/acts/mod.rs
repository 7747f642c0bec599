//! The acting end of the tool pipeline: each function takes a permit, and its arguments from the permit alone.
//!
//! Reading order: this file (what hands stand on), `look` and `change` (files), `run` (programs), `branch` (git),
//! `facts` (what gates may ask). A failure is an observation.

mod branch;
mod candidate;
mod change;
mod check;
mod checkout;
mod delegate;
mod discard;
mod enclosures;
mod facts;
mod ground;
mod hook;
mod instructions;
mod leftover;
mod look;
mod measure;
mod merge;
mod messenger;
mod opened_files;
mod push;
mod remake_worktree;
mod run;
mod serve;
mod skills;
mod steering_names;
mod trials;
mod undone_by_merge;
mod user_hook;
mod way_out;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ledger::evidence::{Failure, Tests};
use ledger::ids::{GitId, RelPath, RunId, TaskId};
use ledger::observation::{Observation, Outcome, Prepared, Status};

use crate::files::{Limits, Root};
use crate::git::{Checkout, Repo};
use crate::process::Supervisor;
use crate::process::command::allowed_env;
use crate::snapshot::{Limits as SnapshotLimits, SnapshotError, Snapshots};

use enclosures::Enclosures;

pub use checkout::{CHECKOUT, Declares};
pub use delegate::Equipment;
pub use enclosures::Holding;
pub use facts::{Folder, Standing, facts_of, standing};
pub use leftover::{NotCleared, in_use};
pub use measure::{Standstill, standstill};
pub use messenger::Messenger;
pub use push::ReadyPush;
pub use run::{Done, Started, Under};
pub use serve::ServerEquipment;

/// What the hands of one run stand on.
#[derive(Debug)]
pub struct Workshop {
    repo: Repo,
    run: RunId,
    /// Worktrees are made below this folder.
    worktrees: PathBuf,
    /// Pages and spilled output of the run.
    papers: PathBuf,
    /// Whether the repository's own instructions are trusted.
    trusted: bool,
    supervisor: Option<Supervisor>,
    enclosures: Enclosures,
    env: Environment,
    limits: Limits,
    hidden: Hidden,
    /// How the output of a check is read.
    reads: ReadOutput,
    /// What checks get for the environment that every child gets.
    check_env: CheckEnv,
    /// Which commands a project declares as its tests.
    declares: Declares,
    /// What leads commands to the person's checkout.
    leads: Leads,
    places: BTreeMap<TaskId, Place>,
    /// Where evidence is gathered.
    clean: Option<Place>,
    /// What was brought there from the person's checkout.
    brought: Vec<RelPath>,
    /// Worktrees that should be there and are not.
    gone: BTreeMap<TaskId, Prepared>,
    /// The folder of the run's worktrees, locked as long as we have some: other ledgers may use the same disk.
    held: Option<File>,
}

/// Reads what a command printed.
#[derive(Clone, Copy, Debug)]
pub struct ReadOutput {
    /// Looks in it for tests by their names.
    pub tests: fn(&str, &[String]) -> Tests,
    /// What it names as failing.
    pub failure: fn(&str) -> Failure,
}

/// Names and values that a child gets.
pub type Environment = Vec<(OsString, OsString)>;

/// Where a command runs, and where it is not to look for what it tests.
#[derive(Clone, Copy, Debug)]
pub struct Whereabouts<'a> {
    /// The folder that it runs in.
    pub here: &'a Path,
    /// Folders that hold the same files in other versions: the person's checkout, what a copy was made of.
    pub elsewhere: &'a [&'a Path],
}

/// Makes the environment of a check.
pub type CheckEnv = fn(Whereabouts<'_>, Environment) -> Environment;

/// Says, for people, what leads commands elsewhere.
pub type Leads = fn(Whereabouts<'_>, &Environment) -> Vec<String>;

/// Which files nobody may look into.
#[derive(Clone)]
struct Hidden(Rc<dyn Fn(&RelPath) -> bool>);

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hidden")
    }
}

/// The worktree of a task.
#[derive(Debug)]
struct Place {
    repo: Repo,
    root: Root,
    base: GitId,
    /// Its files are still being written; nobody looks at them before they are there.
    checkout: Option<Checkout>,
    snapshots: Snapshots,
    /// The tree of the last snapshot.
    tree: GitId,
}

/// Names of changed files that are told.
const NAMES_MAX: usize = 100;

impl Workshop {
    /// Hands for a run, without anything in them yet.
    #[must_use]
    pub fn new(repo: Repo, run: RunId, worktrees: PathBuf, papers: PathBuf, trusted: bool) -> Self {
        Self {
            repo,
            run,
            worktrees,
            papers,
            trusted,
            supervisor: None,
            enclosures: Enclosures::default(),
            env: allowed_env(std::env::vars_os(), &[]),
            limits: Limits::default(),
            hidden: Hidden(Rc::new(|_| false)),
            reads: ReadOutput {
                tests: |_, _| Tests::default(),
                failure: |_| Failure::default(),
            },
            check_env: |_, env| env,
            declares: |_| Vec::new(),
            leads: |_, _| Vec::new(),
            places: BTreeMap::new(),
            clean: None,
            brought: Vec::new(),
            gone: BTreeMap::new(),
            held: None,
        }
    }

    /// Everything that is started from now on is this supervisor's child.
    pub fn supervise(&mut self, supervisor: Supervisor) {
        self.supervisor = Some(supervisor);
    }

    /// Files for which this holds are left out of searches.
    pub fn hide(&mut self, hidden: impl Fn(&RelPath) -> bool + 'static) {
        self.hidden = Hidden(Rc::new(hidden));
    }

    /// How the output of checks is read.
    pub fn read_output(&mut self, reads: ReadOutput) {
        self.reads = reads;
    }

    /// What checks get for the environment that every child gets: they are to be of the worktree that they are run in.
    pub fn check_env(&mut self, check_env: CheckEnv) {
        self.check_env = check_env;
    }

    /// Ends the supervisor, and with it whatever still runs. A worktree that is being made is finished first: people will
    /// look at it.
    pub async fn end(&mut self) {
        for place in self.places.values_mut() {
            // One that could not be finished stays marked as such.
            let _half_made = place.checkout.take().map(Checkout::wait);
        }
        self.enclosures.end().await;
        if let Some(supervisor) = self.supervisor.take() {
            // It ends by itself when its channel closes; that it did not say so changes nothing.
            let _ended = supervisor.end().await;
        }
    }

    /// Takes up a worktree that an earlier driver made. One that is gone stays gone until it is restored: its acts will
    /// say so.
    pub fn reopen(&mut self, task: &TaskId, prepared: &Prepared) {
        let directory = Path::new(&prepared.directory);
        self.repo.point_back(directory);
        if let Ok(repo) = Repo::discover(directory).map(|it| it.like(&self.repo))
            && repo.root == directory
        {
            let _stale = repo.unlock_index();
            if let Ok(place) = self.place(task, repo, &prepared.base, &prepared.tree) {
                self.places.insert(task.clone(), place);
                self.hold();
            }
        } else {
            self.miss(task, prepared);
        }
    }

    fn place(
        &self,
        task: &TaskId,
        repo: Repo,
        base: &GitId,
        base_tree: &GitId,
    ) -> Result<Place, SnapshotError> {
        let root = Root::open(&repo.root).map_err(|source| SnapshotError::Disk {
            path: repo.root.clone(),
            source,
        })?;
        let name = format!("{}/snapshots/{task}", self.run);
        let snapshots = Snapshots::open(&repo, &name, base, SnapshotLimits::default())?;
        let tree = match snapshots.last() {
            Some(last) => repo.tree_of(last)?,
            None => base_tree.clone(),
        };
        Ok(Place {
            repo,
            root,
            base: base.clone(),
            checkout: None,
            snapshots,
            tree,
        })
    }

    /// The worktree of a task, once all its files are there.
    fn ready(&mut self, task: &TaskId) -> Result<&mut Place, Box<Observation>> {
        let checkout = self.places.get_mut(task).and_then(|it| it.checkout.take());
        if let Some(checkout) = checkout
            && let Err(error) = checkout.wait()
        {
            self.places.remove(task);
            return Err(Box::new(failed(format!(
                "the worktree's files could not be written: {}",
                words(&error)
            ))));
        }
        self.places
            .get_mut(task)
            .filter(|it| it.repo.root.is_dir())
            .ok_or_else(|| Box::new(no_place(task)))
    }

    /// Looks at the whole worktree: the tree as it stands and the files that differ from the look before. `None` when
    /// nothing differs. It comes after every command and may take the kernel's word; what is committed or checked is
    /// looked at anew.
    pub fn scan(&mut self, task: &TaskId) -> Option<(GitId, Vec<String>)> {
        let place = self.ready(task).ok()?;
        let snapshot = place.snapshots.glance("after a command").ok().flatten()?;
        place.tree = snapshot.tree.clone();
        let names = snapshot
            .changed
            .into_iter()
            .take(NAMES_MAX)
            .map(|it| it.path)
            .collect();
        Some((snapshot.tree, names))
    }

    /// The tree of the worktree as it stands.
    fn tree(&mut self, task: &TaskId) -> Option<GitId> {
        self.tree_or_why(task).ok()
    }

    /// The same, or why it can't be told.
    fn tree_or_why(&mut self, task: &TaskId) -> Result<GitId, Box<Observation>> {
        let place = self.ready(task)?;
        match place.snapshots.scan("looked at") {
            Ok(Some(snapshot)) => place.tree = snapshot.tree,
            Ok(None) => {}
            Err(error) => {
                let why = format!("the worktree's tree can't be told: {}", words(&error));
                return Err(Box::new(failed(why)));
            }
        }
        Ok(place.tree.clone())
    }

    /// What the worktree shows after an act was cut off, in words; and where it is not the tree that is `known`, its
    /// tree and what differs. The act may have got as far as its snapshot, so that is no measure.
    pub fn shows(
        &mut self,
        task: &TaskId,
        known: Option<&GitId>,
    ) -> (String, Option<(GitId, Vec<String>)>) {
        let Some(tree) = self.tree(task) else {
            return ("the worktree is not there".to_owned(), None);
        };
        let names: Vec<String> = match (known, self.places.get(task)) {
            (Some(known), Some(place)) if *known != tree => {
                let changes = place.repo.changes(known, &tree).unwrap_or_default();
                changes
                    .into_iter()
                    .map(|it| it.path)
                    .take(NAMES_MAX)
                    .collect()
            }
            (Some(_) | None, _) => Vec::new(),
        };
        if names.is_empty() {
            return ("the worktree shows no change".to_owned(), None);
        }
        let text = format!("the worktree shows changes in: {}", names.join(", "));
        (text, Some((tree, names)))
    }
}

fn failed(text: impl Into<String>) -> Observation {
    Observation::plain(Status::Failed, text)
}

/// An error with its causes, as one sentence.
fn words(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

fn no_place(task: &TaskId) -> Observation {
    failed(format!(
        "the worktree of task `{task}` is gone; `interlock rewind` or a new run makes another"
    ))
    .with(Outcome::Gone)
}
