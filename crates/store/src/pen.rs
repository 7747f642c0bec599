//! The hot path: lines become durable, in one transaction that costs one sync.

use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::{Broken, Disk, Head, Row};
use ledger::wire::v1;
use rusqlite::{OptionalExtension as _, Transaction, params};

use crate::base::Base;
use crate::claim::Lock;
use crate::error::Error;
use crate::limits::LINE_BYTES_MAX;
use crate::lines::key;

/// Writes the lines of one claimed run. Made by [`crate::Store::claim`]; holds the run's lock while it lives.
#[derive(Debug)]
pub struct Pen {
    base: Base,
    run: RunId,
    run_no: u64,
    _lock: Lock,
}

impl Pen {
    pub(crate) fn new(base: Base, run: RunId, run_no: u64, lock: Lock) -> Self {
        Self {
            base,
            run,
            run_no,
            _lock: lock,
        }
    }

    fn append(
        &self,
        tx: &Transaction<'_>,
        run: &RunId,
        epoch: u64,
        rows: &[Row],
    ) -> Result<(), Broken> {
        let (found, mut head) = newest(tx, self.run_no)?.ok_or_else(|| gone(run))?;
        if found != epoch {
            return Err(Broken::Fenced {
                run: run.clone(),
                ours: epoch,
                found,
            });
        }
        let mut insert = tx
            .prepare_cached("INSERT INTO lines (key, hash, bytes) VALUES (?1, ?2, ?3)")
            .map_err(Error::from)?;
        for row in rows {
            // A wrong hash is a line that follows another one than ours.
            if row.seq != head.seq.next() || row.hash != v1::chain(&head.hash, &row.bytes) {
                return Err(Broken::OutOfOrder {
                    run: run.clone(),
                    seq: row.seq,
                });
            }
            insert
                .execute(params![key(self.run_no, row.seq)?, row.hash.0, row.bytes])
                .map_err(Error::from)?;
            head = Head {
                seq: row.seq,
                hash: row.hash,
            };
        }
        tx.prepare_cached("UPDATE runs SET seq = ?2, hash = ?3 WHERE no = ?1")
            .and_then(|mut update| update.execute(params![self.run_no, head.seq.0, head.hash.0]))
            .map_err(Error::from)?;
        Ok(())
    }
}

impl Disk for Pen {
    fn commit(&mut self, run: &RunId, epoch: u64, rows: &[Row]) -> Result<(), Broken> {
        if *run != self.run {
            return Err(gone(run).into());
        }
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            let bytes = row.bytes.len() as u64;
            if bytes > LINE_BYTES_MAX {
                let (what, bytes_max) = ("a line", LINE_BYTES_MAX);
                return Err(Error::TooLarge {
                    what,
                    bytes,
                    bytes_max,
                }
                .into());
            }
        }
        self.base.write(|tx| self.append(tx, run, epoch, rows))
    }
}

/// The newest epoch and the last line of a run.
fn newest(tx: &Transaction<'_>, run_no: u64) -> Result<Option<(u64, Head)>, Error> {
    Ok(tx
        .prepare_cached("SELECT epoch, seq, hash FROM runs WHERE no = ?1")?
        .query_row([run_no], |row| {
            let head = Head {
                seq: Seq(row.get(1)?),
                hash: Hash(row.get(2)?),
            };
            Ok((row.get(0)?, head))
        })
        .optional()?)
}

fn gone(run: &RunId) -> Error {
    Error::NoSuchRun {
        name: run.to_string(),
        near: Vec::new(),
    }
}
