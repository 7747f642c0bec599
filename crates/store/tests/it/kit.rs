//! What the tests share: a store in a directory of its own, drafts, and the database opened behind the store's back.

use std::path::Path;

use ledger::event::{Decided, Event, Stamp};
use ledger::ids::RunId;
use ledger::journal::{Draft, Journal};
use rusqlite::Connection;
use store::{Meta, Pen, Store};
use tempfile::TempDir;

pub(crate) struct Kit {
    pub(crate) dir: TempDir,
    pub(crate) store: Store,
}

impl Kit {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        Self { dir, store }
    }

    /// With a run of this name.
    pub(crate) fn with(name: &str) -> Self {
        let kit = Self::new();
        kit.store.create_run(&run(name), &Meta::default()).unwrap();
        kit
    }

    pub(crate) fn journal(&self, name: &str) -> Journal<Pen> {
        journal(&self.store, name)
    }

    /// A run with so many lines, whose driver has gone.
    pub(crate) fn written(name: &str, count: u64) -> Self {
        let kit = Self::with(name);
        let mut journal = kit.journal(name);
        for at in 0..count {
            let _ = journal.append(vec![note(at, "a line")]).unwrap();
        }
        kit
    }
}

/// The database, without the store in between.
pub(crate) fn raw(dir: &Path) -> Connection {
    Connection::open(dir.join("ledger.db")).unwrap()
}

pub(crate) fn journal(store: &Store, name: &str) -> Journal<Pen> {
    let claim = store.claim(&run(name)).unwrap();
    claim.journal(run(name))
}

pub(crate) fn run(name: &str) -> RunId {
    RunId::new(name).unwrap()
}

pub(crate) fn note(at_ms: u64, text: &str) -> Draft {
    Draft {
        stamp: Stamp {
            at_ms,
            mono_ms: at_ms,
            task: None,
        },
        event: Event::Decided(Decided::Noted {
            kind: "test".into(),
            text: text.into(),
        }),
    }
}
