//! Files of a worktree: read, listed, searched, and changed in transactions.
//!
//! Paths come with their links resolved; whatever link stands in the way now is refused. Every
//! answer is bounded, and every failure is a sentence that the agent can act on.

pub mod beneath;
mod change;
mod edit;
mod encoding;
mod ends;
mod list;
mod parses;
mod read;
mod search;

use std::io;

use ledger::ids::{Hash, RelPath};
use rustix::io::Errno;

pub use beneath::Root;
pub use change::Changed;
pub(crate) use change::{delete, edit, write};
pub use edit::Edit;
pub use list::{Kind, Listed, Listing, list};
pub(crate) use list::{can_be_made_again, is_tagged_cache, is_walked, walk};
pub use read::{Text, Window, read};
pub use search::{Found, Match, Within, search};

/// Limits of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file that is read, searched or changed.
    pub file_bytes_max: u64,
    /// Bytes of text in one answer.
    pub answer_bytes_max: usize,
    /// Entries of a listing, or matches of a search.
    pub items_max: usize,
    /// Files looked at in one search.
    pub files_max: usize,
}

impl Default for Limits {
    /// Files of 16 MiB, answers of 64 KiB, 500 items, 50,000 files.
    fn default() -> Self {
        Self {
            file_bytes_max: 16 * 1024 * 1024,
            answer_bytes_max: 64 * 1024,
            items_max: 500,
            files_max: 50_000,
        }
    }
}

/// Why a file was not read or changed.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Nothing stands there.
    #[error("there is no file `{0}`")]
    Missing(RelPath),
    /// A folder stands there.
    #[error("`{0}` is a directory")]
    Folder(RelPath),
    /// Something on the way is no folder.
    #[error("a part of `{0}` is not a directory")]
    NotAFolder(RelPath),
    /// A link stands there or on the way, or the way leaves the worktree.
    #[error("`{0}` goes through a symbolic link or leaves the worktree")]
    Link(RelPath),
    /// The file has more than one name: a change would reach through to the others.
    #[error("`{0}` has {1} hard links: it can't be changed safely")]
    HardLinked(RelPath, u64),
    /// A device, pipe or socket.
    #[error("`{0}` is not a regular file")]
    Special(RelPath),
    /// git's own files.
    #[error("`{0}` belongs to git")]
    Git(RelPath),
    /// A repository of its own is there, or would be.
    #[error("`{path}` is below the submodule `{module}`, a repository of its own{}: nothing there can be part of this change", .url.as_ref().map_or_else(String::new, |it| format!(" that comes from `{it}`")))]
    Submodule {
        /// The file.
        path: RelPath,
        /// The submodule's folder.
        module: String,
        /// Where its content comes from, if `.gitmodules` says.
        url: Option<String>,
    },
    /// More than the limit.
    #[error("`{path}` has {bytes} bytes, more than {bytes_max}")]
    TooLarge {
        /// The file.
        path: RelPath,
        /// Its size.
        bytes: u64,
        /// The limit.
        bytes_max: u64,
    },
    /// Not text.
    #[error("`{path}` is binary ({bytes} bytes)")]
    Binary {
        /// The file.
        path: RelPath,
        /// Its size.
        bytes: u64,
    },
    /// What stands there is in no encoding that can be told, so that a text in its place would be in another one.
    #[error(
        "`{path}` ({bytes} bytes) is no text in UTF-8 or UTF-16, and what takes its place would be in another encoding: change it with the tools that made it, or delete it first if all of it is to go"
    )]
    Unreadable {
        /// The file.
        path: RelPath,
        /// Its size.
        bytes: u64,
    },
    /// Other content than the decision was made on; nothing was changed.
    #[error("`{path}` has changed since it was read")]
    Stale {
        /// The file.
        path: RelPath,
        /// What stands there now; `None`: nothing.
        found: Option<Hash>,
    },
    /// Data that parsed would no longer do so; the file was left as it was.
    #[error("`{path}` would no longer parse, so it was left as it is: {why}")]
    Broken {
        /// The file.
        path: RelPath,
        /// What the reader of that format says.
        why: String,
    },
    /// The piece to replace does not occur.
    #[error("the text to replace does not occur in `{path}`{hint}")]
    NoMatch {
        /// The file.
        path: RelPath,
        /// Where something like it stands, if anywhere.
        hint: String,
    },
    /// The piece to replace occurs more than once.
    #[error("the text to replace occurs {} times in `{path}`, at lines {}", .lines.len(), joined(.lines))]
    Ambiguous {
        /// The file.
        path: RelPath,
        /// First lines of the places, from 1.
        lines: Vec<u32>,
    },
    /// The piece to replace is empty, or equals what replaces it.
    #[error("there is nothing to replace in `{0}`")]
    Nothing(RelPath),
    /// The search pattern or glob does not parse.
    #[error("the pattern does not parse: {0}")]
    Pattern(String),
    /// The system said no.
    #[error("`{path}` can't be used")]
    Disk {
        /// The file.
        path: RelPath,
        /// What it said.
        #[source]
        source: io::Error,
    },
}

/// Makes a pipe with a name, where nothing stands.
///
/// # Errors
/// What the system said; outside of Linux, that there is no such call.
#[cfg(target_os = "linux")]
pub(crate) fn make_pipe(path: &std::path::Path) -> io::Result<()> {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0).map_err(io::Error::from)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn make_pipe(_: &std::path::Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Turns what the system said about `path` into an error.
fn refused(path: &RelPath) -> impl Fn(Errno) -> FileError + '_ {
    move |errno| match errno {
        Errno::NOENT => FileError::Missing(path.clone()),
        Errno::ISDIR => FileError::Folder(path.clone()),
        Errno::NOTDIR => FileError::NotAFolder(path.clone()),
        Errno::LOOP | Errno::XDEV | Errno::MLINK => FileError::Link(path.clone()),
        Errno::NXIO => FileError::Special(path.clone()),
        errno => disk(path)(errno.into()),
    }
}

pub(crate) fn disk(path: &RelPath) -> impl Fn(io::Error) -> FileError + '_ {
    move |source| FileError::Disk {
        path: path.clone(),
        source,
    }
}

fn joined(lines: &[u32]) -> String {
    lines
        .iter()
        .take(20)
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
