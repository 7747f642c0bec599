//! A database of an older format becomes one of the newest, with all that was in it.

use ledger::ids::Seq;
use rusqlite::Connection;
use store::{Accepted, Store};

use crate::deliveries::delivery;
use crate::kit::{Kit, journal, note, raw, run};

/// The first format, as it was released.
const FIRST: &str = "
    CREATE TABLE runs (
        no INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        epoch INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        hash BLOB NOT NULL,
        opened_ms INTEGER NOT NULL,
        repository TEXT NOT NULL,
        target TEXT NOT NULL,
        title TEXT NOT NULL
    ) STRICT;
    CREATE TABLE lines (
        key INTEGER PRIMARY KEY,
        hash BLOB NOT NULL,
        bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE inbox (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        run INTEGER NOT NULL REFERENCES runs (no),
        at_ms INTEGER NOT NULL,
        sender TEXT NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX inbox_run ON inbox (run);
    CREATE TABLE blobs (
        no INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        bytes BLOB NOT NULL
    ) STRICT;
    PRAGMA application_id = 0x496e746c;
    PRAGMA user_version = 1;
";

fn format(conn: &Connection) -> i64 {
    conn.pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap()
}

/// Names and definitions of all that is in a database.
fn things(conn: &Connection) -> Vec<(String, Option<String>)> {
    let sql = "SELECT name, sql FROM sqlite_schema ORDER BY name";
    let mut query = conn.prepare(sql).unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    rows.unwrap().map(Result::unwrap).collect()
}

#[test]
fn a_database_of_the_first_format_becomes_a_new_one() {
    let dir = tempfile::tempdir().unwrap();
    raw(dir.path())
        .execute_batch(&format!(
            "PRAGMA page_size = 8192; PRAGMA journal_mode = wal; BEGIN; {FIRST}
             INSERT INTO runs VALUES (1, 'r1', 0, 0, zeroblob(32), 5, 'repo', 'target', 'title');
             COMMIT;"
        ))
        .unwrap();
    assert_eq!(format(&raw(dir.path())), 1);

    let store = Store::open(dir.path()).unwrap();
    let found = store.run(&run("r1")).unwrap();
    assert_eq!((found.meta.opened_ms, found.head.seq), (5, Seq(0)));
    let _ = journal(&store, "r1").append(vec![note(1, "on")]).unwrap();
    assert_eq!(
        store.accept(&[delivery(1)]).unwrap(),
        [Accepted::New { no: 1 }]
    );

    let new = Kit::new();
    assert_eq!(things(&raw(dir.path())), things(&raw(new.dir.path())));
    assert_eq!(format(&raw(dir.path())), format(&raw(new.dir.path())));
}

#[test]
fn an_older_program_beside_a_newer_one_loses_nothing() {
    let kit = Kit::new();
    kit.store.accept(&[delivery(1)]).unwrap();
    // What a program of the first format writes when it tidies.
    raw(kit.dir.path())
        .pragma_update(None, "user_version", 1)
        .unwrap();
    let store = Store::open(kit.dir.path()).unwrap();
    assert_eq!(store.last_delivery_no().unwrap(), 1);
    assert_eq!(format(&raw(kit.dir.path())), 2);
}

#[test]
fn tidying_leaves_a_newer_format_as_it_is() {
    let kit = Kit::new();
    raw(kit.dir.path())
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let bodies: Vec<_> = (0..600).map(delivery).collect();
    kit.store.accept(&bodies).unwrap();
    kit.store.tidy().unwrap();
    kit.store.try_writing().unwrap();
    assert_eq!(format(&raw(kit.dir.path())), 99);
}
