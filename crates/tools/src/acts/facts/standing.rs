//! What stands at a path of a candidate, with its content.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ledger::facts::PathKind;
use ledger::ids::RelPath;

use super::Top;
use super::follow::found;
use crate::files::Root;

/// What stands at a path of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Absent,
    /// A directory.
    Directory,
    /// A link that leads out of the worktree, or to nothing.
    LinkOutside,
    /// Something that is no file, or can't be read.
    Special,
    /// A file of so many bytes, too large to look into.
    TooLarge(u64),
    /// A file that is no text.
    NotText,
    /// Text.
    Text(String),
}

/// A folder below which many paths are looked at. How names are spelled is read once for each folder on the way.
#[derive(Debug)]
pub struct Folder {
    root: Root,
    spelled: Spelled,
}

impl Folder {
    /// Opens it.
    ///
    /// # Errors
    /// Of the system: it is not there, or can't be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            root: Root::open(path)?,
            spelled: Spelled::default(),
        })
    }

    /// What stands at a path, links followed as long as they stay inside.
    #[must_use]
    pub fn standing(&self, path: &RelPath, bytes_max: u64) -> Standing {
        standing_at(&self.root, path, bytes_max, &self.spelled)
    }
}

pub(super) fn standing_in(root: &Root, path: &RelPath, bytes_max: u64) -> Standing {
    standing_at(root, path, bytes_max, &Spelled::default())
}

fn standing_at(root: &Root, path: &RelPath, bytes_max: u64, spelled: &Spelled) -> Standing {
    // Mostly it is a plain file and no link is on the way, which shows when it is opened.
    let opened = root.look_raw(path.as_str().as_ref()).ok();
    let plain = opened.and_then(|it| Some((length(&it)?, it)));
    if let Some((length, file)) = plain {
        return match spelled.exactly(root, path) {
            true => content(file, length, bytes_max),
            false => Standing::Absent,
        };
    }
    let fact = found(Top::Open(root), path.as_str(), 0);
    match fact.kind {
        PathKind::Absent if fact.through_link => Standing::LinkOutside,
        PathKind::Absent => Standing::Absent,
        PathKind::Directory => Standing::Directory,
        PathKind::Outside => Standing::LinkOutside,
        PathKind::Special => Standing::Special,
        PathKind::File => {
            let Some(resolved) = fact.resolved else {
                return Standing::LinkOutside;
            };
            if !fact.through_link && !spelled.exactly(root, &resolved) {
                return Standing::Absent;
            }
            let opened = root.look_raw(resolved.as_str().as_ref()).ok();
            match opened.and_then(|it| Some((length(&it)?, it))) {
                Some((length, file)) => content(file, length, bytes_max),
                None => Standing::Special,
            }
        }
    }
}

/// How many bytes a file has; `None` where it is none.
fn length(file: &File) -> Option<u64> {
    let told = file.metadata().ok()?;
    told.is_file().then_some(told.len())
}

/// What is in a file that was found, with so many bytes.
fn content(file: File, length: u64, bytes_max: u64) -> Standing {
    if length > bytes_max {
        return Standing::TooLarge(length);
    }
    // With room for one more byte the whole is read at once, and the end is seen with the next look.
    let room = usize::try_from(length).map_or(0, |it| it.saturating_add(1));
    let mut bytes = Vec::with_capacity(room);
    // It may grow while it is read.
    let read = file
        .take(bytes_max.saturating_add(1))
        .read_to_end(&mut bytes);
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    match read {
        Err(_) => Standing::Special,
        Ok(_) if length > bytes_max => Standing::TooLarge(length),
        Ok(_) => match String::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => Standing::Text(text),
            Ok(_) | Err(_) => Standing::NotText,
        },
    }
}

/// The names of folders as the disk spells them. The spelling counts, also on a disk that does not care: another
/// machine's does.
#[derive(Debug, Default)]
struct Spelled {
    /// Sorted.
    names: Mutex<BTreeMap<PathBuf, Arc<Vec<OsString>>>>,
}

impl Spelled {
    /// Whether every name on the way is spelled as the disk spells it.
    fn exactly(&self, root: &Root, path: &RelPath) -> bool {
        let mut at = PathBuf::new();
        for name in path.as_str().split('/') {
            let names = self.names_in(root, &at);
            if names
                .binary_search_by(|it| it.as_os_str().cmp(name.as_ref()))
                .is_err()
            {
                return false;
            }
            at.push(name);
        }
        true
    }

    fn names_in(&self, root: &Root, folder: &Path) -> Arc<Vec<OsString>> {
        let mut known = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(names) = known.get(folder) {
            return names.clone();
        }
        let mut names = root.names_raw(folder.as_os_str()).unwrap_or_default();
        names.sort_unstable();
        let names = Arc::new(names);
        known.insert(folder.to_owned(), names.clone());
        names
    }
}
