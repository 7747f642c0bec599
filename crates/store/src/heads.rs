//! The last line of each run once more, beside the database: a witness for the case that its end is lost, head record
//! and all, as with the last frames of a write-ahead log. Written after the line is durable, without a sync; so it may
//! lag behind, and never runs ahead. Only [`crate::verify`] asks it.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::Head;

use crate::error::Error;
use crate::place::{self, Place};

/// Line number, its hash, digest of both.
const MARK_BYTES: usize = 8 + 32 + 32;

/// Where the driver of a run leaves its last line.
#[derive(Debug)]
pub(crate) struct Mark {
    file: File,
    /// The highest line that was ever left.
    seq: Seq,
}

impl Mark {
    pub(crate) fn open(place: &Place, run: &RunId) -> Result<Self, Error> {
        let path = path(place, run)?;
        let file = place::lock_file(&path)?;
        let seq = mark_in(&file).map_or(Seq(0), |head| head.seq);
        Ok(Self { file, seq })
    }

    /// Leaves the line, unless there was a higher one: then lines were lost, and that must not be forgotten before as
    /// many are there again. A failure to leave it takes nothing from the line.
    pub(crate) fn leave(&mut self, head: Head) {
        if head.seq <= self.seq {
            return;
        }
        let mut bytes = Vec::with_capacity(MARK_BYTES);
        bytes.extend_from_slice(&head.seq.0.to_le_bytes());
        bytes.extend_from_slice(&head.hash.0);
        bytes.extend_from_slice(&Hash::of(&bytes).0);
        if self.file.write_all_at(&bytes, 0).is_ok() {
            self.seq = head.seq;
        }
    }
}

/// The last line that a driver left, if it did and that can be read.
pub(crate) fn left(place: &Place, run: &RunId) -> Result<Option<Head>, Error> {
    Ok(File::open(path(place, run)?)
        .ok()
        .and_then(|file| mark_in(&file)))
}

fn mark_in(file: &File) -> Option<Head> {
    let mut bytes = [0; MARK_BYTES];
    file.read_exact_at(&mut bytes, 0).ok()?;
    let (body, digest) = bytes.split_last_chunk::<32>()?;
    let (seq, hash) = body.split_first_chunk::<8>()?;
    let head = Head {
        seq: Seq(u64::from_le_bytes(*seq)),
        hash: Hash(hash.try_into().ok()?),
    };
    (Hash::of(body).0 == *digest).then_some(head)
}

fn path(place: &Place, run: &RunId) -> Result<PathBuf, Error> {
    Ok(place.room("heads")?.join(format!("{run}.head")))
}
