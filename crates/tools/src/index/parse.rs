//! Files read and parsed, on all cores.

use code::{Facts, Language};

use super::contents_at_hand::Hand;
use super::memory::{self, Memory};
use super::{Entry, Limits};
use crate::cores;
use crate::git::{GitError, Repo};

/// Files that git is asked for at once.
const BATCH: usize = 64;
/// Files that a thread reads at once, where git need not be asked.
const READ_AT_ONCE: usize = 8;
/// Files whose facts are decoded at once.
const DECODED_AT_ONCE: usize = 32;

/// What a file says, and how that is written.
type Read = (Facts, Vec<u8>);

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
) -> Result<Vec<Read>, GitError> {
    let hand = Hand::new(repo, limits.file_bytes_max);
    let at_hand = cores::in_batches(wanted, READ_AT_ONCE, |batch| {
        let found = batch.iter().map(|it| {
            let content = hand.content(it.entry)?;
            Some(read(it, content, limits))
        });
        found.collect::<Vec<Option<Read>>>()
    });
    let at_hand: Vec<Option<Read>> = at_hand.into_iter().flatten().collect();
    let missing = wanted.iter().zip(&at_hand);
    let missing: Vec<Wanted<'_>> = missing
        .filter(|(_, found)| found.is_none())
        .map(|(it, _)| *it)
        .collect();
    let fetched = cores::in_batches_that_wait(&missing, BATCH, |batch| fetch(repo, batch, limits));
    let fetched: Result<Vec<_>, GitError> = fetched.into_iter().collect();
    let mut fetched = fetched?.into_iter().flatten();
    let all = at_hand
        .into_iter()
        .filter_map(|it| it.or_else(|| fetched.next()));
    Ok(all.collect())
}

/// The same of files whose contents git has to hand out.
fn fetch(repo: &Repo, batch: &[Wanted<'_>], limits: &Limits) -> Result<Vec<Read>, GitError> {
    let ids: Vec<String> = batch.iter().map(|it| it.entry.blob.clone()).collect();
    let blobs = repo.blobs(&ids)?;
    let all = batch.iter().zip(blobs);
    Ok(all
        .map(|(it, bytes)| read(it, bytes.unwrap_or_default(), limits))
        .collect())
}

fn read(wanted: &Wanted<'_>, bytes: Vec<u8>, limits: &Limits) -> Read {
    let bounds = code::Limits {
        bytes_max: limits.file_bytes_max,
        ..code::Limits::default()
    };
    // What is no text has no syntax; a NUL says so.
    let text = String::from_utf8(bytes).unwrap_or_else(|_| "\0".to_owned());
    let facts = code::facts(wanted.language, &text, &bounds);
    let written = memory::written(&facts);
    (facts, written)
}

impl<'e> Wanted<'e> {
    /// A file whose name says that it is code.
    pub(super) fn by_name(entry: &'e Entry) -> Option<Self> {
        let language = Language::of_path(&entry.path);
        language.has_syntax().then_some(Self { entry, language })
    }

    pub(super) fn key(&self) -> memory::Key {
        (self.entry.blob.clone(), self.language)
    }
}
