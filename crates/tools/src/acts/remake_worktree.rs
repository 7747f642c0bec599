//! Making a worktree where one stands or stood: half made by a driver that died, or left ahead by a rewind. What it
//! holds is kept first.

use std::path::Path;

use ledger::ids::{GitId, TaskId};
use ledger::observation::Prepared;

use super::Workshop;
use crate::git::{GitError, Repo};
use crate::snapshot::SnapshotError;

impl Workshop {
    /// Makes room for the worktree of a task at `base`.
    pub(super) fn make_room(
        &self,
        task: &TaskId,
        path: &Path,
        branch: &str,
        base: &GitId,
    ) -> Result<(), SnapshotError> {
        let branch_ref = format!("refs/heads/{branch}");
        let tip = self.repo.find(&branch_ref)?;
        if let Some(tip) = tip.as_ref().filter(|it| *it != base) {
            self.keep(tip)?;
            self.keep_files(task, path, base)?;
        }
        if path.exists() {
            if self.repo.worktree_remove(path, true).is_err() {
                // git does not know it yet: then it holds nothing but what we began to write.
                std::fs::remove_dir_all(path).map_err(|source| GitError::Disk {
                    path: path.to_owned(),
                    source,
                })?;
            }
            self.repo.worktree_prune()?;
        }
        if let Some(tip) = tip {
            self.repo.worktree_prune()?;
            self.repo.delete_ref(&branch_ref, &tip)?;
        }
        Ok(())
    }

    /// A snapshot of what stands there.
    fn keep_files(&self, task: &TaskId, path: &Path, base: &GitId) -> Result<(), SnapshotError> {
        if let Ok(repo) = Repo::discover(path).map(|it| it.like(&self.repo))
            && repo.root == path
        {
            let _stale = repo.unlock_index();
            let tree = repo.tree_of(base)?;
            let mut place = self.place(task, repo, base, &tree)?;
            place.snapshots.scan("before it is made anew")?;
        }
        Ok(())
    }

    /// Makes a worktree again that an earlier driver had and that is gone.
    pub(super) fn make_again(
        &mut self,
        task: &TaskId,
        commit: &GitId,
    ) -> Result<(), SnapshotError> {
        let Some(prepared) = self.gone.remove(task) else {
            return Ok(());
        };
        let path = Path::new(&prepared.directory);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|source| GitError::Disk {
                path: parent.to_owned(),
                source,
            })?;
        }
        self.hold();
        self.make_room(task, path, &prepared.branch, commit)?;
        let checkout = self.repo.worktree_add(path, &prepared.branch, commit)?;
        let repo = checkout.repo().clone();
        let mut place = self.place(task, repo, &prepared.base, &prepared.tree)?;
        place.checkout = Some(checkout);
        self.places.insert(task.clone(), place);
        Ok(())
    }

    /// Remembers a worktree that should be there and is not.
    pub(super) fn miss(&mut self, task: &TaskId, prepared: &Prepared) {
        self.gone.insert(task.clone(), prepared.clone());
    }
}
