//! What the person's checkout has that a clean one lacks: where a command fails for want of it, that is the likely cause.

use std::fs;
use std::path::Path;

use ledger::observation::{Lacking, LackingKind};

use super::clean::Tracked;
use crate::files;
use crate::git::Repo;

/// Things that are told, at most.
const LACKS_MAX: usize = 20;

/// Submodules that are empty here, and what git ignores and is not here; caches count for nothing.
pub(super) fn lacks(from: &Repo, to: &Path, tracked: &Tracked) -> Vec<Lacking> {
    let empty = |path: &&Path| {
        let mut entries = fs::read_dir(to.join(path)).into_iter().flatten();
        entries.next().is_none()
    };
    let submodules = tracked.submodules().keys().map(AsRef::as_ref);
    let submodules = submodules.filter(empty).map(|path: &Path| Lacking {
        path: path.display().to_string(),
        kind: LackingKind::Submodule,
    });
    let ignored = from.ignored_paths().unwrap_or_default();
    let ignored = ignored.into_iter().filter(|path| {
        let there = from.root.join(path);
        to.join(path).symlink_metadata().is_err()
            && !files::is_tagged_cache(&there)
            && !there.join(".git").exists()
    });
    let ignored = ignored.map(|path| Lacking {
        path,
        kind: LackingKind::Ignored,
    });
    submodules.chain(ignored).take(LACKS_MAX).collect()
}
