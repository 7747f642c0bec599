//! The hot path: lines become durable, with the blobs that waited for them, in one transaction that costs one sync.

use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::{Broken, Disk, Head, Row};
use ledger::wire::v1;
use rusqlite::{OptionalExtension as _, Transaction, params};

use crate::base::Base;
use crate::blob::{self, Blobs};
use crate::claim::Lock;
use crate::error::Error;
use crate::heads::Mark;
use crate::limits::LINE_BYTES_MAX;
use crate::lines::key;

/// Writes the lines of one claimed run. Made by [`crate::Store::claim`]; holds the run's lock while it lives.
#[derive(Debug)]
pub struct Pen {
    base: Base,
    blobs: Blobs,
    run: RunId,
    run_no: u64,
    mark: Mark,
    _lock: Lock,
}

impl Pen {
    pub(crate) fn new(
        (base, blobs): (Base, Blobs),
        (run, run_no): (RunId, u64),
        mark: Mark,
        lock: Lock,
    ) -> Self {
        Self {
            base,
            blobs,
            run,
            run_no,
            mark,
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
        if let Some(first) = rows.first()
            && first.hash != v1::chain(&head.hash, &first.bytes)
        {
            let (run, seq) = (run.clone(), first.seq);
            return Err(Broken::OutOfOrder { run, seq });
        }
        for row in rows {
            if row.seq != head.seq.next() {
                let (run, seq) = (run.clone(), row.seq);
                return Err(Broken::OutOfOrder { run, seq });
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
        let blobs = self.blobs.waiting();
        self.base.write(|tx| {
            blob::write_rows(tx, &blobs)?;
            self.append(tx, run, epoch, rows)
        })?;
        self.blobs.written(&blobs);
        if let Some(last) = rows.last() {
            self.mark.leave(Head {
                seq: last.seq,
                hash: last.hash,
            });
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use ledger::event::{Decided, Event, Stamp};
    use ledger::journal::Draft;

    use super::*;
    use crate::run::Meta;
    use crate::store::Store;

    fn draft(text: &str) -> Draft {
        Draft {
            stamp: Stamp {
                at_ms: 0,
                mono_ms: 0,
                task: None,
            },
            event: Event::Decided(Decided::Noted {
                kind: "test".into(),
                text: text.into(),
            }),
        }
    }

    #[test]
    fn a_full_disk_loses_nothing_that_stood() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let run = RunId::new("r1").unwrap();
        store.create_run(&run, &Meta::default()).unwrap();
        let claim = store.claim(&run).unwrap();
        claim
            .pen
            .base
            .reader()
            .pragma_update(None, "max_page_count", 20)
            .unwrap();
        let mut journal = claim.journal(run.clone());
        let text = "x".repeat(9000);
        let blob = store.blobs().put(b"waits").unwrap();
        let mut stands = 0;
        let broken = loop {
            match journal.append(vec![draft(&text), draft(&text)]) {
                Ok(_) => stands += 2,
                Err(broken) => break broken,
            }
            assert!(stands < 100, "the disk is never full");
        };
        assert!(matches!(broken, Broken::Full(_)), "{broken:?}");
        assert!(stands > 0);
        let verdict = store.verify(&run, &[blob]).unwrap();
        assert!(verdict.is_sound(), "{:?}", verdict.faults);
        assert_eq!(verdict.lines, stands);
    }

    #[test]
    fn a_store_held_by_another_is_said_to_be_locked() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let run = RunId::new("r1").unwrap();
        store.create_run(&run, &Meta::default()).unwrap();
        let claim = store.claim(&run).unwrap();
        let none = std::time::Duration::ZERO;
        claim.pen.base.reader().busy_timeout(none).unwrap();
        let mut journal = claim.journal(run.clone());
        let held: Result<(), Error> = store.base.write(|_| {
            let broken = journal.append(vec![draft("x")]).unwrap_err();
            assert!(matches!(broken, Broken::Locked(_)), "{broken:?}");
            Ok(())
        });
        held.unwrap();
    }
}
