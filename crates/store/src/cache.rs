//! States folded from lines, kept so that the fold need not begin at line 1. Thrown away on any doubt: nothing depends
//! on them, nothing is synced, and no failure to read one is an error.

use std::path::PathBuf;

use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::Head;
use rusqlite::OptionalExtension as _;

use crate::error::Error;
use crate::limits::CACHE_BYTES_MAX;
use crate::lines;
use crate::store::Store;

/// Line number, its hash, digest of what follows.
const PREFIX_BYTES: usize = 8 + 32 + 32;

impl Store {
    /// Remembers a state as of a line. The key names its shape and version: letters, digits, `-`, `_`, `.`.
    ///
    /// # Errors
    /// [`Error::TooLarge`], a key that is no such name, or what the system said. Going on without is right.
    pub fn put_cache(&self, run: &RunId, key: &str, at: Head, bytes: &[u8]) -> Result<(), Error> {
        let size = bytes.len() as u64;
        if size > CACHE_BYTES_MAX {
            let (what, bytes_max) = ("a cached state", CACHE_BYTES_MAX);
            return Err(Error::TooLarge {
                what,
                bytes: size,
                bytes_max,
            });
        }
        let path = self.cache_path(run, key)?;
        let mut content = Vec::with_capacity(PREFIX_BYTES + bytes.len());
        content.extend_from_slice(&at.seq.0.to_le_bytes());
        content.extend_from_slice(&at.hash.0);
        content.extend_from_slice(&Hash::of(bytes).0);
        content.extend_from_slice(bytes);
        // Only the driver of a run writes here, so one name beside is enough.
        let beside = path.with_extension("new");
        std::fs::write(&beside, content).map_err(Error::file(&beside))?;
        std::fs::rename(&beside, &path).map_err(Error::file(&path))
    }

    /// A state, and the line it was folded up to; `None` unless it is whole and that line still stands.
    #[must_use]
    pub fn get_cache(&self, run: &RunId, key: &str) -> Option<(Head, Vec<u8>)> {
        let path = self.cache_path(run, key).ok()?;
        let size = std::fs::metadata(&path).ok()?.len();
        if size > CACHE_BYTES_MAX + PREFIX_BYTES as u64 {
            return None;
        }
        let content = std::fs::read(&path).ok()?;
        let (seq, rest) = content.split_first_chunk::<8>()?;
        let (hash, rest) = rest.split_first_chunk::<32>()?;
        let (digest, bytes) = rest.split_first_chunk::<32>()?;
        let head = Head {
            seq: Seq(u64::from_le_bytes(*seq)),
            hash: Hash(*hash),
        };
        let whole = Hash::of(bytes).0 == *digest;
        (whole && self.stands(run, head).ok()?).then(|| (head, bytes.to_vec()))
    }

    fn stands(&self, run: &RunId, head: Head) -> Result<bool, Error> {
        let key = lines::key(self.number(run)?, head.seq)?;
        let mut query = self
            .base
            .reader()
            .prepare_cached("SELECT hash FROM lines WHERE key = ?1")?;
        let hash: Option<[u8; 32]> = query.query_row([key], |row| row.get(0)).optional()?;
        Ok(hash == Some(head.hash.0))
    }

    fn cache_path(&self, run: &RunId, key: &str) -> Result<PathBuf, Error> {
        let key =
            RunId::new(key).map_err(|_| Error::unreadable("the key of a cached state", key))?;
        Ok(self.place.room("cache")?.join(format!("{run}@{key}.state")))
    }
}
