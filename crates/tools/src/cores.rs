//! The same work for many things, on as many threads as there are cores. Answers keep the order of what they answer, so
//! that nothing depends on which thread was faster.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Threads at most.
const THREADS_MAX: usize = 16;

/// Works through items in batches of a size; one answer for each batch, in order.
pub fn in_batches<'t, T: Sync, R: Send>(
    items: &'t [T],
    size: usize,
    work: impl Fn(&'t [T]) -> R + Sync,
) -> Vec<R> {
    on_threads(cores(), items, size, work)
}

/// The same for work of which each batch first waits for another process: one thread more than there are cores, so that
/// none stands idle meanwhile.
pub(crate) fn in_batches_that_wait<T: Sync, R: Send>(
    items: &[T],
    size: usize,
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    on_threads(cores().saturating_add(1), items, size, work)
}

fn cores() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.min(THREADS_MAX)
}

fn on_threads<'t, T: Sync, R: Send>(
    threads: usize,
    items: &'t [T],
    size: usize,
    work: impl Fn(&'t [T]) -> R + Sync,
) -> Vec<R> {
    let batches: Vec<&[T]> = items.chunks(size.max(1)).collect();
    let next = AtomicUsize::new(0);
    let take = || {
        let at = next.fetch_add(1, Ordering::Relaxed);
        Some((at, *batches.get(at)?))
    };
    let run = || {
        let mut done: Vec<(usize, R)> = Vec::new();
        while let Some((at, batch)) = take() {
            done.push((at, work(batch)));
        }
        done
    };
    let threads = threads.min(batches.len());
    let mut done = match threads {
        0 | 1 => run(),
        _ => thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
            let ended = running.into_iter().map(thread::ScopedJoinHandle::join);
            let done = ended.map(|it| it.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            done.flatten().collect()
        }),
    };
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, answer)| answer).collect()
}
