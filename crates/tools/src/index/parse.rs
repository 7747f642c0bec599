//! Files read and parsed, on all cores.

use code::{Facts, Language};

use super::memory::{self, Memory};
use super::{Entry, Limits};
use crate::cores;
use crate::git::{GitError, Repo};

/// Files that are fetched at once.
const BATCH: usize = 64;
/// Files whose facts are decoded at once.
const DECODED_AT_ONCE: usize = 32;

/// One file whose facts are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'e> {
    pub(super) entry: &'e Entry,
    pub(super) language: Language,
}

/// What is remembered of files, in their order.
pub(super) fn remembered(known: &Memory, wanted: &[Wanted<'_>]) -> Vec<Option<Facts>> {
    let found = cores::in_batches(wanted, DECODED_AT_ONCE, |batch| {
        let facts = batch.iter().map(|it| known.decoded(&it.key()));
        facts.collect::<Vec<_>>()
    });
    found.into_iter().flatten().collect()
}

/// The facts of files, in their order, and how they are written.
///
/// # Errors
/// [`GitError`] when contents can't be had.
pub(super) fn all(
    repo: &Repo,
    wanted: &[Wanted<'_>],
    limits: &Limits,
) -> Result<Vec<(Facts, Vec<u8>)>, GitError> {
    let found = cores::in_batches_that_wait(wanted, BATCH, |batch| read(repo, batch, limits));
    let found: Result<Vec<_>, GitError> = found.into_iter().collect();
    Ok(found?.into_iter().flatten().collect())
}

fn read(
    repo: &Repo,
    batch: &[Wanted<'_>],
    limits: &Limits,
) -> Result<Vec<(Facts, Vec<u8>)>, GitError> {
    let ids: Vec<String> = batch.iter().map(|it| it.entry.blob.clone()).collect();
    let blobs = repo.blobs(&ids)?;
    let bounds = code::Limits {
        bytes_max: limits.file_bytes_max,
        ..code::Limits::default()
    };
    let facts = batch.iter().zip(blobs).map(|(it, bytes)| {
        let bytes = bytes.unwrap_or_default();
        // What is no text has no syntax; a NUL says so.
        let text = String::from_utf8(bytes).unwrap_or_else(|_| "\0".to_owned());
        let facts = code::facts(it.language, &text, &bounds);
        let written = memory::written(&facts);
        (facts, written)
    });
    Ok(facts.collect())
}

impl Wanted<'_> {
    pub(super) fn key(&self) -> memory::Key {
        (self.entry.blob.clone(), self.language)
    }
}
