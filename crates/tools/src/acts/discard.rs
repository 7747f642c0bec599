//! Removing worktrees of a run whose work is kept.

use std::path::{Path, PathBuf};

use ledger::action::Discard;
use ledger::ids::GitId;
use ledger::observation::{Observation, Outcome, Status};
use ledger::permit::Permit;

use super::leftover::unkept;
use super::{Workshop, failed, words};
use crate::git::GitError;

impl Workshop {
    /// Removes a worktree. Its last state and its commits are kept under a ref first; one that holds something that no
    /// snapshot takes stays, with its branch.
    pub fn discard(&mut self, permit: Permit<Discard>) -> Observation {
        let (_, discard) = permit.spend();
        // The last state becomes a snapshot, which a ref keeps.
        let _last = self.tree(&discard.task);
        let Some(place) = self.places.get(&discard.task) else {
            return self.discarded_before(&discard);
        };
        let root: PathBuf = place.repo.root.clone();
        let held = unkept(place.snapshots.left_out());
        let done = place.repo.branch().and_then(|(branch, tip)| {
            let kept = self.keep(&tip)?;
            if !held.is_empty() {
                return Ok(kept);
            }
            self.unmake(&root)?;
            if discard.branch {
                self.drop_branches(&branch, &tip, discard.run_goes_on)?;
            }
            Ok(kept)
        });
        let kept = match done {
            Ok(kept) => kept,
            Err(error) => {
                return failed(format!("the worktree can't be removed: {}", words(&error)));
            }
        };
        self.places.remove(&discard.task);
        self.enclosures.forget_agent(&discard.task);
        if self.places.is_empty() {
            self.drop_checkout();
        }
        let (text, stays) = match held.is_empty() {
            true => (format!("removed; its commits are kept by {kept}"), None),
            false => {
                let directory = root.display().to_string();
                let held = held.join(", ");
                let text = format!("{directory} stays, since nothing else has {held}");
                (text, Some(directory))
            }
        };
        Observation::plain(Status::Ok, text).with(Outcome::Discarded { kept, stays })
    }

    /// Removes the clean checkout: nothing in it is anybody's work. What can't be removed is left for `doctor`.
    fn drop_checkout(&mut self) {
        let path = self.checkout_path();
        self.clean = None;
        if path.exists() {
            let _later = self.unmake(&path);
        }
    }

    /// Takes a worktree away whose work is kept, and with the last one the folder of its run.
    pub(super) fn unmake(&self, root: &Path) -> Result<(), GitError> {
        self.repo.worktree_remove(root, true)?;
        // Only if it is empty: another task may have its worktree beside it.
        let _others = root.parent().map(std::fs::remove_dir);
        Ok(())
    }

    /// The driver before died once the worktree was removed; perhaps before its branches were.
    fn discarded_before(&mut self, discard: &Discard) -> Observation {
        let branch = self.gone.remove(&discard.task).map(|it| it.branch);
        let dropped = branch.filter(|_| discard.branch).map_or(Ok(()), |branch| {
            match self.repo.find(&format!("refs/heads/{branch}"))? {
                Some(tip) => {
                    self.keep(&tip)?;
                    self.drop_branches(&branch, &tip, discard.run_goes_on)
                }
                None => Ok(()),
            }
        });
        match dropped {
            Ok(()) => {
                if self.places.is_empty() {
                    self.drop_checkout();
                }
                let (kept, stays) = (String::new(), None);
                Observation::plain(Status::Ok, "it was gone already")
                    .with(Outcome::Discarded { kept, stays })
            }
            Err(error) => failed(format!("the branches can't be removed: {}", words(&error))),
        }
    }

    /// The branches of a run that is merged. Their commits are reachable from the target and from a ref of ours.
    fn drop_branches(&self, branch: &str, tip: &GitId, run_goes_on: bool) -> Result<(), GitError> {
        self.repo.delete_ref(&format!("refs/heads/{branch}"), tip)?;
        if run_goes_on {
            return Ok(());
        }
        let run_ref = format!("refs/heads/interlock/{}", self.run);
        if let Some(tip) = self.repo.find(&run_ref)? {
            self.keep(&tip)?;
            self.repo.delete_ref(&run_ref, &tip)?;
        }
        Ok(())
    }
}
