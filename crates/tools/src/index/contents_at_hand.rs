//! Contents that are at hand without asking git: a file of the worktree that holds what the tree says, or an object that
//! lies in a file of its own. A content is taken for the tree's if its digest is the one that the tree names, whatever
//! became of the file meanwhile.

use std::fs::File;
use std::io::Read;

use super::Entry;
use crate::files::Root;
use crate::git::Repo;
use crate::snapshot;

/// Where contents are looked for.
pub(super) struct Hand<'r> {
    repo: &'r Repo,
    root: Option<Root>,
    bytes_max: u64,
}

impl<'r> Hand<'r> {
    /// `bytes_max`: longer ones are left to git.
    pub(super) fn new(repo: &'r Repo, bytes_max: usize) -> Self {
        Self {
            repo,
            root: Root::open(&repo.root).ok(),
            bytes_max: u64::try_from(bytes_max).unwrap_or(u64::MAX),
        }
    }

    /// The content of a file of a tree; `None` where git has to be asked.
    pub(super) fn content(&self, entry: &Entry) -> Option<Vec<u8>> {
        let root = self.root.as_ref();
        let file = root.and_then(|it| it.read_raw(entry.path.as_ref()).ok());
        let on_disk = file.and_then(|it| self.read(it));
        let same = on_disk.filter(|it| snapshot::is_blob(self.repo, it, &entry.blob));
        same.or_else(|| self.repo.loose_content(&entry.blob))
    }

    fn read(&self, mut file: File) -> Option<Vec<u8>> {
        let told = file.metadata().ok()?;
        if !told.is_file() || told.len() > self.bytes_max {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(told.len()).ok()?];
        // One call reads all of a plain file. What is less is not what the tree says, and neither is what has grown.
        let read = file.read(&mut bytes).ok()?;
        bytes.truncate(read);
        Some(bytes)
    }
}
