//! Reading and writing the few small files of the configuration: bounded, never through a link in a repository.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use super::fault::Fault;
use super::place::Place;
use super::problem::Problem;

/// Bytes of one configuration file.
pub(crate) const BYTES_MAX: u64 = 256 * 1024;

/// Whether a link may be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// The user's own file: where it leads is the user's business.
    Followed,
    /// A repository's file: a link could show any file of the user's in an error.
    Refused,
}

/// The bytes of a file; nothing if there is none. `name` is what messages call it.
pub(crate) fn read(path: &Path, name: &str, links: Links) -> Result<Option<Vec<u8>>, Problem> {
    let io = |source| {
        Problem::bare(Fault::Io {
            verb: "read",
            name: name.to_owned(),
            source,
        })
    };
    let looked = match links {
        Links::Followed => fs::metadata(path),
        Links::Refused => fs::symlink_metadata(path),
    };
    let kind = match looked {
        Ok(found) => found.file_type(),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(io(error)),
    };
    if !kind.is_file() {
        let what = if kind.is_dir() {
            "a folder"
        } else if kind.is_symlink() {
            "a link"
        } else {
            "a pipe or device"
        };
        return Err(Problem::bare(Fault::NotAFile {
            name: name.to_owned(),
            what,
        }));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(io)?;
    file.take(BYTES_MAX + 1)
        .read_to_end(&mut bytes)
        .map_err(io)?;
    if bytes.len() as u64 > BYTES_MAX {
        return Err(Problem::bare(Fault::TooLarge {
            name: name.to_owned(),
            bytes_max: BYTES_MAX,
        }));
    }
    Ok(Some(bytes))
}

/// Bytes as text.
pub(crate) fn text(bytes: Vec<u8>, name: &str) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let fault = Fault::NotUtf8 {
            name: name.to_owned(),
            at,
        };
        Problem::new(fault, Place::File(name.to_owned()))
    })
}

/// Writes a file whole: beside it first, then in its place. Only the user can read it.
pub(crate) fn write(path: &Path, content: &str) -> Result<(), Problem> {
    let io = |source| {
        Problem::bare(Fault::Io {
            verb: "write",
            name: path.display().to_string(),
            source,
        })
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(io)?;
    let mut unique = [0u8; 8];
    getrandom::fill(&mut unique).map_err(|error| io(std::io::Error::other(error.to_string())))?;
    let file_name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = folder.join(format!(".{file_name}.{:016x}", u64::from_ne_bytes(unique)));
    let written = write_new(&beside, content).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What is left of it is of no use; that it can't be removed changes nothing.
        fs::remove_file(&beside).ok();
    }
    written.map_err(io)
}

fn write_new(path: &Path, content: &str) -> std::io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(content.as_bytes())?;
    file.sync_all()
}
