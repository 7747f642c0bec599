//! What is written down of the connections of one sandbox: a line for each, and past a number of lines a count.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ledger::connection::{Connected, Connection, MoreConnections};
use ledger::ids::ActId;

use super::host::Target;

/// Refused connections of one command that get a line of their own.
const REFUSED_MAX: u32 = 100;
/// Carried connections of one command that get a line of their own.
const CARRIED_MAX: u32 = 1000;

/// The book of one sandbox.
#[derive(Debug, Default)]
pub(super) struct Book(Mutex<Pages>);

#[derive(Debug, Default)]
struct Pages {
    act: Option<ActId>,
    lines: Vec<Connected>,
    refused: u32,
    carried: u32,
    more: MoreConnections,
    open: BTreeMap<u64, Arc<Entry>>,
    next: u64,
}

/// Which command connected, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knock {
    act: Option<ActId>,
    since: Instant,
}

/// One connection while it lasts.
#[derive(Debug)]
pub(super) struct Entry {
    number: u64,
    act: Option<ActId>,
    since: Instant,
    target: Option<Target>,
    address: Mutex<Option<SocketAddr>>,
    /// Bytes that left.
    pub(super) out: AtomicU64,
    /// Bytes that came in.
    pub(super) came: AtomicU64,
}

impl Book {
    /// Connections belong to this act from now on.
    pub(super) fn begin(&self, act: ActId) {
        let mut pages = self.pages();
        pages.count_up();
        pages.act = Some(act);
        (pages.refused, pages.carried) = (0, 0);
    }

    /// Somebody knocks now.
    pub(super) fn knock(&self) -> Knock {
        Knock {
            act: self.pages().act,
            since: Instant::now(),
        }
    }

    /// A connection is asked for; without a target none could be read.
    pub(super) fn open(&self, knock: Knock, target: Option<&Target>) -> Arc<Entry> {
        let mut pages = self.pages();
        let entry = Arc::new(Entry {
            number: pages.next,
            act: knock.act,
            since: knock.since,
            target: target.cloned(),
            address: Mutex::default(),
            out: AtomicU64::new(0),
            came: AtomicU64::new(0),
        });
        pages.next += 1;
        pages.open.insert(entry.number, Arc::clone(&entry));
        entry
    }

    /// It has ended, or was refused for a reason.
    pub(super) fn close(&self, entry: &Entry, refused: Option<String>) {
        let mut pages = self.pages();
        // At the end of a run it was written down while it still went on.
        if pages.open.remove(&entry.number).is_some() {
            pages.write(entry, refused);
        }
    }

    /// What was written down since the last time.
    pub(super) fn take(&self) -> Vec<Connected> {
        let mut pages = self.pages();
        pages.count_up();
        std::mem::take(&mut pages.lines)
    }

    /// The same, with what still goes on as it stands.
    pub(super) fn take_all(&self) -> Vec<Connected> {
        let mut pages = self.pages();
        for entry in std::mem::take(&mut pages.open).into_values() {
            pages.write(&entry, None);
        }
        pages.count_up();
        std::mem::take(&mut pages.lines)
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pages {
    fn write(&mut self, entry: &Entry, refused: Option<String>) {
        let (out, came) = (
            entry.out.load(Ordering::Relaxed),
            entry.came.load(Ordering::Relaxed),
        );
        let (count, max, further) = match refused {
            Some(_) => (&mut self.refused, REFUSED_MAX, &mut self.more.refused),
            None => (&mut self.carried, CARRIED_MAX, &mut self.more.carried),
        };
        if *count >= max {
            *further += 1;
            self.more.act = entry.act;
            self.more.bytes_out = self.more.bytes_out.saturating_add(out);
            self.more.bytes_in = self.more.bytes_in.saturating_add(came);
            return;
        }
        *count += 1;
        let target = entry.target.as_ref();
        let address = entry.address.lock().unwrap_or_else(PoisonError::into_inner);
        let lasted = entry.since.elapsed().as_millis();
        self.lines.push(Connected::One(Connection {
            act: entry.act,
            host: target.map(|it| it.host.to_string()).unwrap_or_default(),
            port: target.map(|it| it.port).unwrap_or_default(),
            address: address.map(|it| it.ip().to_string()),
            refused,
            bytes_out: out,
            bytes_in: came,
            duration_ms: u64::try_from(lasted).unwrap_or(u64::MAX),
        }));
    }

    /// What was only counted gets its line.
    fn count_up(&mut self) {
        let more = std::mem::take(&mut self.more);
        if more.refused > 0 || more.carried > 0 {
            self.lines.push(Connected::More(more));
        }
    }
}

impl Entry {
    /// Where it was to lead, if that could be read.
    pub(super) fn target(&self) -> Option<&Target> {
        self.target.as_ref()
    }

    /// It leads to this address.
    pub(super) fn leads_to(&self, address: SocketAddr) {
        *self.address.lock().unwrap_or_else(PoisonError::into_inner) = Some(address);
    }
}
