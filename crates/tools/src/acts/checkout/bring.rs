//! What a clean checkout gets from the person's own: folders that git ignores, such as installed packages, and
//! submodules.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use ledger::ids::{Hash, RelPath};
use ledger::observation::Brought;

use super::clean::{self, Tracked};
use crate::copy::{self, Limits};
use crate::git::{Head, Repo};

/// From where to where.
pub(super) struct Bring<'a> {
    /// The repository, seen from the person's checkout.
    pub(super) from: &'a Repo,
    /// The clean checkout.
    pub(super) to: &'a Path,
    /// What the tree in it has.
    pub(super) tracked: &'a Tracked,
}

impl Bring<'_> {
    /// Brings all of them; with those that could not be brought, each with why.
    pub(super) fn all(&self, wanted: &[RelPath]) -> (Vec<Brought>, Vec<String>) {
        let (mut brought, mut missing) = (Vec::new(), Vec::new());
        for path in wanted {
            match self.one(path) {
                Ok(digest) => brought.push(Brought {
                    path: path.clone(),
                    digest,
                }),
                Err(why) => missing.push(format!("`{path}`: {why}")),
            }
        }
        (brought, missing)
    }

    fn one(&self, path: &RelPath) -> Result<Hash, String> {
        let below = Path::new(path.as_str());
        if self.tracked.has(below) {
            return Err("git tracks it, so it is part of the tree already".to_owned());
        }
        let (source, target) = (self.from.root.join(below), self.to.join(below));
        let there = fs::symlink_metadata(&source)
            .map_err(|_| format!("`{}` is not there", source.display()))?;
        if self.tracked.submodules().contains_key(below) {
            self.is_at_its_commit(below, &source)?;
        }
        if through_link(self.to, below) {
            return Err("the way to it leads through a link".to_owned());
        }
        let bring = || -> Result<Hash, String> {
            let before = digest(&source).map_err(|error| error.to_string())?;
            // Nobody but checks writes there; what one of them wrote is no part of what is brought.
            if digest(&target).ok().as_ref() == Some(&before) {
                return Ok(before);
            }
            clean::remove(&target).map_err(|error| error.to_string())?;
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent).map_err(|error| error.to_string())?;
            }
            let link = |leads: PathBuf| match leads.strip_prefix(&self.from.root) {
                Ok(below) => self.to.join(below),
                Err(_) => leads,
            };
            match there.is_dir() {
                true => copy::copy_folder((&source, &target), &Limits::default(), &link)
                    .map_err(|error| error.to_string())?,
                false => {
                    copy::copy_file((&source, &target), &link).map_err(|error| error.to_string())?
                }
            }
            Ok(before)
        };
        bring().inspect_err(|_| {
            // Half of it would be worse than nothing; should it stay, the tree is not what it should be, which is seen.
            let _gone = clean::remove(&target);
        })
    }

    /// The person's checkout of a submodule has to be at the commit that the tree names.
    fn is_at_its_commit(&self, below: &Path, source: &Path) -> Result<(), String> {
        let wanted = self.tracked.submodules().get(below);
        let repo = Repo::discover(source)
            .ok()
            .filter(|it| it.root != self.from.root);
        let head = repo.and_then(|it| it.head().ok());
        let found = head.as_ref().and_then(Head::commit);
        match (wanted, found) {
            (Some(wanted), Some(found)) if wanted == found.as_str() => Ok(()),
            (_, Some(found)) => Err(format!(
                "it stands at {} in your checkout, the tree names another commit",
                found.short()
            )),
            (_, None) => Err("it is empty in your checkout too".to_owned()),
        }
    }
}

/// Whether a folder on the way is a link.
fn through_link(root: &Path, below: &Path) -> bool {
    let folders = below.ancestors().skip(1);
    let mut folders = folders.filter(|it| !it.as_os_str().is_empty());
    folders.any(|it| {
        let there = root.join(it).symlink_metadata();
        there.is_ok_and(|it| it.is_symlink())
    })
}

/// Digest of what is in a folder, or of a file: names, kinds, sizes, times of change in whole nanoseconds, and where links
/// lead. Contents are not read: tools that fill such folders set the times, and a copy keeps them.
fn digest(path: &Path) -> io::Result<Hash> {
    let mut digest = Hash::default();
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        let full = match below.as_os_str().is_empty() {
            true => path.to_owned(),
            false => path.join(&below),
        };
        let there = full.symlink_metadata()?;
        let mut line = below.as_os_str().as_encoded_bytes().to_vec();
        if there.is_dir() {
            let mut names = fs::read_dir(&full)?
                .map(|it| it.map(|it| it.file_name()))
                .collect::<io::Result<Vec<_>>>()?;
            names.retain(|it| it != ".git");
            names.sort_by(|one, other| other.cmp(one));
            open.extend(names.into_iter().map(|it| below.join(it)));
            line.extend(b"\0folder");
        } else if there.is_symlink() {
            line.extend(b"\0link");
        } else if there.is_file() {
            let program = there.permissions().mode() & 0o100 != 0;
            let facts = (there.len(), there.mtime(), there.mtime_nsec(), program);
            line.extend(format!("\0{facts:?}").into_bytes());
        } else {
            continue;
        }
        digest = Hash::chained(&digest, &line);
    }
    Ok(digest)
}
