//! Tables, and how an older database becomes a newer one. A step, once released, is never edited.

use rusqlite::{Connection, TransactionBehavior};

use crate::error::Error;

/// Marks the file as a ledger (`PRAGMA application_id`): "Intl".
const APPLICATION: i32 = 0x496e_746c;

/// Step `n` leads from format `n` to `n + 1`; the format is `PRAGMA user_version`.
///
/// `lines.key` is run number times 2^40 plus line number: one b-tree, appended to, and rows of a kilobyte or two stay
/// on its leaves (in a `WITHOUT ROWID` table or a second index they would not).
///
/// The second step may be taken twice: a program of the first format that has the database open meanwhile writes its own
/// format into it when it tidies.
const STEPS: [&str; 2] = [
    "
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
",
    "
    CREATE TABLE IF NOT EXISTS deliveries (
        no INTEGER PRIMARY KEY AUTOINCREMENT,
        forge TEXT NOT NULL,
        id TEXT NOT NULL,
        event TEXT NOT NULL,
        received_ms INTEGER NOT NULL,
        UNIQUE (forge, id)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS delivery_bodies (
        no INTEGER PRIMARY KEY REFERENCES deliveries (no),
        headers TEXT NOT NULL,
        deflated INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
",
];

/// The newest format.
pub(crate) const FORMAT: u32 = 2;
const _: () = assert!(STEPS.len() == FORMAT as usize, "one step per format");

/// The format of a database: 0 when it is empty, `None` when somebody has put anything else into it.
pub(crate) fn format(conn: &Connection) -> Result<Option<u32>, Error> {
    // One snapshot: another process may be making it now.
    let tx = conn.unchecked_transaction()?;
    let mark: i32 = tx.pragma_query_one(None, "application_id")?;
    let things: i64 = tx.query_one("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let format = tx.pragma_query_one(None, "user_version")?;
    let ours = mark == APPLICATION || (mark == 0 && things == 0);
    Ok(ours.then_some(format))
}

/// Takes the steps that are missing, all or none.
pub(crate) fn migrate(conn: &mut Connection) -> Result<(), Error> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from: u32 = tx.pragma_query_one(None, "user_version")?;
    for step in STEPS.iter().skip(from as usize) {
        tx.execute_batch(step)?;
    }
    tx.pragma_update(None, "application_id", APPLICATION)?;
    tx.pragma_update(None, "user_version", FORMAT)?;
    Ok(tx.commit()?)
}
