//! What `doctor` does outside of any run. There is no permit here: each function looks by itself whether what it is to take
//! away or to bring along is what it is taken for, and refuses otherwise.

use std::path::{Path, PathBuf};

use ledger::ids::{GitId, TaskId};

use crate::acts::{NotCleared, Workshop};
use crate::git::{GitError, Registered, Repo, Synced};
use crate::process;

/// Branches of runs begin with it; no others are deleted.
const BRANCHES_OF_RUNS: &str = "interlock/";

/// Why something stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum NotMended {
    /// Only branches of runs are deleted.
    #[error("`{0}` is no branch of a run")]
    NotOurs(String),
    /// Somebody has the branch checked out.
    #[error("`{}` has it checked out", .0.display())]
    CheckedOut(PathBuf),
    /// A shell or an editor that somebody has there would stand in nothing.
    #[error("somebody works in it: process {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Used(Vec<i32>),
    /// It could not be taken away whole.
    #[error(transparent)]
    NotCleared(#[from] NotCleared),
    /// git said no.
    #[error(transparent)]
    Git(#[from] GitError),
}

/// Ends a supervisor whose driver is gone, and all that it started; `start` is when it was started ([`process::start_of`]),
/// so that nobody else who has got its number since is touched. Says whether there was one.
pub fn end_leftover(pid: i32, start: u64) -> bool {
    process::end_leftover(pid, start)
}

/// Takes one of [`process::leftover_folders`] away.
///
/// # Errors
/// What the system says; [`std::io::ErrorKind::InvalidInput`] where it is none.
pub fn remove_private_folder(path: &Path) -> std::io::Result<()> {
    if crate::sandbox::is_left(path, &process::lives) {
        std::fs::remove_dir_all(path)
    } else {
        Err(std::io::ErrorKind::InvalidInput.into())
    }
}

/// Takes a worktree whose folder is gone out of git's books.
///
/// # Errors
/// [`GitError`]: also where its folder is there by now.
pub fn forget_worktree(repo: &Repo, worktree: &Registered) -> Result<(), GitError> {
    repo.forget(worktree)
}

/// Deletes a branch of a run that is still at `tip` and that nobody has checked out.
///
/// # Errors
/// [`NotMended`].
pub fn delete_branch(repo: &Repo, branch: &str, tip: &GitId) -> Result<(), NotMended> {
    if !branch.starts_with(BRANCHES_OF_RUNS) {
        return Err(NotMended::NotOurs(branch.to_owned()));
    }
    let mut all = repo.worktrees()?.into_iter();
    if let Some(holder) = all.find(|it| it.branch.as_deref() == Some(branch)) {
        return Err(NotMended::CheckedOut(holder.path));
    }
    Ok(repo.delete_ref(&format!("refs/heads/{branch}"), tip)?)
}

/// Brings a checkout of `branch` that still shows `from` along to `to`; where something is in the way, nothing is touched.
///
/// # Errors
/// [`GitError`]: it can't be looked at.
pub fn bring_along(
    repo: &Repo,
    branch: &str,
    (from, to): (&GitId, &GitId),
) -> Result<Synced, GitError> {
    repo.sync_checkout(branch, from, to)
}

/// Takes a worktree of a run that is over away, and says which refs keep what was in it.
///
/// # Errors
/// [`NotMended`]: then it stands as it stood.
pub fn clear_worktree(
    workshop: &mut Workshop,
    task: &TaskId,
    directory: &Path,
) -> Result<Vec<String>, NotMended> {
    let within = process::within(directory);
    if !within.is_empty() {
        return Err(NotMended::Used(within.into_iter().collect()));
    }
    Ok(workshop.clear(task, directory)?)
}
