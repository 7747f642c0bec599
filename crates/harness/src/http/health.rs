//! What the listener shares with those around it: how it is, how much it has done, and the number of the last delivery, which
//! wakes whoever works on deliveries.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::watch;

use crate::timestamp::now_ms;

/// How the listener is. One for each, shared.
#[derive(Debug)]
pub struct Health {
    accepted: AtomicU64,
    known: AtomicU64,
    refused: AtomicU64,
    waiting: AtomicU64,
    store_works: AtomicBool,
    /// When the store was last seen to work or not.
    store_at_ms: AtomicU64,
    swept_at_ms: AtomicU64,
    last_no: watch::Sender<u64>,
}

/// How much the listener has done since it was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Deliveries that were kept.
    pub accepted: u64,
    /// Deliveries that had been kept before.
    pub known: u64,
    /// Requests that were refused.
    pub refused: u64,
    /// Deliveries that are being read, or wait to become durable.
    pub waiting: u64,
}

/// One more waits while this is there.
pub(super) struct Waiting(Arc<Health>);

impl Health {
    /// Of a listener that is about to start.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            accepted: AtomicU64::new(0),
            known: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            waiting: AtomicU64::new(0),
            store_works: AtomicBool::new(true),
            store_at_ms: AtomicU64::new(0),
            swept_at_ms: AtomicU64::new(0),
            last_no: watch::Sender::new(0),
        })
    }

    /// The number of the last delivery that became durable, and waiting for the next. It is 0 until there was one: what the
    /// store holds from before is to be read without waiting.
    #[must_use]
    pub fn last_no(&self) -> watch::Receiver<u64> {
        self.last_no.subscribe()
    }

    /// How much was done so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts {
            accepted: self.accepted.load(Ordering::Relaxed),
            known: self.known.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
            waiting: self.waiting.load(Ordering::Relaxed),
        }
    }

    /// Says that a forge was looked at for what it did not deliver, and when, in milliseconds since 1970.
    pub fn swept(&self, at_ms: u64) {
        self.swept_at_ms.fetch_max(at_ms, Ordering::Relaxed);
    }

    /// When that was last; `None` before the first time.
    pub(crate) fn swept_at_ms(&self) -> Option<u64> {
        let at_ms = self.swept_at_ms.load(Ordering::Relaxed);
        (at_ms > 0).then_some(at_ms)
    }

    /// Deliveries became durable.
    pub(super) fn kept(&self, new: u64, known: u64, last_no: u64) {
        self.accepted.fetch_add(new, Ordering::Relaxed);
        self.known.fetch_add(known, Ordering::Relaxed);
        self.store(true);
        if new > 0 {
            self.last_no.send_replace(last_no);
        }
    }

    /// Whether the store has just been seen to work.
    pub(super) fn store(&self, works: bool) {
        self.store_works.store(works, Ordering::Relaxed);
        self.store_at_ms.store(now_ms(), Ordering::Relaxed);
    }

    /// Whether the store worked when it was last looked at; `None` when that is longer ago.
    pub(super) fn store_works(&self, age_ms_max: u64) -> Option<bool> {
        let at_ms = self.store_at_ms.load(Ordering::Relaxed);
        let is_new = now_ms().saturating_sub(at_ms) <= age_ms_max;
        is_new.then(|| self.store_works.load(Ordering::Relaxed))
    }

    pub(super) fn refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn one_waits(self: &Arc<Self>) -> Waiting {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(Arc::clone(self))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}
