//! Reading lines back, as bytes. Whether they hold is [`crate::verify`]'s business.

use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::Row;
use rusqlite::params;

use crate::error::Error;
use crate::limits::{BATCH_BYTES_MAX, SEQ_MAX};
use crate::store::Store;

/// Where a line is in the table: run number times 2^40 plus line number.
pub(crate) fn key(run_no: u64, seq: Seq) -> Result<i64, Error> {
    let what = "line number";
    let wrong = || Error::OutOfRange {
        what,
        number: seq.0,
    };
    if seq.0 > SEQ_MAX {
        return Err(wrong());
    }
    run_no
        .checked_mul(SEQ_MAX + 1)
        .and_then(|first| first.checked_add(seq.0))
        .and_then(|key| i64::try_from(key).ok())
        .ok_or_else(wrong)
}

/// The line number in a key.
pub(crate) fn seq_of(key: i64) -> Seq {
    Seq(key.cast_unsigned() & SEQ_MAX)
}

impl Store {
    /// Lines of a run in their order, beginning with number `from`: at most `count_max`, and fewer when they are large
    /// ([`BATCH_BYTES_MAX`]). Empty when there are none left.
    ///
    /// # Errors
    /// [`Error::NoSuchRun`], or what SQLite said.
    pub fn lines(&self, run: &RunId, from: Seq, count_max: usize) -> Result<Vec<Row>, Error> {
        let no = self.number(run)?;
        let mut query = self.base.reader().prepare_cached(
            "SELECT key, bytes, hash FROM lines WHERE key BETWEEN ?1 AND ?2 ORDER BY key LIMIT ?3",
        )?;
        let span = (key(no, from)?, key(no, Seq(SEQ_MAX))?);
        let mut found = query.query(params![span.0, span.1, count_max])?;
        let mut rows = Vec::new();
        let mut bytes_left = BATCH_BYTES_MAX;
        while let Some(row) = found.next()? {
            let bytes: Vec<u8> = row.get(1)?;
            let fits = bytes.len() <= bytes_left;
            if !fits && !rows.is_empty() {
                break;
            }
            bytes_left = bytes_left.saturating_sub(bytes.len());
            rows.push(Row {
                seq: seq_of(row.get(0)?),
                bytes,
                hash: Hash(row.get(2)?),
            });
        }
        Ok(rows)
    }
}
