//! Listing a folder: what git would not ignore, in order, bounded.

use std::fs::File;
use std::io::Read as _;
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

/// What marks a folder as one that can be made again: Bryan Ford's Cache Directory Tagging Specification, which cargo,
/// pytest, mypy and others follow.
const CACHE_TAG: &str = "CACHEDIR.TAG";
const CACHE_SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";

/// Folders that package managers and interpreters fill, and that carry no tag.
const FILLED: [&str; 2] = ["node_modules", "__pycache__"];

/// Whether a folder holds what a tool can make again. Such a folder is no work, also where git was not told to ignore
/// it; files of it that are in a commit are looked at all the same.
pub(crate) fn can_be_made_again(entry: &DirEntry) -> bool {
    if entry.depth() == 0 || !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return false;
    }
    FILLED.iter().any(|name| entry.file_name() == *name) || is_tagged_cache(entry.path())
}

/// Whether a tool marked a folder as its cache.
pub(crate) fn is_tagged_cache(folder: &Path) -> bool {
    let mut start = [0; CACHE_SIGNATURE.len()];
    let tag = folder.join(CACHE_TAG);
    // A link or a pipe under this name is no tag, and is not opened.
    let is_file = tag.symlink_metadata().is_ok_and(|it| it.is_file());
    is_file
        && File::open(tag)
            .and_then(|mut file| file.read_exact(&mut start))
            .is_ok_and(|()| start == CACHE_SIGNATURE)
}

/// Whether a walk goes into a folder, or comes by a file: not into git's own, nor into what can be made again.
pub(crate) fn is_walked(entry: &DirEntry) -> bool {
    entry.depth() == 0 || entry.file_name() != ".git" && !can_be_made_again(entry)
}

/// A walk below a folder that follows no link, skips git's own files, what git ignores and what can be made again, and
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
        .filter_entry(is_walked);
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
