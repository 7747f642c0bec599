//! Taking away a worktree that no run has a use for any more. No run is left that could decide on it, so there is no
//! permit; instead everything that is in it is kept first, in the same breath, and where that fails it stays.

use std::fs::{File, TryLockError};
use std::path::Path;

use ledger::ids::TaskId;
use ledger::observation::{LeftOut, LeftOutWhy};

use super::{CHECKOUT, Workshop};
use crate::git::{GitError, Head, Repo};
use crate::snapshot::SnapshotError;

/// Why a worktree stays.
#[derive(Debug, thiserror::Error)]
pub enum NotCleared {
    /// It is no linked worktree of this repository.
    #[error("`{0}` is no worktree that was made for a run of this repository")]
    Foreign(String),
    /// It could not be kept whole.
    #[error("a snapshot of it leaves out {}", .0.join(", "))]
    LeftOut(Vec<String>),
    /// It could not be kept.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// git said no.
    #[error(transparent)]
    Git(#[from] GitError),
}

/// Whether a driver that lives has worktrees in this folder of a run, whichever ledger it writes.
#[must_use]
pub fn in_use(folder: &Path) -> bool {
    let held = |folder: File| matches!(folder.try_lock(), Err(TryLockError::WouldBlock));
    File::open(folder).is_ok_and(held)
}

/// What no snapshot keeps and no tool makes again, by path.
pub(super) fn unkept(left_out: &[LeftOut]) -> Vec<String> {
    let held = left_out.iter().filter(|it| it.why != LeftOutWhy::Remade);
    held.map(|it| it.path.clone()).collect()
}

/// Whether it is the clean checkout of a run, in which nothing is anybody's work.
fn is_checkout(folder: &Path) -> bool {
    folder.file_name().is_some_and(|it| it == CHECKOUT)
}

impl Workshop {
    /// Shows others that the worktrees of this run are used. Where there are no such locks nobody is kept from anything
    /// by this one; that of the run itself counts.
    pub(super) fn hold(&mut self) {
        let folder = File::open(self.worktrees.join(self.run.as_str())).ok();
        self.held = folder.filter(|it| it.try_lock_shared().is_ok());
    }

    /// Takes a leftover worktree away, and says which refs keep what was in it. Its files become a snapshot; its commits
    /// are on the branch that it has checked out, which stays, or are kept by a ref of ours. What git ignores goes with
    /// it.
    ///
    /// # Errors
    /// [`NotCleared`]: then it stands as it stood.
    pub(crate) fn clear(
        &mut self,
        task: &TaskId,
        directory: &Path,
    ) -> Result<Vec<String>, NotCleared> {
        let foreign = || NotCleared::Foreign(directory.display().to_string());
        let repo = Repo::discover(directory)?.like(&self.repo);
        let linked = repo.git_dir != repo.common_dir;
        if repo.root != directory || repo.common_dir != self.repo.common_dir || !linked {
            return Err(foreign());
        }
        let below = self.worktrees.join(self.run.as_str());
        let below = std::fs::canonicalize(below).map_err(|_| foreign())?;
        if repo.root.parent() != Some(&below) {
            return Err(foreign());
        }
        repo.unlock_index()?;
        let head = repo.head()?;
        let tip = match &head {
            Head::Branch(_, Some(commit)) | Head::Detached(commit) => commit.clone(),
            Head::Branch(name, None) => return Err(GitError::MissingBranch(name.clone()).into()),
        };
        let tree = repo.tree_of(&tip)?;
        let mut place = self.place(task, repo, &tip, &tree)?;
        let left_out = place.snapshots.whole("before it is taken away")?;
        let held = unkept(&left_out);
        if !held.is_empty() && !is_checkout(&place.repo.root) {
            return Err(NotCleared::LeftOut(held));
        }
        let mut kept = Vec::new();
        if place.snapshots.last().is_some() {
            kept.push(place.snapshots.ref_name().to_owned());
        }
        match head {
            Head::Branch(name, _) => kept.push(format!("refs/heads/{name}")),
            Head::Detached(commit) => kept.push(self.keep(&commit)?),
        }
        self.unmake(&place.repo.root)?;
        Ok(kept)
    }
}
