//! What can go wrong in the store, in words for people. Nobody branches on the text.

use std::io::ErrorKind;
use std::path::PathBuf;

use ledger::ids::{Hash, RunId};
use ledger::journal::Broken;
use rusqlite::ErrorCode;

use crate::write_ahead_log::Tear;

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something else in this process took the seal without which no line becomes durable.
    #[error("something else in this program took the ledger's seal")]
    Sealed,
    /// A file or directory of the store can't be used.
    #[error("cannot use `{}`", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The state directory is on a file system that several machines share.
    #[error(
        "`{}` is on a network file system ({kind}), where the ledger could be torn; choose a state directory on a local disk",
        path.display()
    )]
    NetworkDisk {
        /// The directory.
        path: PathBuf,
        /// The file system.
        kind: String,
    },
    /// The file system can't hold a write-ahead log.
    #[error("`{}` cannot have a write-ahead log here; choose a state directory on a local disk", path.display())]
    NoLog {
        /// The database.
        path: PathBuf,
    },
    /// The database was written by a newer program.
    #[error("the ledger has format {found}; this program knows up to {known}: use a newer program")]
    Newer {
        /// Format in the file.
        found: u32,
        /// The newest one that this program knows.
        known: u32,
    },
    /// The file is a database, but not a ledger.
    #[error("`{}` is a database, but not a ledger", path.display())]
    NotALedger {
        /// The file.
        path: PathBuf,
    },
    /// The database file is damaged.
    #[error(
        "the ledger's file is damaged; `interlock ledger verify` says which lines can still be read"
    )]
    Damaged(#[source] rusqlite::Error),
    /// The write-ahead log is damaged before its first commit, so that nothing of the ledger can be read.
    #[error("the ledger's write-ahead log `{}` is damaged: {tear}", path.display())]
    Torn {
        /// The log.
        path: PathBuf,
        /// Where.
        tear: Tear,
    },
    /// The disk is full.
    #[error("no space left for the ledger")]
    Full(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Somebody else holds the database too long.
    #[error("the ledger is locked by another process")]
    Locked(#[source] rusqlite::Error),
    /// Anything else that SQLite said.
    #[error("the ledger could not be read or written")]
    Sql(#[source] rusqlite::Error),
    /// There is such a run already.
    #[error("run `{run}` exists already")]
    RunExists {
        /// The run.
        run: RunId,
    },
    /// There is no such run.
    #[error("no run `{name}`{}", did_you_mean(near))]
    NoSuchRun {
        /// What was looked for.
        name: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// Several runs start with that.
    #[error("several runs start with `{prefix}`: {}", listed(some))]
    Ambiguous {
        /// What was looked for.
        prefix: String,
        /// Some of them.
        some: Vec<String>,
    },
    /// Another driver holds the run.
    #[error("run `{run}` is being driven by another process{}", by_pid(*pid))]
    Busy {
        /// The run.
        run: RunId,
        /// The process that wrote its id into the lock; a hint, since ids are used again.
        pid: Option<u32>,
    },
    /// Something is larger than the store takes.
    #[error("{what} has {bytes} bytes; at most {bytes_max} are taken")]
    TooLarge {
        /// What.
        what: &'static str,
        /// Its size.
        bytes: u64,
        /// The limit.
        bytes_max: u64,
    },
    /// A number does not fit.
    #[error("{what} {number} is out of range")]
    OutOfRange {
        /// What.
        what: &'static str,
        /// The number.
        number: u64,
    },
    /// A value in the database is not what was put there.
    #[error("{what} in the ledger is not readable: `{value}`; run `interlock ledger verify`")]
    Unreadable {
        /// What.
        what: &'static str,
        /// The value, shortened.
        value: String,
    },
    /// A line or a state refers to a blob that is not there.
    #[error("blob `{hash}` is missing; run `interlock ledger verify`")]
    NoBlob {
        /// Its digest.
        hash: Hash,
    },
    /// A blob is not what was put there.
    #[error("blob `{hash}` is damaged; run `interlock ledger verify`")]
    BadBlob {
        /// The digest that it should have.
        hash: Hash,
    },
    /// The receiver of an export takes no more.
    #[error("the export could not be written")]
    Output(#[source] std::io::Error),
}

impl Error {
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| {
            let full = [
                ErrorKind::StorageFull,
                ErrorKind::QuotaExceeded,
                ErrorKind::FileTooLarge,
            ];
            if full.contains(&source.kind()) {
                Self::Full(Box::new(source))
            } else {
                Self::File { path, source }
            }
        }
    }

    pub(crate) fn unreadable(what: &'static str, value: &str) -> Self {
        Self::Unreadable {
            what,
            value: value.chars().take(80).collect(),
        }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full(Box::new(error)),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked(error),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(error),
            Some(_) | None => Self::Sql(error),
        }
    }
}

impl From<Error> for Broken {
    fn from(error: Error) -> Self {
        if let Error::Full(cause) = error {
            return Self::Full(cause);
        }
        if let Error::Locked(cause) = error {
            return Self::Locked(Box::new(cause));
        }
        Self::Storage(Box::new(error))
    }
}

fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

fn did_you_mean(near: &[String]) -> String {
    if near.is_empty() {
        String::new()
    } else {
        format!("; there is {}", listed(near))
    }
}

fn by_pid(pid: Option<u32>) -> String {
    pid.map_or_else(String::new, |pid| format!(" (process {pid})"))
}
