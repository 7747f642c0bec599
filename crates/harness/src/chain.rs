//! Is the ledger whole, and what is in it.

use std::io::Write;

use ledger::event::{Event, Seen};
use ledger::ids::{Hash, RunId};
use ledger::wire::v1::Line;
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

/// Checks the files that hold all runs; what is wrong with them, each in a sentence that names the place.
///
/// # Errors
/// [`drive::Error`].
pub fn verify_files(store: &Store) -> Result<Vec<String>, drive::Error> {
    let faults = store.verify_files()?;
    Ok(faults.iter().map(ToString::to_string).collect())
}

/// Checks the chain of a run, its head, what the list of runs says of it, and the blobs that its lines refer to. What is
/// wrong with the files is wrong with every run: lines of it may have been in what is lost.
#[must_use]
pub fn verify(store: &Store, run: &RunId, files: &[String]) -> Checked {
    let lines = drive::lines(store, run).unwrap_or_default();
    let mut checked = match store.verify(run, &blobs(&lines)) {
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
    };
    checked.faults.extend(listed(store, run, &lines));
    checked.faults.extend_from_slice(files);
    checked
}

/// Whether the list of runs says the same of this one as its first line, as far as both do.
fn listed(store: &Store, run: &RunId, lines: &[Line]) -> Option<String> {
    let Some(Event::Seen(Seen::Opened(opened))) = lines.first().map(|it| &it.event) else {
        return None;
    };
    let meta = store.run(run).ok()?.meta;
    let pairs = [
        ("repository", meta.repository, opened.repository.clone()),
        ("target", meta.target, opened.target.clone()),
    ];
    let (what, listed, opened) = pairs
        .into_iter()
        .find(|(_, listed, opened)| listed != opened)?;
    Some(format!(
        "the list of runs has the {what} `{listed}`, line 1 has `{opened}`"
    ))
}

/// Blobs that lines refer to. Lines that can't be read are the chain's business.
fn blobs(lines: &[Line]) -> Vec<Hash> {
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
