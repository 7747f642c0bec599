//! The front of the store: opening it, and keeping it tidy. What it can do stands in the files beside this one.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use crate::base::{Base, TIDY_PAGES};
use crate::blob::Blobs;
use crate::error::Error;
use crate::place::Place;

/// The store of one user on one machine. `Send`, not `Sync`: one for each thread, as many as are wanted.
#[derive(Debug)]
pub struct Store {
    pub(crate) place: Place,
    pub(crate) base: Base,
    /// Version of the database when [`Store::changed`] was last asked.
    pub(crate) seen: Cell<i64>,
    /// Whether this store left a message since then: that alone does not change its version.
    pub(crate) told: Cell<bool>,
    blobs: Blobs,
}

impl Store {
    /// Opens the store in a state directory, making both if need be (for their owner only).
    ///
    /// # Errors
    /// [`Error::NetworkDisk`], [`Error::Newer`], [`Error::NotALedger`], [`Error::Damaged`], or what the system said.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let place = Place::prepare(dir)?;
        let base = Base::open(&place)?;
        let seen = Cell::new(base.version()?);
        Ok(Self {
            blobs: Blobs::new(place.clone()),
            told: Cell::new(false),
            place,
            base,
            seen,
        })
    }

    /// Its blobs.
    #[must_use]
    pub fn blobs(&self) -> &Blobs {
        &self.blobs
    }

    /// Files that somebody began to write and never put in their place, with the process that did, where their name
    /// says so. It may still be at it.
    ///
    /// # Errors
    /// What the system said.
    pub fn unfinished(&self) -> Result<Vec<(PathBuf, Option<u32>)>, Error> {
        let mut found = Vec::new();
        let blobs = self.place.room("blobs")?;
        for folder in std::fs::read_dir(&blobs).map_err(Error::file(&blobs))? {
            let Ok(files) = std::fs::read_dir(folder.map_err(Error::file(&blobs))?.path()) else {
                continue;
            };
            for file in files.flatten() {
                let name = file.file_name();
                let rest = name.to_str().and_then(|it| it.strip_prefix("new-"));
                if let Some((pid, _)) = rest.and_then(|it| it.split_once('-')) {
                    found.push((file.path(), pid.parse().ok()));
                }
            }
        }
        found.sort();
        Ok(found)
    }

    /// Housekeeping, to be called when nobody waits: keeps the write-ahead log short. Does nothing when there is
    /// little to do.
    ///
    /// # Errors
    /// What SQLite said. Nothing is lost; the next call tries again.
    pub fn tidy(&self) -> Result<(), Error> {
        self.base.tidy(TIDY_PAGES)
    }

    /// The same where each process that opens the store lives for one answer: every one of them reads the whole log, so it
    /// is kept shorter.
    ///
    /// # Errors
    /// As [`Store::tidy`].
    pub fn tidy_short(&self) -> Result<(), Error> {
        self.base.tidy(TIDY_PAGES / 8)
    }

    /// Whether something can be made durable now, by trying it: one sync.
    ///
    /// # Errors
    /// What the system said.
    pub fn try_writing(&self) -> Result<(), Error> {
        self.base.touch()
    }
}
