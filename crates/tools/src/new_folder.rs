//! A folder that was not there before: a sample, a stage to try something out on. What is in it is ours, so that nothing of
//! anybody's is at stake, and no permit is asked for.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use ledger::ids::{GitId, Hash, RelPath};

use crate::files::{self, FileError, Limits, Root};
use crate::git::{GitError, Repo};

/// A folder that we made.
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
}

impl NewFolder {
    /// Makes it, and the folders above it that are missing.
    ///
    /// # Errors
    /// What the system said; [`io::ErrorKind::AlreadyExists`] where something stands there.
    pub fn make(path: &Path) -> io::Result<Self> {
        if let Some(above) = path.parent() {
            fs::create_dir_all(above)?;
        }
        fs::create_dir(path)?;
        Ok(Self {
            path: path.canonicalize()?,
        })
    }

    /// Where it is, without links on the way.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes it a repository whose branch holds all that stands in it and that git does not ignore.
    ///
    /// # Errors
    /// [`GitError`].
    pub fn commit_all(&self, branch: &str, message: &str) -> Result<GitId, GitError> {
        Repo::init(&self.path, branch)?.commit_all(message)
    }

    /// Makes a pipe with a name, where nothing stands.
    ///
    /// # Errors
    /// What the system said, or that the path is not below the folder.
    pub fn make_pipe(&self, path: &Path) -> io::Result<()> {
        files::make_pipe(&self.below(path)?)
    }

    /// Writes a file as the tool for it does, in the worktree at `top`, a path below the folder.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn write(
        &self,
        top: &Path,
        (path, content): (&RelPath, &[u8]),
        before: Option<Hash>,
    ) -> Result<(), FileError> {
        let root = self.root(top, path)?;
        files::write(&root, path, content, before, &Limits::default()).map(drop)
    }

    /// Deletes a file as the tool for it does, in the worktree at `top`, a path below the folder.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn delete(
        &self,
        top: &Path,
        path: &RelPath,
        before: Option<Hash>,
    ) -> Result<(), FileError> {
        let root = self.root(top, path)?;
        files::delete(&root, path, before, &Limits::default()).map(drop)
    }

    fn root(&self, top: &Path, path: &RelPath) -> Result<Root, FileError> {
        let opened = self.below(top).and_then(|it| Root::open(&it));
        opened.map_err(files::disk(path))
    }

    /// A path of the folder, links resolved as far as something stands there.
    fn below(&self, path: &Path) -> io::Result<PathBuf> {
        let outside = || {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "it is not below the new folder",
            )
        };
        if path.components().any(|it| it == Component::ParentDir) {
            return Err(outside());
        }
        let path = self.path.join(path);
        let there = path.canonicalize().ok();
        let above = || path.parent().and_then(|it| it.canonicalize().ok());
        let real = there.or_else(above).ok_or_else(outside)?;
        if !real.starts_with(&self.path) {
            return Err(outside());
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_was_there_is_not_ours() {
        let world = tempfile::tempdir().unwrap();
        let made = NewFolder::make(&world.path().join("a/b")).unwrap();
        assert!(made.path().is_dir());
        let again = NewFolder::make(&world.path().join("a/b"));
        assert_eq!(again.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    }

    #[test]
    fn nothing_beside_it_is_written() {
        let world = tempfile::tempdir().unwrap();
        let made = NewFolder::make(&world.path().join("new")).unwrap();
        fs::create_dir(world.path().join("beside")).unwrap();
        std::os::unix::fs::symlink(world.path().join("beside"), made.path().join("link")).unwrap();
        let path = RelPath::new("x").unwrap();
        for top in ["../beside", "link", "/"] {
            let written = made.write(Path::new(top), (&path, b"x"), None);
            assert!(written.is_err(), "{top}");
            assert!(made.make_pipe(&Path::new(top).join("p")).is_err(), "{top}");
        }
        assert_eq!(
            fs::read_dir(world.path().join("beside")).unwrap().count(),
            0
        );
        made.write(Path::new(""), (&path, b"x"), None).unwrap();
        assert_eq!(fs::read(made.path().join("x")).unwrap(), b"x");
    }
}
