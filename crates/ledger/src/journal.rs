//! The one way in which an event becomes a durable line, and the proof that it did.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::event::{Event, Stamp};
use crate::ids::{Hash, RunId, Seq};
use crate::wire::v1::{self, Line};

/// Storage of lines. Two kinds exist (SQLite here, PostgreSQL later); both pass one contract test. That one is written
/// gives nobody entries: see [`Seal`].
pub trait Disk {
    /// Makes the rows durable, all or none, as the next lines of their run; refuses them when the epoch is no longer
    /// the newest or the first row does not follow the head.
    ///
    /// # Errors
    /// [`Broken`]: nothing was written, and the driver must end.
    fn commit(&mut self, run: &RunId, epoch: u64, rows: &[Row]) -> Result<(), Broken>;
}

/// One line as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number.
    pub seq: Seq,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its hash in the chain.
    pub hash: Hash,
}

/// Why lines could not be made durable. No line, no deed.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// Another driver took the run.
    #[error("another process took run `{run}` (epoch {found}, ours is {ours})")]
    Fenced {
        /// The run.
        run: RunId,
        /// Our epoch.
        ours: u64,
        /// The newest one.
        found: u64,
    },
    /// The store holds other lines than we thought.
    #[error("line {seq} does not follow the head of run `{run}`")]
    OutOfOrder {
        /// The run.
        run: RunId,
        /// The line.
        seq: Seq,
    },
    /// The disk is full.
    #[error("no space left for the ledger")]
    Full(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Somebody else holds the store too long.
    #[error("the ledger is locked by another process")]
    Locked(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Anything else that the storage said.
    #[error("the ledger could not be written")]
    Storage(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A line that cannot be written down.
    #[error("an event could not be written down")]
    Unwritable(#[source] v1::BadLine),
}

/// An event that waits for its place in the ledger.
#[derive(Debug, Clone)]
pub struct Draft {
    /// When.
    pub stamp: Stamp,
    /// What.
    pub event: Event,
}

/// Proof that a line is durable. Made only by [`Journal::append`]; neither copied nor read back.
#[must_use = "a durable decision that nobody redeems is work left undone"]
pub struct Entry {
    line: Line,
    hash: Hash,
}

impl Entry {
    /// The line.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Its hash in the chain.
    #[must_use]
    pub fn hash(&self) -> Hash {
        self.hash
    }

    pub(crate) fn into_line(self) -> Line {
        self.line
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entry({}#{})", self.line.run, self.line.seq)
    }
}

/// The last line of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Head {
    /// Its number; 0 when there is none.
    pub seq: Seq,
    /// Its hash; zeros when there is none.
    pub hash: Hash,
}

/// The pen of one driver: appends to one run, in one epoch.
#[derive(Debug)]
pub struct Journal<D> {
    disk: D,
    run: RunId,
    epoch: u64,
    head: Head,
}

/// What a storage shows to begin a [`Journal`]. There is one in a process, and the first who asks has it: the store takes it
/// before it opens anything, and opens nothing where somebody else was first. So an [`Entry`] of a storage that only says
/// that a line is durable can't exist beside a store that works.
#[derive(Debug)]
pub struct Seal(());

/// Whether somebody has it.
static TAKEN: AtomicBool = AtomicBool::new(false);

impl Seal {
    /// Takes the one seal of this process; `None` where somebody has it.
    #[must_use]
    pub fn take() -> Option<Self> {
        (!TAKEN.swap(true, Ordering::AcqRel)).then_some(Self(()))
    }
}

impl<D: Disk> Journal<D> {
    /// Takes up the pen at the head of a run.
    pub fn new(_: &Seal, disk: D, run: RunId, epoch: u64, head: Head) -> Self {
        Self {
            disk,
            run,
            epoch,
            head,
        }
    }

    /// The last durable line.
    #[must_use]
    pub fn head(&self) -> Head {
        self.head
    }

    /// The run.
    #[must_use]
    pub fn run(&self) -> &RunId {
        &self.run
    }

    /// Makes the drafts the next lines of the run, all or none.
    ///
    /// # Errors
    /// [`Broken`]: none of them stands, and this journal is not to be used again.
    pub fn append(&mut self, drafts: Vec<Draft>) -> Result<Vec<Entry>, Broken> {
        let mut head = self.head;
        let mut rows = Vec::with_capacity(drafts.len());
        let mut entries = Vec::with_capacity(drafts.len());
        for draft in drafts {
            let line = Line {
                v: 1,
                run: self.run.clone(),
                seq: head.seq.next(),
                epoch: self.epoch,
                stamp: draft.stamp,
                event: draft.event,
            };
            let bytes = v1::encode(&line).map_err(Broken::Unwritable)?;
            head = Head {
                seq: line.seq,
                hash: v1::chain(&head.hash, &bytes),
            };
            rows.push(Row {
                seq: head.seq,
                bytes,
                hash: head.hash,
            });
            entries.push(Entry {
                line,
                hash: head.hash,
            });
        }
        self.disk.commit(&self.run, self.epoch, &rows)?;
        self.head = head;
        Ok(entries)
    }
}
