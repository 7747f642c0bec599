//! What is known of contents before a tree is asked for, and the writing down of what is known afterwards: both beside
//! other work, since neither changes what comes of it.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use ledger::ids::GitId;

use super::memory::{Key, Memory};
use super::parse::Wanted;
use super::{Limits, entries, learn};
use crate::git::{GitError, Repo};

/// Facts that need not be read any more.
#[derive(Debug, Default)]
pub struct Known {
    pub(super) memory: Memory,
    /// Where they are remembered.
    pub(super) path: Option<PathBuf>,
}

impl Known {
    /// What a file remembers. Without one, or where it can't be read, nothing is known, and without one nothing is kept.
    #[must_use]
    pub fn of(path: Option<&Path>) -> Self {
        Self {
            memory: path.map_or_else(Memory::default, Memory::load),
            path: path.map(Path::to_owned),
        }
    }

    /// Reads the code of a tree before it is asked for, as far as names say what is code. What can't be read now is left
    /// to [`super::read`], which says why.
    pub fn ahead(&mut self, repo: &Repo, tree: &GitId, limits: &Limits) {
        let mut all = || -> Result<(), GitError> {
            let listing = entries(&repo.list_files(tree)?, limits.files_max);
            let files = listing.iter().filter(|it| !it.link);
            let code: Vec<Wanted<'_>> = files.filter_map(Wanted::by_name).collect();
            learn(repo, &code, &mut self.memory, limits)
        };
        let _later = all();
    }
}

/// Facts that are being written down. Whoever drops it waits until they are.
#[derive(Debug)]
#[must_use]
pub struct Saving(Option<JoinHandle<()>>);

impl Saving {
    pub(super) fn begin(memory: Memory, path: Option<PathBuf>, used: Vec<Key>) -> Self {
        let path = path.filter(|_| memory.has_news());
        Self(path.map(|path| thread::spawn(move || memory.save(&path, used))))
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        // What is not written costs time, and nothing else.
        let _ = self.0.take().map(JoinHandle::join);
    }
}
