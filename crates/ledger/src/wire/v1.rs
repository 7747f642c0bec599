//! Version 1: one JSON object a line, `{"v":1,"run":…,"seq":…,"epoch":…,"at_ms":…,"mono_ms":…,"task":…,"event":…}`.
//!
//! The chain hash is SHA-256 over the hash before and these bytes as stored, so nothing has to be canonical.
//! Adding a field: it gets `#[serde(default)]` (an old line read by a new program); an old program refuses a variant
//! that it does not know, and says so; fields that it does not know it passes over.

use serde::{Deserialize, Serialize};

use crate::event::{Event, Stamp};
use crate::ids::{Hash, RunId, Seq};

/// One line of a run, as read or about to be written. Nothing is redeemed from it: only an
/// [`crate::journal::Entry`] proves that it is durable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Version of the shape.
    pub v: u8,
    /// The run.
    pub run: RunId,
    /// Its number in the run.
    pub seq: Seq,
    /// Epoch of the driver that wrote it.
    pub epoch: u64,
    /// When, and for which task.
    #[serde(flatten)]
    pub stamp: Stamp,
    /// What happened.
    pub event: Event,
}

/// Why stored bytes are not a line.
#[derive(Debug, thiserror::Error)]
pub enum BadLine {
    /// Not JSON of this shape.
    #[error("line can't be read")]
    Unreadable(#[source] serde_json::Error),
    /// Written by a newer program.
    #[error("line has version `{0}`; this program reads version 1")]
    Version(u8),
}

/// Bytes of a line as stored and hashed.
///
/// # Errors
/// Only if the line can't be serialised, which no value of our types should cause.
pub fn encode(line: &Line) -> Result<Vec<u8>, BadLine> {
    serde_json::to_vec(line).map_err(BadLine::Unreadable)
}

/// Reads a line back.
///
/// # Errors
/// [`BadLine`] for anything else.
pub fn decode(bytes: &[u8]) -> Result<Line, BadLine> {
    #[derive(Deserialize)]
    struct Version {
        v: u8,
    }
    match serde_json::from_slice::<Line>(bytes) {
        Ok(line) if line.v == 1 => Ok(line),
        Ok(line) => Err(BadLine::Version(line.v)),
        Err(error) => match serde_json::from_slice::<Version>(bytes) {
            Ok(Version { v }) if v != 1 => Err(BadLine::Version(v)),
            Ok(_) | Err(_) => Err(BadLine::Unreadable(error)),
        },
    }
}

/// The hash that a line has in its chain.
#[must_use]
pub fn chain(before: &Hash, bytes: &[u8]) -> Hash {
    Hash::chained(before, bytes)
}
