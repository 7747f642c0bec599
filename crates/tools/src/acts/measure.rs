//! What measuring a candidate looks at beside its files: whether a report was written meanwhile. Only looks.

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
