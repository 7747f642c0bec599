//! One driver per run: an operating-system lock says that one lives, an epoch that it is the newest.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::{Head, Journal, Seal};
use rusqlite::OptionalExtension as _;

use crate::base::Base;
use crate::error::Error;
use crate::heads::Mark;
use crate::place;
use crate::run_writer::Pen;
use crate::store::Store;

/// The seal with which journals are begun in this process.
pub(crate) fn seal() -> Result<&'static Seal, Error> {
    static SEAL: OnceLock<Option<Seal>> = OnceLock::new();
    SEAL.get_or_init(Seal::take).as_ref().ok_or(Error::Sealed)
}

/// A run, taken.
#[derive(Debug)]
pub struct Claim {
    /// Our epoch, from 1.
    pub epoch: u64,
    /// The last line that stands.
    pub head: Head,
    /// What writes the next ones. It holds the lock: dropping it lets go of the run.
    pub pen: Pen,
    seal: &'static Seal,
}

/// Somebody who drives a run now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Driver {
    /// The process that wrote its id into the lock; a hint, since ids are used again.
    pub pid: Option<u32>,
}

/// The lock of a run. Freed when dropped, or when the process ends however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

/// A run that nobody drives as long as this is there.
#[derive(Debug)]
pub struct Hold {
    _lock: Lock,
}

impl Claim {
    /// What appends to the run: made by the store alone, since only it has the seal.
    #[must_use]
    pub fn journal(self, run: RunId) -> Journal<Pen> {
        Journal::new(self.seal, self.pen, run, self.epoch, self.head)
    }
}

impl Store {
    /// Keeps everybody from driving a run, without driving it: for those who tidy up around it.
    ///
    /// # Errors
    /// [`Error::Busy`] while a driver lives, [`Error::NoSuchRun`], or what the system said.
    pub fn hold(&self, run: &RunId) -> Result<Hold, Error> {
        self.number(run)?;
        let _lock = self.lock(run)?;
        Ok(Hold { _lock })
    }

    /// Takes a run: nobody else can until the pen is dropped, and pens of earlier epochs write no more.
    ///
    /// # Errors
    /// [`Error::Busy`] while another driver lives, [`Error::NoSuchRun`], or what the system said.
    pub fn claim(&self, run: &RunId) -> Result<Claim, Error> {
        let run_no = self.number(run)?;
        let lock = self.lock(run)?;
        let base = Base::open(&self.place)?;
        base.grow_log(&self.place.wal())?;
        let mark = Mark::open(&self.place, run)?;
        // Durable with the first line of this epoch: until then nobody has acted in its name.
        let (epoch, seq, hash) = base.write_ahead(|tx| {
            tx.prepare_cached(
                "UPDATE runs SET epoch = epoch + 1 WHERE no = ?1 RETURNING epoch, seq, hash",
            )?
            .query_row([run_no], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?
            .ok_or_else(|| self.no_such_run(run.as_str()))
        })?;
        Ok(Claim {
            seal: seal()?,
            epoch,
            head: Head {
                seq: Seq(seq),
                hash: Hash(hash),
            },
            pen: Pen::new(
                (base, self.blobs().clone()),
                (run.clone(), run_no),
                mark,
                lock,
            ),
        })
    }

    /// Who drives the run, if anybody does. A run that does not exist has no driver.
    ///
    /// # Errors
    /// What the system said.
    pub fn driver(&self, run: &RunId) -> Result<Option<Driver>, Error> {
        let path = self.lock_path(run)?;
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file(path)(error)),
        };
        match file.try_lock_shared() {
            Ok(()) => Ok(None),
            Err(std::fs::TryLockError::WouldBlock) => Ok(Some(Driver {
                pid: pid(&mut file),
            })),
            Err(std::fs::TryLockError::Error(error)) => Err(Error::file(path)(error)),
        }
    }

    fn lock_path(&self, run: &RunId) -> Result<PathBuf, Error> {
        // The dot keeps runs apart from the store's own locks.
        Ok(self.place.room("locks")?.join(format!("run.{run}.lock")))
    }

    fn lock(&self, run: &RunId) -> Result<Lock, Error> {
        // Somebody who only looks whether a driver lives holds the lock for microseconds: look again, a few times.
        const TRIES: u32 = 5;
        let path = self.lock_path(run)?;
        let mut file = place::lock_file(&path)?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => {
                    let text = std::process::id().to_string();
                    file.set_len(0).map_err(Error::file(&path))?;
                    file.write_all(text.as_bytes())
                        .map_err(Error::file(&path))?;
                    return Ok(Lock { _file: file });
                }
                Err(std::fs::TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
                Err(std::fs::TryLockError::Error(error)) => return Err(Error::file(path)(error)),
            }
        }
        Err(Error::Busy {
            run: run.clone(),
            pid: pid(&mut file),
        })
    }
}

fn pid(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(20).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
