//! What is looked at beside contents: which files there are, and whether one was written meanwhile.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use ledger::ids::{RelPath, TaskId};

use super::Workshop;
use crate::git::Repo;

/// How a file stood at a moment. What is written anew stands otherwise, even with the same content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standstill {
    bytes: u64,
    modified: Option<SystemTime>,
    /// When anything about it was changed, in nanoseconds since 1970: nobody can set that back.
    #[cfg(unix)]
    changed_ns: i128,
}

impl Workshop {
    /// The repository of a task's worktree, once its files are there; `None` if there is no worktree.
    pub fn worktree(&mut self, task: &TaskId) -> Option<&Repo> {
        self.ready(task).ok().map(|place| &place.repo)
    }

    /// The files that git tracks in a task's worktree, as its index says; while that is being written, as the index of
    /// the repository says. None where the index can't be read. No process is started.
    #[must_use]
    pub fn tracked(&self, task: &TaskId) -> Vec<String> {
        let place = self.places.get(task).filter(|it| it.checkout.is_none());
        let repo = place.map_or(&self.repo, |it| &it.repo);
        crate::snapshot::index_paths(repo).unwrap_or_default()
    }
}

/// How a file below a folder stands; `None` if there is no regular file.
#[must_use]
pub fn standstill(root: &Path, path: &RelPath) -> Option<Standstill> {
    let found = fs::symlink_metadata(root.join(path.as_str())).ok()?;
    found.is_file().then(|| Standstill {
        bytes: found.len(),
        modified: found.modified().ok(),
        #[cfg(unix)]
        changed_ns: changed_ns(&found),
    })
}

#[cfg(unix)]
fn changed_ns(found: &fs::Metadata) -> i128 {
    use std::os::unix::fs::MetadataExt as _;
    i128::from(found.ctime()) * 1_000_000_000 + i128::from(found.ctime_nsec())
}
