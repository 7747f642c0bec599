//! What a tree holds at a path, and what the file system said of it.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;

use super::object::Id;

/// One file, link or submodule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) mode: Mode,
    pub(super) id: Id,
    /// What the file system said when the content was read; `None`: read it again.
    pub(super) stat: Option<Stat>,
    /// The scan that saw it last.
    pub(super) seen: u32,
    /// It was found changed: a checkout did not write it so.
    pub(super) own: bool,
}

/// What git remembers of a file's mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    File,
    Program,
    Link,
    /// A commit of another repository.
    Module,
}

/// What the file system says about a file without reading it, cut to what git's index holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub(super) changed: (u32, u32),
    pub(super) modified: (u32, u32),
    pub(super) inode: u32,
    pub(super) size: u32,
}

impl Mode {
    pub(super) fn digits(self) -> &'static str {
        match self {
            Mode::File => "100644",
            Mode::Program => "100755",
            Mode::Link => "120000",
            Mode::Module => "160000",
        }
    }

    pub(super) fn parse(digits: &str) -> Option<Self> {
        match digits {
            "100644" | "100664" => Some(Mode::File),
            "100755" => Some(Mode::Program),
            "120000" => Some(Mode::Link),
            "160000" => Some(Mode::Module),
            _ => None,
        }
    }
}

impl Stat {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "git's index keeps the low 32 bits"
    )]
    #[expect(clippy::cast_sign_loss, reason = "git's index keeps the low 32 bits")]
    pub(super) fn of(metadata: &Metadata) -> Self {
        Self {
            changed: (metadata.ctime() as u32, metadata.ctime_nsec() as u32),
            modified: (metadata.mtime() as u32, metadata.mtime_nsec() as u32),
            inode: metadata.ino() as u32,
            size: metadata.size() as u32,
        }
    }

    /// The same from a look that the standard library does not offer.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "git's index keeps the low 32 bits"
    )]
    #[expect(clippy::cast_sign_loss, reason = "git's index keeps the low 32 bits")]
    pub(super) fn told(stat: &rustix::fs::Stat) -> Self {
        Self {
            changed: (stat.st_ctime as u32, stat.st_ctime_nsec as u32),
            modified: (stat.st_mtime as u32, stat.st_mtime_nsec as u32),
            inode: stat.st_ino as u32,
            size: stat.st_size as u32,
        }
    }

    /// Whether both times lie before this one.
    pub(super) fn is_before(&self, time: (u32, u32)) -> bool {
        self.modified < time && self.changed < time
    }
}
