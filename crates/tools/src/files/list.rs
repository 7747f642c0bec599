//! Listing a folder: what git would not ignore, in order, bounded.

use std::path::Path;

use ignore::{DirEntry, WalkBuilder};
use ledger::ids::RelPath;

use super::{FileError, Limits, Root, refused};

/// What a listing shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Sorted by path.
    pub entries: Vec<Listed>,
    /// There was more than the limit.
    pub truncated: bool,
}

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Relative to the top of the worktree.
    pub path: String,
    /// What it is.
    pub kind: Kind,
    /// Size of a file.
    pub bytes: u64,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Folder,
    /// A symbolic link, not followed.
    Link,
    /// Anything else.
    Special,
}

/// Lists a folder (`None`: the root), this many levels deep.
pub fn list(
    root: &Root,
    folder: Option<&RelPath>,
    depth_max: usize,
    limits: &Limits,
) -> Result<Listing, FileError> {
    let walker = walk(root, folder)?
        .max_depth(Some(depth_max.max(1)))
        .build();
    let mut listing = Listing {
        entries: Vec::new(),
        truncated: false,
    };
    for entry in walker.flatten().filter(|entry| entry.depth() > 0) {
        if listing.entries.len() >= limits.items_max {
            listing.truncated = true;
            break;
        }
        listing.entries.push(listed(root.path(), &entry));
    }
    Ok(listing)
}

/// A walk below a folder that follows no link, skips git's own files and what git ignores, and
/// comes in the order of paths. Rules above the worktree do not count.
pub(crate) fn walk(root: &Root, folder: Option<&RelPath>) -> Result<WalkBuilder, FileError> {
    let mut start = root.path().to_owned();
    if let Some(folder) = folder {
        // Opened once, so that a link on the way is refused.
        root.folder(Some(folder)).map_err(refused(folder))?;
        start.push(folder.as_str());
    }
    let mut walk = WalkBuilder::new(start);
    walk.hidden(false)
        .ignore(false)
        .git_ignore(true)
        .git_exclude(true)
        .git_global(true)
        .require_git(false)
        .parents(folder.is_some())
        .follow_links(false)
        .sort_by_file_path(Path::cmp)
        .filter_entry(|entry| entry.depth() == 0 || entry.file_name() != ".git");
    Ok(walk)
}

fn listed(root: &Path, entry: &DirEntry) -> Listed {
    let path = entry.path().strip_prefix(root).unwrap_or(entry.path());
    let kind = match entry.file_type() {
        Some(kind) if kind.is_file() => Kind::File,
        Some(kind) if kind.is_dir() => Kind::Folder,
        Some(kind) if kind.is_symlink() => Kind::Link,
        Some(_) | None => Kind::Special,
    };
    let bytes = match kind {
        Kind::File => entry.metadata().map_or(0, |metadata| metadata.len()),
        Kind::Folder | Kind::Link | Kind::Special => 0,
    };
    Listed {
        path: path.to_string_lossy().into_owned(),
        kind,
        bytes,
    }
}
