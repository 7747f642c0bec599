//! One connection to the database, set up so that a commit is one sync of disk blocks that are there already.
//!
//! The write-ahead log is made [`WAL_BYTES`] long once, never shortened, and written again from its start after
//! [`Base::tidy`]. Nobody checkpoints inside a commit or on closing.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::error::Error;
use crate::place::{self, Place};
use crate::schema;
use crate::write_ahead_log;

/// How long to wait for another process's transaction.
const BUSY_MAX: Duration = Duration::from_secs(5);

/// Length that the write-ahead log is given before the first commit of a driver.
const WAL_BYTES: u64 = 4 << 20;

/// Pages in the write-ahead log from which on tidying is worth its two syncs.
pub(crate) const TIDY_PAGES: i64 = 256;

/// A few lines of the usual size fit into one page, so most commits touch two; measured against 2, 4 and 16 KiB.
const PAGE_BYTES: u32 = 8192;

/// A connection.
#[derive(Debug)]
pub(crate) struct Base {
    conn: Connection,
}

impl Base {
    /// Opens the database, making it or bringing it to the newest format if need be.
    pub(crate) fn open(place: &Place) -> Result<Self, Error> {
        let path = place.database();
        place::make_file(&path)?;
        let mut conn = connect(&path)?;
        let Some(found) = schema::format(&conn)? else {
            return Err(Error::NotALedger { path });
        };
        if found > schema::FORMAT {
            let known = schema::FORMAT;
            return Err(Error::Newer { found, known });
        }
        if found < schema::FORMAT {
            let _turn = format_turn(place)?;
            if found == 0 {
                // An empty database with a full log is no new ledger, but one whose log SQLite does not read any more.
                // What a new one would write would go over it.
                write_ahead_log::refuse(place)?;
            }
            if schema::format(&conn)? == Some(0) {
                conn.pragma_update(None, "page_size", PAGE_BYTES)?;
                log_ahead(&conn, &path)?;
            }
            schema::migrate(&mut conn)?;
        }
        log_ahead(&conn, &path)?;
        conn.pragma_update(None, "synchronous", "full")?;
        conn.pragma_update(None, "wal_autocheckpoint", 0)?;
        conn.pragma_update(None, "temp_store", "memory")?;
        Ok(Self { conn })
    }

    /// For reading. Writing goes through [`Base::write`].
    pub(crate) fn reader(&self) -> &Connection {
        &self.conn
    }

    /// A number that differs when somebody else has written since.
    pub(crate) fn version(&self) -> Result<i64, Error> {
        let mut query = self.conn.prepare_cached("PRAGMA data_version")?;
        Ok(query.query_one([], |row| row.get(0))?)
    }

    /// Does something durably or not at all.
    pub(crate) fn write<T, E: From<Error>>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let behaviour = TransactionBehavior::Immediate;
        let tx = Transaction::new_unchecked(&self.conn, behaviour).map_err(Error::from)?;
        let out = work(&tx)?;
        tx.commit().map_err(Error::from)?;
        Ok(out)
    }

    /// Does something or not at all, without a sync of its own: the next durable write, whoever's it is, makes it
    /// durable too, for it comes later in the same log. What nothing durable builds upon may be lost.
    pub(crate) fn write_ahead<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.conn.pragma_update(None, "synchronous", "normal")?;
        let out = self.write(work);
        self.conn.pragma_update(None, "synchronous", "full")?;
        out
    }

    /// Gives the write-ahead log its length, so that no commit has to find disk space.
    pub(crate) fn grow_log(&self, wal: &Path) -> Result<(), Error> {
        let length = || std::fs::metadata(wal).map_or(0, |meta| meta.len());
        if length() >= WAL_BYTES {
            return Ok(());
        }
        // Inside a write transaction nobody else appends. SQLite takes zeros for the end of the log.
        self.write(|_| {
            let missing = WAL_BYTES.saturating_sub(length());
            let zeros = vec![0_u8; usize::try_from(missing).unwrap_or(0)];
            let mut file = OpenOptions::new()
                .append(true)
                .open(wal)
                .map_err(Error::file(wal))?;
            file.write_all(&zeros).map_err(Error::file(wal))?;
            file.sync_all().map_err(Error::file(wal))
        })
    }

    /// What SQLite finds wrong with the database, at most so many things.
    pub(crate) fn integrity(&self, count_max: usize) -> Result<Vec<String>, Error> {
        let sql = format!("PRAGMA integrity_check({count_max})");
        let found = self.conn.prepare(&sql).and_then(|mut query| {
            query
                .query_map([], |row| row.get(0))?
                .collect::<Result<Vec<String>, _>>()
        });
        match found.map_err(Error::from) {
            Ok(words) => Ok(words.into_iter().filter(|it| it != "ok").collect()),
            Err(Error::Damaged(why) | Error::Sql(why)) => Ok(vec![why.to_string()]),
            Err(error) => Err(error),
        }
    }

    /// Pages in the write-ahead log up to its last commit, as SQLite knows it.
    pub(crate) fn logged(&self) -> Result<u64, Error> {
        let (logged, _) = self.checkpoint("noop")?;
        Ok(u64::try_from(logged).unwrap_or(0))
    }

    /// Moves what is in the write-ahead log into the database, if it is much, and begins the log anew. Waits for
    /// nobody: with a reader in the way, the next time does it.
    pub(crate) fn tidy(&self, pages_min: i64) -> Result<(), Error> {
        let (logged, _) = self.checkpoint("noop")?;
        if logged < pages_min {
            return Ok(());
        }
        let (logged, moved) = self.checkpoint("passive")?;
        if moved < logged {
            return Ok(());
        }
        // The first commit into a log begun anew syncs twice: let it be this one. It leaves the format as it is, which
        // may be newer by now than this program.
        self.touch()
    }

    /// Writes something durably that changes nothing.
    pub(crate) fn touch(&self) -> Result<(), Error> {
        self.write(|tx| {
            let format: i64 = tx.pragma_query_one(None, "user_version")?;
            tx.pragma_update(None, "user_version", format)
                .map_err(Error::from)
        })
    }

    /// Pages in the log, and how many of them are in the database by now.
    fn checkpoint(&self, mode: &str) -> Result<(i64, i64), Error> {
        let sql = format!("PRAGMA wal_checkpoint({mode})");
        Ok(self
            .conn
            .query_one(&sql, [], |row| Ok((row.get(1)?, row.get(2)?)))?)
    }
}

fn connect(path: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(BUSY_MAX)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.set_prepared_statement_cache_capacity(32);
    Ok(conn)
}

/// Two processes that find no ledger make one, not two halves: waits for its turn until the file is dropped.
fn format_turn(place: &Place) -> Result<File, Error> {
    let path = place.room("locks")?.join("format.lock");
    let file = place::lock_file(&path)?;
    let start = Instant::now();
    while let Err(error) = file.try_lock() {
        if start.elapsed() > BUSY_MAX {
            return Err(Error::file(path)(error.into()));
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(file)
}

fn log_ahead(conn: &Connection, path: &Path) -> Result<(), Error> {
    let mode: String =
        conn.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    if mode == "wal" {
        Ok(())
    } else {
        Err(Error::NoLog { path: path.into() })
    }
}
