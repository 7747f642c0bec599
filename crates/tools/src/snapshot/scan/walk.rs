//! How a scan walks through a worktree, and what it takes for what.

use std::collections::BTreeSet;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, WalkBuilder};
use ledger::observation::LeftOutWhy;

use crate::files::{self, Root};
use crate::snapshot::leaf::Mode;
use crate::snapshot::{SnapshotError, disk};

/// Folders that a walk did not go into, each with why.
pub(super) type Passed = Arc<Mutex<Vec<(PathBuf, LeftOutWhy)>>>;

/// A walk that does not go into other repositories and what can be made again, but says where they are. Those that the
/// tree has a link to are told by it.
pub(super) fn walker(
    root: &Root,
    modules: BTreeSet<PathBuf>,
    passed: &Passed,
) -> Result<WalkBuilder, SnapshotError> {
    let passed = Arc::clone(passed);
    let mut walk = files::walk(root, None)
        .map_err(io::Error::other)
        .map_err(disk(root.path()))?;
    walk.filter_entry(move |entry| {
        if modules.contains(entry.path()) {
            return false;
        }
        let Some(why) = passed_by(entry) else {
            return files::is_walked(entry);
        };
        let mut passed = passed.lock().unwrap_or_else(PoisonError::into_inner);
        passed.push((entry.path().to_owned(), why));
        false
    });
    Ok(walk)
}

/// Why a walk does not go into a folder that may hold something.
fn passed_by(entry: &DirEntry) -> Option<LeftOutWhy> {
    if entry.depth() == 0 || !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return None;
    }
    if files::can_be_made_again(entry) {
        return Some(LeftOutWhy::Remade);
    }
    let other = entry.path().join(".git").symlink_metadata().is_ok();
    (other && entry.file_name() != ".git").then_some(LeftOutWhy::Repository)
}

/// What git would remember of the mode; `None` for what it does not keep.
pub(super) fn mode_of(metadata: &Metadata) -> Option<Mode> {
    let kind = metadata.file_type();
    if kind.is_symlink() {
        return Some(Mode::Link);
    }
    let program = metadata.permissions().mode() & 0o100 != 0;
    kind.is_file()
        .then_some(if program { Mode::Program } else { Mode::File })
}
