//! Files read and parsed, on as many threads as there are cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use code::{Facts, Language};

use super::{Entry, Limits};
use crate::git::{GitError, Repo};

/// Files that are fetched at once.
const BATCH: usize = 256;
/// Threads at most.
const THREADS_MAX: usize = 16;

/// One file whose facts are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'e> {
    pub(super) entry: &'e Entry,
    pub(super) language: Language,
}

/// The facts of files, in their order.
///
/// # Errors
/// [`GitError`] when contents can't be had.
pub(super) fn all(
    repo: &Repo,
    wanted: &[Wanted<'_>],
    limits: &Limits,
) -> Result<Vec<Facts>, GitError> {
    let batches: Vec<&[Wanted<'_>]> = wanted.chunks(BATCH).collect();
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<Facts>)>> = Mutex::new(Vec::with_capacity(batches.len()));
    let work = || -> Result<(), GitError> {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(batch) = batches.get(at) else {
                return Ok(());
            };
            let facts = read(repo, batch, limits)?;
            if let Ok(mut done) = done.lock() {
                done.push((at, facts));
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(THREADS_MAX).min(batches.len());
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for thread in running {
            match thread.join() {
                Ok(result) => result?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok::<(), GitError>(())
    })?;
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().flat_map(|(_, facts)| facts).collect())
}

fn read(repo: &Repo, batch: &[Wanted<'_>], limits: &Limits) -> Result<Vec<Facts>, GitError> {
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
        code::facts(it.language, &text, &bounds)
    });
    Ok(facts.collect())
}
