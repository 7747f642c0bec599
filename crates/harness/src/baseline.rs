//! The baseline: what a command does without the work, in a scratch copy. What fails there in the same way, can't be started
//! or passes the next time says nothing of the work. It is asked only of commands that nobody declared.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ledger::ids::{GitId, RelPath};
use ledger::observation::ChangedFile;
use tools::acts::Environment;
use tools::git::Repo;
use tools::sandbox::{Command, Exit, Output};
use tools::scratch::{self, Scratch};

use crate::config::detect;
use crate::falsify::apart;
use crate::session::Runner;

/// Why a command says nothing of the work.
pub(crate) const ALIKE: &str = "it fails in the same way without it";
/// The same.
pub(crate) const MOMENT: &str = "on this very tree it fails one time and passes the next";
/// The same.
pub(crate) const LEAVES: &str = "it leaves files behind that git does not ignore";

/// What a command failed on.
#[derive(Debug, Clone)]
pub(crate) struct Work {
    /// The worktree that holds it.
    pub(crate) repo: Repo,
    /// What it is compared with.
    pub(crate) base: GitId,
    /// How it differs from that.
    pub(crate) changed: Vec<ChangedFile>,
    /// Longest time of one command.
    pub(crate) timeout: Duration,
}

/// A scratch copy of the worktree, with all that git ignores.
pub(crate) struct Copied {
    root: PathBuf,
    scratch: Scratch,
    runner: Runner,
    timeout: Duration,
}

impl Copied {
    /// The work as it stands.
    pub(crate) fn with(work: &Work, to: &Path) -> Result<Self, String> {
        let _ = std::fs::remove_dir_all(to);
        let root = work.repo.root.clone();
        Ok(Self {
            scratch: Scratch::of(&root, to, &scratch::Limits::default())
                .map_err(|error| error.to_string())?,
            runner: Runner::new().map_err(|error| error.to_string())?,
            root,
            timeout: work.timeout,
        })
    }

    /// The same with the base's files put back.
    pub(crate) fn without(work: &Work, to: &Path) -> Result<Self, String> {
        let copied = Self::with(work, to)?;
        let paths = work.changed.iter().map(|it| {
            let path = RelPath::held(&it.path);
            path.map_err(|error| format!("`{}`: {error}", it.path))
        });
        let paths: Vec<RelPath> = paths.collect::<Result<_, _>>()?;
        let blobs = work.repo.read_blobs(&work.base, &paths);
        let blobs = blobs.map_err(|error| error.to_string())?;
        // First what is in nobody's way any more.
        let mut both: Vec<_> = paths.iter().zip(&blobs).collect();
        both.sort_by_key(|(_, blob)| blob.is_some());
        for (path, blob) in both {
            let put = copied.scratch.put(path, blob.as_deref());
            put.map_err(|error| format!("`{path}`: {error}"))?;
        }
        Ok(copied)
    }

    /// Whether it is said there that this is how it is tested. Where nobody says so, its failing says nothing.
    pub(crate) fn knows(&self, command: &str) -> bool {
        let checks = detect(self.scratch.root()).checks();
        checks.iter().any(|it| it.trim() == command.trim())
    }

    /// What comes of a command; nothing where it is no plain one.
    pub(crate) fn run(&self, command: &str) -> Option<Output> {
        let job = job(gate::argv_of(command)?, self.scratch.root(), self.timeout);
        let at = (self.root.as_path(), self.scratch.root());
        Some(self.runner.run_with(job, |env| apart(at, env)))
    }
}

/// Whether a command passes in the worktree itself.
pub(crate) fn passes(
    work: &Work,
    command: &str,
    env: impl FnOnce(Environment) -> Environment,
) -> bool {
    let started = Runner::new().ok().zip(gate::argv_of(command));
    let output = started
        .map(|(runner, argv)| runner.run_with(job(argv, &work.repo.root, work.timeout), env));
    output.is_some_and(|it| it.exit == Exit::Exited(0))
}

/// Whether it failed with the work as it did without it.
pub(crate) fn fails_alike(without: &Output, (exit, output): (&Exit, &str)) -> bool {
    without.exit == *exit && verify::fails_alike(&without.stdout.text, output)
}

fn job(argv: Vec<String>, folder: &Path, timeout: Duration) -> Command {
    let mut job = Command::new(argv, folder);
    job.timeout = timeout;
    job.merge_stderr = true;
    job
}
