//! A folder beside git's own in which files stand while git converts them, from what a worktree shows to what is stored or
//! the other way round.
//!
//! Git starts filters at the top of the worktree that it is told of. That is this folder, which holds the files in
//! question and the attributes above them, and nothing that an agent wrote to be run.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::leaf::Mode;
use super::object::Id;
use super::{SnapshotError, disk, index};
use crate::git::{Attributes, GitError, Repo};
use crate::process;

/// How the names of such folders begin; the process that made one follows.
const PREFIX: &str = "interlock-stage-";
/// Files that are tried one by one where git can't do them all at once.
const ALONE_MAX: usize = 100;

/// The folder; gone when dropped.
#[derive(Debug)]
pub(crate) struct Stage<'r> {
    repo: &'r Repo,
    folder: PathBuf,
    index: PathBuf,
}

/// A file that is to be stored: its path, and what is stored of it so far.
pub(crate) type Wanted = (Vec<u8>, Option<(Mode, Id)>);

/// What git says of a file that it can't convert.
pub(crate) type Unfit = String;

impl<'r> Stage<'r> {
    /// Makes an empty one.
    pub(crate) fn new(repo: &'r Repo) -> Result<Self, SnapshotError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        sweep(&repo.git_dir);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{number}", std::process::id());
        let folder = repo.git_dir.join(&name);
        // What a filter decrypts is for nobody else.
        let made = DirBuilder::new().mode(0o700).create(&folder);
        made.map_err(disk(&folder))?;
        Ok(Self {
            repo,
            index: repo.git_dir.join(format!("{name}.index")),
            folder,
        })
    }

    /// Puts a file there.
    pub(crate) fn put(&self, path: &[u8], content: &[u8]) -> Result<(), SnapshotError> {
        let file = self.place(path)?;
        fs::write(&file, content).map_err(disk(&file))
    }

    /// The same from an open file, which may be too large for our memory.
    pub(crate) fn copy(
        &self,
        path: &[u8],
        from: File,
        bytes_max: u64,
    ) -> Result<(), SnapshotError> {
        let file = self.place(path)?;
        let copied =
            File::create(&file).and_then(|mut to| io::copy(&mut from.take(bytes_max), &mut to));
        copied.map(drop).map_err(disk(&file))
    }

    /// Puts the attribute files above these paths there, as `of` has them.
    pub(crate) fn lay_attributes<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p [u8]>,
        mut of: impl FnMut(&[u8]) -> Option<Vec<u8>>,
    ) -> Result<(), SnapshotError> {
        for path in paths {
            for folder in folders_above(path) {
                let file = match folder {
                    b"" => Attributes::NAME.as_bytes().to_vec(),
                    folder => [folder, b"/", Attributes::NAME.as_bytes()].concat(),
                };
                let full = self.folder.join(OsStr::from_bytes(&file));
                if !full.exists()
                    && let Some(text) = of(&file)
                {
                    self.put(&file, &text)?;
                }
            }
        }
        Ok(())
    }

    /// Stores files that were put there, as `git add` would, and says as what; one answer for each.
    pub(crate) fn store(&self, wanted: &[Wanted]) -> Result<Vec<Result<Id, Unfit>>, SnapshotError> {
        match self.try_store(wanted)? {
            Ok(ids) => Ok(ids.into_iter().map(Ok).collect()),
            Err(why) if wanted.len() < 2 => Ok(wanted.iter().map(|_| Err(why.clone())).collect()),
            Err(why) => {
                let alone = |(at, one): (usize, &Wanted)| {
                    if at >= ALONE_MAX {
                        return Ok(Err(why.clone()));
                    }
                    let stored = self.try_store(std::slice::from_ref(one))?;
                    Ok(stored.and_then(|it| it.first().copied().ok_or_else(|| why.clone())))
                };
                wanted.iter().enumerate().map(alone).collect()
            }
        }
    }

    fn try_store(&self, wanted: &[Wanted]) -> Result<Result<Vec<Id>, Unfit>, SnapshotError> {
        let mut known: Vec<(&[u8], Mode, Id)> = wanted
            .iter()
            .filter_map(|(path, known)| known.map(|(mode, id)| (path.as_slice(), mode, id)))
            .filter(|(_, mode, _)| matches!(mode, Mode::File | Mode::Program))
            .collect();
        known.sort_unstable_by_key(|(path, ..)| *path);
        index::write(&self.index, &known).map_err(disk(&self.index))?;
        let mut list = Vec::new();
        for (path, _) in wanted {
            list.extend_from_slice(path);
            list.push(0);
        }
        let verb = ["update-index", "--add", "-z", "--stdin"];
        if let Err(why) = self.repo.convert(&self.folder, &self.index, &verb, list)? {
            return Ok(Err(why));
        }
        let odd = || SnapshotError::Git(GitError::Unexpected("update-index".to_owned()));
        let stored = index::read_file(&self.index).ok_or_else(odd)?;
        let ids = wanted.iter().map(|(path, _)| {
            let leaves = &stored.leaves;
            let at = leaves.binary_search_by(|(it, _)| it.as_slice().cmp(path));
            at.ok()
                .and_then(|at| leaves.get(at))
                .map(|(_, leaf)| leaf.id)
        });
        let ids: Option<Vec<Id>> = ids.collect();
        Ok(Ok(ids.ok_or_else(odd)?))
    }

    /// What a checkout shows of these blobs at these paths; `None` for what git can't convert. Nothing else may have been
    /// put there but attributes.
    pub(crate) fn show(
        &self,
        wanted: &[(&[u8], Id)],
    ) -> Result<Vec<Option<Vec<u8>>>, SnapshotError> {
        if self.try_show(wanted)? {
            return Ok(wanted.iter().map(|(path, _)| self.shown(path)).collect());
        }
        let alone = |(at, one): (usize, &(&[u8], Id))| {
            let done = at < ALONE_MAX && self.try_show(std::slice::from_ref(one))?;
            Ok(done.then(|| self.shown(one.0)).flatten())
        };
        wanted.iter().enumerate().map(alone).collect()
    }

    fn try_show(&self, wanted: &[(&[u8], Id)]) -> Result<bool, SnapshotError> {
        let mut known: Vec<(&[u8], Mode, Id)> = wanted
            .iter()
            .map(|(path, id)| (*path, Mode::File, *id))
            .collect();
        known.sort_unstable_by_key(|(path, ..)| *path);
        index::write(&self.index, &known).map_err(disk(&self.index))?;
        let verb = ["checkout-index", "--all", "--force"];
        let done = self
            .repo
            .convert(&self.folder, &self.index, &verb, Vec::new())?;
        Ok(done.is_ok())
    }

    /// Whether a file that was put there has this content.
    pub(crate) fn holds(&self, path: &[u8], content: &[u8]) -> bool {
        self.shown(path).is_some_and(|it| it == content)
    }

    fn shown(&self, path: &[u8]) -> Option<Vec<u8>> {
        fs::read(self.folder.join(OsStr::from_bytes(path))).ok()
    }

    /// A path in it, with the folders above.
    fn place(&self, path: &[u8]) -> Result<PathBuf, SnapshotError> {
        let file = self.folder.join(OsStr::from_bytes(path));
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(disk(folder))?;
        }
        Ok(file)
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        // What can't be taken away is swept up by the next one.
        let _swept_later = (
            fs::remove_dir_all(&self.folder),
            fs::remove_file(&self.index),
        );
    }
}

/// The folders above a path, the top first.
pub(super) fn folders_above(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
    let below = slashes.filter_map(|(at, _)| path.get(..at));
    std::iter::once(&b""[..]).chain(below)
}

/// Takes away what processes left that are gone.
fn sweep(git_dir: &Path) {
    for entry in fs::read_dir(git_dir).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let rest = name.to_str().and_then(|it| it.strip_prefix(PREFIX));
        let process = rest.and_then(|it| it.split('-').next()?.parse::<i32>().ok());
        if process.is_some_and(|it| process::start_of(it).is_none()) {
            let path = entry.path();
            let _best_effort = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::folders_above;

    #[test]
    fn attributes_of_all_folders_above_count() {
        let above: Vec<&[u8]> = folders_above(b"a/b/c.txt").collect();
        assert_eq!(above, [&b""[..], b"a", b"a/b"]);
        assert_eq!(folders_above(b"c.txt").count(), 1);
    }
}
