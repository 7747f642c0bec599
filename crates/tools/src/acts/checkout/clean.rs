//! Taking away what stands beside a tree.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use ledger::ids::{GitId, RelPath};

use crate::files;
use crate::git::{GitError, Repo};

/// What a tree has, by path.
#[derive(Debug, Default)]
pub(super) struct Tracked {
    files: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
    /// With the commits that stand in their place.
    submodules: BTreeMap<PathBuf, String>,
}

impl Tracked {
    /// Reads a tree.
    pub(super) fn of(repo: &Repo, tree: &GitId) -> Result<Self, GitError> {
        let listing = repo.list_files(tree)?;
        let mut tracked = Self::default();
        for entry in listing.split(|byte| *byte == 0) {
            // `MODE TYPE ID<tab>PATH`
            let Some(tab) = entry.iter().position(|byte| *byte == b'\t') else {
                continue;
            };
            let (head, path) = entry.split_at(tab);
            let path = Path::new(OsStr::from_bytes(path.get(1..).unwrap_or_default()));
            let parents = path.ancestors().skip(1);
            for folder in parents.take_while(|it| !it.as_os_str().is_empty()) {
                if !tracked.folders.insert(folder.to_owned()) {
                    break;
                }
            }
            match head.strip_prefix(b"160000 commit ") {
                Some(commit) => {
                    let commit = String::from_utf8_lossy(commit).into_owned();
                    tracked.submodules.insert(path.to_owned(), commit);
                }
                None => {
                    tracked.files.insert(path.to_owned());
                }
            }
        }
        Ok(tracked)
    }

    /// Whether the tree has this file or a file below this folder.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.files.contains(path) || self.folders.contains(path)
    }

    /// Places of other repositories, with the commits that the tree names.
    pub(super) fn submodules(&self) -> &BTreeMap<PathBuf, String> {
        &self.submodules
    }
}

/// Removes everything that the tree does not have, but for caches that tools mark as such, and for what is to be brought,
/// which is compared when it is. Links are removed, never followed.
pub(super) fn clear_beside(root: &Path, tracked: &Tracked, bring: &[RelPath]) -> io::Result<()> {
    let brought = |path: &Path| bring.iter().any(|it| Path::new(it.as_str()) == path);
    let above = |path: &Path| {
        let mut all = bring.iter();
        all.any(|it| Path::new(it.as_str()).starts_with(path))
    };
    let mut open = vec![PathBuf::new()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            let is_folder = entry.file_type()?.is_dir();
            let is_git = folder.as_os_str().is_empty() && entry.file_name() == ".git";
            if is_git || tracked.files.contains(&path) || brought(&path) {
                continue;
            }
            let within = tracked.folders.contains(&path)
                || tracked.submodules.contains_key(&path)
                || above(&path);
            match is_folder {
                true if within => open.push(path),
                true if files::is_tagged_cache(&entry.path()) => {}
                true => fs::remove_dir_all(entry.path())?,
                false => fs::remove_file(entry.path())?,
            }
        }
    }
    Ok(())
}

/// Removes a file or folder of a checkout, whatever it is.
pub(in crate::acts) fn remove(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(it) if it.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
