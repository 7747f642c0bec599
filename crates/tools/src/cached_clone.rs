//! A clone of a repository of a forge, in a folder of ours: runs from issues begin there. What is in it is ours and can be
//! fetched again, so that nothing of anybody's is at stake, and no permit is asked for.

use std::fs;
use std::io;
use std::path::Path;

use ledger::ids::GitId;

use crate::git::{GitError, Remote, Repo};

/// The branch that a new clone is on: nothing is ever committed to it.
const UNBORN: &str = "interlock-clone";

/// Why there is no clone.
#[derive(Debug, thiserror::Error)]
pub enum CloneError {
    /// Its folder can't be made or used.
    #[error("the folder for clones can't be used")]
    Folder(#[source] io::Error),
    /// git did not do it.
    #[error(transparent)]
    Git(#[from] GitError),
}

/// A clone of ours.
#[derive(Debug)]
pub struct CachedClone {
    repo: Repo,
}

impl CachedClone {
    /// Opens the clone in a folder, and makes it where none is.
    ///
    /// # Errors
    /// [`CloneError`].
    pub fn open(folder: &Path) -> Result<Self, CloneError> {
        fs::create_dir_all(folder).map_err(CloneError::Folder)?;
        let repo = match folder.join(".git").exists() {
            true => Repo::discover(folder)?,
            false => Repo::init(folder, UNBORN)?,
        };
        Ok(Self { repo })
    }

    /// The repository.
    #[must_use]
    pub fn repo(&self) -> &Repo {
        &self.repo
    }

    /// Brings a branch of the forge here.
    ///
    /// # Errors
    /// [`CloneError`]; [`GitError::MissingBranch`] where the forge has none.
    pub fn fetch(&self, remote: &Remote, branch: &str) -> Result<GitId, CloneError> {
        Ok(self.repo.fetch_branch(remote, branch)?)
    }

    /// Has a branch here stand where the forge's does, and the files of the clone with it. Runs that began on it notice.
    ///
    /// # Errors
    /// [`CloneError`].
    pub fn stand_at(&self, branch: &str, tip: &GitId) -> Result<(), CloneError> {
        let _alone = self.repo.alone();
        let name = format!("refs/heads/{branch}");
        let now = self.repo.find(&name)?;
        if now.as_ref() != Some(tip) {
            self.repo.update_ref(&name, tip, now.as_ref())?;
        }
        Ok(self.repo.detached_move(tip)?)
    }
}
