//! Is the ledger whole, and what is in it.

use std::io::Write;

use ledger::event::{Event, Seen};
use ledger::ids::{Hash, RunId};
use serde::Serialize;
use store::Store;

use crate::drive;

/// What a check found.
#[derive(Debug, Serialize)]
pub struct Checked {
    /// The run.
    pub run: RunId,
    /// Lines that were read.
    pub lines: u64,
    /// The hash of the last one.
    pub head: String,
    /// What is wrong, each in a sentence that names the line.
    pub faults: Vec<String>,
}

/// Checks the chain of a run, its head, and the blobs that its lines refer to.
#[must_use]
pub fn verify(store: &Store, run: &RunId) -> Checked {
    let blobs = blobs(store, run);
    match store.verify(run, &blobs) {
        Ok(verdict) => Checked {
            run: run.clone(),
            lines: verdict.lines,
            head: verdict.head.hash.short(),
            faults: verdict.faults.iter().map(ToString::to_string).collect(),
        },
        Err(error) => Checked {
            run: run.clone(),
            lines: 0,
            head: String::new(),
            faults: vec![error.to_string()],
        },
    }
}

/// Blobs that lines refer to. Lines that can't be read are the chain's business.
fn blobs(store: &Store, run: &RunId) -> Vec<Hash> {
    let lines = drive::lines(store, run).unwrap_or_default();
    lines
        .iter()
        .filter_map(|line| match &line.event {
            Event::Seen(Seen::Finished { observation, .. }) => observation.blob,
            Event::Seen(_) | Event::Decided(_) => None,
        })
        .collect()
}

/// Writes a run as JSON lines.
///
/// # Errors
/// [`drive::Error`].
pub fn export(store: &Store, run: &RunId, mut out: impl Write) -> Result<u64, drive::Error> {
    Ok(store.export(run, &mut out)?)
}
