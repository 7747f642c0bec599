//! Steps of building a sandbox: each names what failed, for a person.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use rustix::io::Errno;

/// A step that failed, named for a person.
#[derive(Debug, thiserror::Error)]
#[error("{what}: {source}")]
pub(super) struct Fault {
    what: String,
    source: io::Error,
}

pub(super) fn folder(path: &Path) -> Result<(), Fault> {
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o755)
        .create(path);
    io_step(format!("{} can't be made", path.display()), made)
}

/// An empty file, as a place to mount another one at.
pub(super) fn file(path: &Path) -> Result<(), Fault> {
    if let Some(parent) = path.parent() {
        folder(parent)?;
    }
    let made = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o644)
        .open(path);
    io_step(format!("{} can't be made", path.display()), made.map(drop))
}

pub(super) fn text(text: impl Into<Vec<u8>>) -> Result<CString, Fault> {
    CString::new(text).map_err(|_| fault("a path holds a NUL", Errno::INVAL.into()))
}

pub(super) fn fault(what: impl Into<String>, source: io::Error) -> Fault {
    Fault {
        what: what.into(),
        source,
    }
}

pub(super) fn step<T>(
    what: impl Into<String>,
    work: impl FnOnce() -> Result<T, Errno>,
) -> Result<T, Fault> {
    work().map_err(|error| fault(what, error.into()))
}

pub(super) fn io_step<T>(what: impl Into<String>, done: io::Result<T>) -> Result<T, Fault> {
    done.map_err(|error| fault(what, error))
}
