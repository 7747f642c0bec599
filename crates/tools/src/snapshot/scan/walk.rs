//! How a scan walks through a worktree, and what it takes for what.

use std::collections::BTreeSet;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ignore::WalkBuilder;

use crate::files::{self, Root};
use crate::snapshot::leaf::Mode;
use crate::snapshot::{SnapshotError, disk};

/// A walk that does not go into other repositories, but says where they are. Those that the tree has a link to are told
/// by it.
pub(super) fn walker(
    root: &Root,
    modules: BTreeSet<PathBuf>,
    nested: &Arc<Mutex<Vec<PathBuf>>>,
) -> Result<WalkBuilder, SnapshotError> {
    let nested = Arc::clone(nested);
    let mut walk = files::walk(root, None)
        .map_err(io::Error::other)
        .map_err(disk(root.path()))?;
    walk.filter_entry(move |entry| {
        if !files::is_walked(entry) {
            return false;
        }
        if entry.depth() == 0 || !entry.file_type().is_some_and(|kind| kind.is_dir()) {
            return true;
        }
        if modules.contains(entry.path()) {
            return false;
        }
        let other = entry.path().join(".git").symlink_metadata().is_ok();
        if other {
            nested
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(entry.path().to_owned());
        }
        !other
    });
    Ok(walk)
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
