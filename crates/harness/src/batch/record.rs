//! Which runs were begun for a batch: a small file beside the ledger, so that the same batch goes on where it was.
//!
//! A batch is known by its repository and the path of its file, or by its content where that is no file that stays; its
//! tasks are known by their words. So lines can be added, moved and mended, and what was done stays done.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use ledger::ids::{Hash, RunId};
use ledger::phase::Phase;
use serde::{Deserialize, Serialize};

use super::Broken;
use crate::drive;
use crate::repository::Site;
use crate::runs;

/// Bytes of a record that are read; the oldest lines would be the ones that no longer count.
const RECORD_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// The runs of a batch. As long as it is there, nobody else has it.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    file: File,
    runs: BTreeMap<String, RunId>,
}

/// One line of the file. The last one for a task counts.
#[derive(Debug, Serialize, Deserialize)]
struct Begun {
    task: String,
    run: String,
}

/// What became of a task before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Past {
    /// No run was opened for it.
    None,
    /// Its run waits, or was interrupted.
    Unfinished(RunId),
    /// Its run is merged.
    Done(RunId),
    /// Its run was given up.
    Failed(RunId),
}

/// Why there is no record.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another process has it.
    #[error("this batch is being run by another process")]
    Held,
    /// The file can't be used.
    #[error("`{}` can't be used", .path.display())]
    Disk {
        /// Which.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

impl Record {
    /// The record of the batch in this file; `content` stands for a file that does not stay, such as standard input.
    ///
    /// # Errors
    /// [`Error`].
    pub fn open(site: &Site, file: Option<&Path>, content: &[u8]) -> Result<Self, Error> {
        let repository = site.repo.main_root();
        let file = file.filter(|it| it.is_file());
        let name = match file.and_then(|it| it.canonicalize().ok()) {
            Some(path) => Hash::of(path.as_os_str().as_encoded_bytes()),
            None => Hash::chained(&Hash::default(), content),
        };
        let name = Hash::chained(&name, repository.as_os_str().as_encoded_bytes());
        let folder = site.store_dir().join("batches");
        make_dir(&folder).map_err(disk(&folder))?;
        let name: String = name.hex().chars().take(32).collect();
        Self::at(folder.join(format!("{name}.jsonl")))
    }

    fn at(path: PathBuf) -> Result<Self, Error> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(disk(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::Held),
            Err(TryLockError::Error(source)) => return Err(disk(&path)(source)),
        }
        let runs = read(&mut file).map_err(disk(&path))?;
        Ok(Self { path, file, runs })
    }

    /// What became of a task before, as the ledger has it. A run that is not in the ledger never was.
    ///
    /// # Errors
    /// [`Broken`].
    pub fn past(&self, site: &Site, task: &Hash) -> Result<Past, Broken> {
        let Some(run) = self.run_of(task).cloned() else {
            return Ok(Past::None);
        };
        let told = match runs::read(&site.store()?, &run) {
            Err(drive::Error::Store(store::Error::NoSuchRun { .. })) => return Ok(Past::None),
            told => told?,
        };
        let ended = told.state.ended.as_ref().map(|it| it.0 == Phase::Done);
        Ok(match ended {
            _ if told.state.opened.is_none() => Past::None,
            Some(true) => Past::Done(run),
            Some(false) => Past::Failed(run),
            None => Past::Unfinished(run),
        })
    }

    fn run_of(&self, task: &Hash) -> Option<&RunId> {
        self.runs.get(&task.hex())
    }

    /// Remembers the run of a task. Durable when it returns.
    ///
    /// # Errors
    /// [`Error::Disk`]; then the run is not to be driven, for nobody would find it again.
    pub fn begun(&mut self, task: &Hash, run: &RunId) -> Result<(), Error> {
        let begun = Begun {
            task: task.hex(),
            run: run.to_string(),
        };
        let line = serde_json::to_string(&begun).unwrap_or_default() + "\n";
        let written = self.file.write_all(line.as_bytes());
        written
            .and_then(|()| self.file.sync_data())
            .map_err(disk(&self.path))?;
        self.runs.insert(begun.task, run.clone());
        Ok(())
    }
}

/// Whole lines count. Behind one that a crash cut off a new one begins.
fn read(file: &mut File) -> std::io::Result<BTreeMap<String, RunId>> {
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(RECORD_BYTES_MAX)))?;
    let mut bytes = Vec::new();
    file.take(RECORD_BYTES_MAX).read_to_end(&mut bytes)?;
    if bytes.last().is_some_and(|it| *it != b'\n') {
        file.write_all(b"\n")?;
    }
    let lines = bytes.split(|it| *it == b'\n');
    let begun = lines.filter_map(|it| serde_json::from_slice::<Begun>(it).ok());
    Ok(begun
        .filter_map(|it| Some((it.task, RunId::new(it.run).ok()?)))
        .collect())
}

/// For its owner only, as all that stands beside the ledger.
fn make_dir(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

fn disk(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
    move |source| Error::Disk {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(name: &str) -> RunId {
        RunId::new(name).expect("a name")
    }

    #[test]
    fn what_was_begun_is_known_after_a_crash_in_the_middle_of_a_line() {
        let room = tempfile::tempdir().expect("a folder");
        let path = room.path().join("batch.jsonl");
        let (a, b) = (Hash::of(b"a"), Hash::of(b"b"));
        let mut record = Record::at(path.clone()).expect("a record");
        record.begun(&a, &run("first")).expect("written");
        record.begun(&b, &run("second")).expect("written");
        record.begun(&a, &run("third")).expect("written");
        drop(record);
        let whole = std::fs::read_to_string(&path).expect("a file");
        let cut = whole.trim_end().len() - 3;
        std::fs::write(&path, &whole[..cut]).expect("a file");
        let mut record = Record::at(path.clone()).expect("a record");
        assert_eq!(record.run_of(&a), Some(&run("first")));
        record.begun(&a, &run("fourth")).expect("written");
        drop(record);
        let record = Record::at(path).expect("a record");
        assert_eq!(record.run_of(&a), Some(&run("fourth")));
        assert_eq!(record.run_of(&b), Some(&run("second")));
    }

    #[test]
    fn one_process_has_it_at_a_time() {
        let room = tempfile::tempdir().expect("a folder");
        let path = room.path().join("batch.jsonl");
        let first = Record::at(path.clone()).expect("a record");
        assert!(matches!(Record::at(path.clone()), Err(Error::Held)));
        drop(first);
        assert!(Record::at(path).is_ok());
    }
}
