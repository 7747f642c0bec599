//! Whether a run's lines are still what was written: chain, order, epochs, head record, blobs; and whether the files are
//! that hold all runs. Reads everything, changes nothing, and goes on after a fault, so that all are named.

use std::fmt;

use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::{Head, Row};
use ledger::wire::v1;

use crate::error::Error;
use crate::heads;
use crate::store::Store;
use crate::write_ahead_log::{self, Tear};

/// So many faults are named; the rest would be the same news.
const FAULTS_MAX: usize = 100;

/// Lines read at once.
const BATCH: usize = 256;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Lines that were read.
    pub lines: u64,
    /// The head record.
    pub head: Head,
    /// What is wrong, in the order of lines; nothing, if it is as it was written.
    pub faults: Vec<Fault>,
}

impl Verdict {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A line's hash is not that of its bytes after the line before.
    Changed {
        /// The line.
        seq: Seq,
    },
    /// A line's bytes name another line or run.
    Misplaced {
        /// Where it is.
        seq: Seq,
        /// What its bytes say.
        says: String,
    },
    /// A line's bytes are no line.
    Unreadable {
        /// The line.
        seq: Seq,
        /// Why.
        why: String,
    },
    /// Lines are not there.
    Missing {
        /// The first of them.
        from: Seq,
        /// The last of them.
        to: Seq,
    },
    /// A line of an older driver after one of a newer.
    EpochFell {
        /// The line.
        seq: Seq,
        /// Its epoch.
        epoch: u64,
        /// The epoch before it.
        after: u64,
    },
    /// The lines end before the head record, or the last driver, says so.
    CutTail {
        /// The last line.
        last: Seq,
        /// The line that should be the last.
        head: Seq,
    },
    /// The head record is not that of the last line.
    WrongHead {
        /// The last line.
        last: Seq,
        /// The line that the head record names.
        head: Seq,
    },
    /// A line is another one than its driver left as the last: what was there was lost or replaced.
    Replaced {
        /// The line.
        seq: Seq,
    },
    /// A blob that lines refer to is not there.
    MissingBlob {
        /// Its digest.
        hash: Hash,
    },
    /// A blob that lines refer to was changed.
    ChangedBlob {
        /// Its digest.
        hash: Hash,
    },
    /// The database can't be read on from here.
    Torn {
        /// The first line that could not be read.
        from: Seq,
        /// What SQLite said.
        why: String,
    },
    /// The database's file is not in order.
    File {
        /// What SQLite said.
        why: String,
    },
    /// The write-ahead log is not what was written. What comes after that place is not read any more.
    Log(Tear),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed { seq } => {
                write!(
                    f,
                    "line {seq} was changed, or does not follow the one before it"
                )
            }
            Self::Misplaced { seq, says } => write!(f, "line {seq} is another line: {says}"),
            Self::Unreadable { seq, why } => write!(f, "line {seq} can't be read: {why}"),
            Self::Missing { from, to } if from == to => write!(f, "line {from} is missing"),
            Self::Missing { from, to } => write!(f, "lines {from} to {to} are missing"),
            Self::EpochFell { seq, epoch, after } => {
                write!(f, "line {seq} has epoch {epoch}, after epoch {after}")
            }
            Self::CutTail { last, head } => {
                write!(
                    f,
                    "the tail was cut: line {last} is the last, line {head} should be"
                )
            }
            Self::WrongHead { last, head } => write!(
                f,
                "the head record (line {head}) is not that of the last line ({last})"
            ),
            Self::Replaced { seq } => write!(
                f,
                "line {seq} is not the one that was written there first: it was replaced, and others before it may be"
            ),
            Self::MissingBlob { hash } => write!(f, "blob {hash} is missing"),
            Self::ChangedBlob { hash } => write!(f, "blob {hash} was changed"),
            Self::Torn { from, why } => {
                write!(f, "the database can't be read from line {from} on: {why}")
            }
            Self::File { why } => write!(f, "`ledger.db`: {why}"),
            Self::Log(tear) => write!(f, "{tear}"),
        }
    }
}

impl Store {
    /// Checks the files that hold all runs: whether SQLite finds its database in order, and whether the write-ahead log
    /// is whole. SQLite itself leaves out all that was committed after a place in the log that was damaged, the head
    /// records too, so that the lines of a run can look complete without it.
    ///
    /// # Errors
    /// What the system said. What is wrong with the files is a [`Fault`].
    pub fn verify_files(&self) -> Result<Vec<Fault>, Error> {
        let mut faults = Vec::new();
        match write_ahead_log::tear(&self.base, &self.place) {
            Ok(tear) => faults.extend(tear.map(Fault::Log)),
            Err(error @ (Error::Damaged(_) | Error::Sql(_))) => faults.push(Fault::File {
                why: reason(&error),
            }),
            Err(error) => return Err(error),
        }
        let found = self.base.integrity(FAULTS_MAX);
        faults.extend(found?.into_iter().map(|why| Fault::File { why }));
        Ok(faults)
    }

    /// Checks a run: its lines, its head record, and the blobs that the caller found lines to refer to. The files that
    /// hold it are [`Store::verify_files`]'s business.
    ///
    /// # Errors
    /// [`Error::NoSuchRun`], or what SQLite said of anything but the lines. What is wrong with those is a [`Fault`].
    pub fn verify(&self, run: &RunId, blobs: &[Hash]) -> Result<Verdict, Error> {
        let found = self.run(run)?;
        let mut check = Check::new(run, found.epoch);
        let mut batch = BATCH;
        loop {
            let from = check.last.seq.next();
            match self.lines(run, from, batch) {
                Ok(rows) if rows.is_empty() => break,
                Ok(rows) => rows.iter().for_each(|row| check.line(row)),
                // One at a time, to name the line.
                Err(Error::Damaged(_) | Error::Sql(_)) if batch > 1 => batch = 1,
                Err(error @ (Error::Damaged(_) | Error::Sql(_))) => {
                    let why = reason(&error);
                    check.fault(Fault::Torn { from, why });
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        check.head(found.head);
        if let Some(left) = heads::left(&self.place, run)? {
            self.compare(&mut check, found.head, left);
        }
        for hash in blobs {
            match self.blobs().get(hash) {
                Ok(_) => {}
                Err(Error::NoBlob { hash }) => check.fault(Fault::MissingBlob { hash }),
                Err(Error::BadBlob { hash }) => check.fault(Fault::ChangedBlob { hash }),
                Err(error) => return Err(error),
            }
        }
        Ok(Verdict {
            lines: check.lines,
            head: found.head,
            faults: check.faults,
        })
    }
}

impl Store {
    /// Looks at the last line of a run alone: whether it is the one that its head record and its last driver name. It
    /// finds an end that was lost, and costs next to nothing; nobody may drive the run meanwhile.
    ///
    /// # Errors
    /// [`Error::NoSuchRun`], or what SQLite said of anything but the lines.
    pub fn verify_head(&self, run: &RunId) -> Result<Vec<Fault>, Error> {
        let found = self.run(run)?;
        let head = found.head;
        let mut check = Check::new(run, found.epoch);
        check.last = Head {
            seq: Seq(head.seq.0.saturating_sub(1)),
            ..Head::default()
        };
        let from = head.seq.max(Seq(1));
        match self.lines(run, from, 2) {
            Ok(rows) => rows.iter().for_each(|row| {
                check.last = Head {
                    seq: row.seq,
                    hash: row.hash,
                };
            }),
            Err(error @ (Error::Damaged(_) | Error::Sql(_))) => {
                let why = reason(&error);
                check.fault(Fault::Torn { from, why });
                return Ok(check.faults);
            }
            Err(error) => return Err(error),
        }
        check.head(head);
        if let Some(left) = heads::left(&self.place, run)? {
            self.compare(&mut check, head, left);
        }
        Ok(check.faults)
    }

    /// Compares with the last line that a driver left beside the database.
    fn compare(&self, check: &mut Check<'_>, head: Head, left: Head) {
        let (seq, last) = (left.seq, check.last.seq);
        if seq > last {
            if seq > head.seq {
                check.fault(Fault::CutTail { last, head: seq });
            }
            return;
        }
        // A line that can't be read or is not there has its fault already.
        let found = self.lines(check.run, seq, 1).unwrap_or_default();
        let same = |row: &Row| row.seq != seq || row.hash == left.hash;
        if !found.first().is_none_or(same) {
            check.fault(Fault::Replaced { seq });
        }
    }
}

/// A reading under way.
struct Check<'a> {
    run: &'a RunId,
    epoch_max: u64,
    lines: u64,
    /// The line before, as stored.
    last: Head,
    /// Whether the next line can be judged by it.
    linked: bool,
    epoch: u64,
    faults: Vec<Fault>,
}

impl<'a> Check<'a> {
    fn new(run: &'a RunId, epoch_max: u64) -> Self {
        Self {
            run,
            epoch_max,
            lines: 0,
            last: Head::default(),
            linked: true,
            epoch: 0,
            faults: Vec::new(),
        }
    }

    fn fault(&mut self, fault: Fault) {
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(fault);
        }
    }

    fn line(&mut self, row: &Row) {
        let (seq, due) = (row.seq, self.last.seq.next());
        if seq != due {
            let to = Seq(seq.0.saturating_sub(1));
            self.fault(Fault::Missing { from: due, to });
            self.linked = false;
        }
        let placed = self.content(row);
        let follows = !self.linked || row.hash == v1::chain(&self.last.hash, &row.bytes);
        if placed && !follows {
            self.fault(Fault::Changed { seq });
        }
        self.lines += 1;
        // After a line that is not the one meant, the next can't be blamed.
        self.linked = placed;
        self.last = Head {
            seq,
            hash: row.hash,
        };
    }

    /// What the bytes say of themselves; whether they say that they are this line.
    fn content(&mut self, row: &Row) -> bool {
        let seq = row.seq;
        let line = match v1::decode(&row.bytes) {
            Ok(line) => line,
            Err(error) => {
                let why = reason(&error);
                self.fault(Fault::Unreadable { seq, why });
                return true;
            }
        };
        if line.run != *self.run || line.seq != seq {
            let says = format!("its bytes say line {} of run `{}`", line.seq, line.run);
            self.fault(Fault::Misplaced { seq, says });
            return false;
        }
        let after = self.epoch;
        let epoch = line.epoch;
        if epoch < after || epoch > self.epoch_max {
            let after = if epoch < after { after } else { self.epoch_max };
            self.fault(Fault::EpochFell { seq, epoch, after });
        }
        self.epoch = after.max(epoch);
        true
    }

    fn head(&mut self, head: Head) {
        let last = self.last.seq;
        if last < head.seq {
            let head = head.seq;
            self.fault(Fault::CutTail { last, head });
        } else if self.last != head {
            let head = head.seq;
            self.fault(Fault::WrongHead { last, head });
        }
    }
}

/// An error with its causes, in one line.
fn reason(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
