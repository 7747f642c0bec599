//! What may be asked of the disk before anything is decided: a closed list of read-only look-ups. No process is started,
//! but for git, which says what a commit holds.
//!
//! Everything is opened beneath the worktree's folder, one resolved path at a time: what an agent's process puts in its
//! place meanwhile is refused, not followed.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use ledger::facts::{Fact, Question};
use ledger::ids::{RelPath, TaskId};

use rustix::fs::Stat;
use rustix::io::Errno;

use super::Workshop;
use crate::files::{Limits, Root};
use crate::git::{Head, Repo};

mod alike;
mod began;
mod follow;
mod standing;

use follow::found;
use standing::standing_in;
pub use standing::{Folder, Standing};

/// Longest manifest that is looked into, in bytes.
const TEXT_BYTES_MAX: u64 = 64 * 1024;
/// Names of a folder that are looked through for one; of a larger folder it is not known.
const NAMES_MAX: usize = 100_000;
/// Names of a folder that are told.
const NAMES_TOLD_MAX: usize = 256;

impl Workshop {
    /// Answers questions about the worktree of a task.
    #[must_use]
    pub fn facts(&mut self, task: &TaskId, questions: &[Question]) -> Vec<Fact> {
        if questions.is_empty() {
            return Vec::new();
        }
        match self.ready(task) {
            Ok(place) => questions
                .iter()
                .map(|question| match question {
                    Question::InBase(path) => began::in_base(&place.repo, &place.base, path),
                    Question::Path(_)
                    | Question::Branch
                    | Question::Declared
                    | Question::Text(_)
                    | Question::DashedName(_)
                    | Question::Names(_)
                    | Question::Alike(_) => fact(Top::Open(&place.root), question),
                })
                .collect(),
            Err(why) => questions
                .iter()
                .map(|question| unknown(question, &why.text))
                .collect(),
        }
    }

    /// What stands at a path, links followed as long as they stay inside.
    #[must_use]
    pub fn standing(&mut self, task: &TaskId, path: &RelPath, bytes_max: u64) -> Standing {
        let Ok(place) = self.ready(task) else {
            return Standing::Absent;
        };
        standing_in(&place.root, path, bytes_max)
    }
}

/// Answers questions about a folder that need not be a worktree.
#[must_use]
pub fn facts_of(root: &Path, questions: &[Question]) -> Vec<Fact> {
    let all = |top: Top<'_>| questions.iter().map(|it| fact(top, it)).collect();
    match Root::open(root) {
        Ok(root) => all(Top::Open(&root)),
        // Whoever asks about a folder that is not there means paths that are not there.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            all(Top::Absent(root))
        }
        Err(_) => questions
            .iter()
            .map(|question| unknown(question, "the folder can't be opened"))
            .collect(),
    }
}

/// The folder below which everything is looked for.
#[derive(Clone, Copy)]
enum Top<'a> {
    Open(&'a Root),
    Absent(&'a Path),
}

impl Top<'_> {
    fn path(&self) -> &Path {
        match self {
            Top::Open(root) => root.path(),
            Top::Absent(path) => path,
        }
    }

    fn stat(&self, path: &Path) -> Result<Stat, Errno> {
        match self {
            Top::Open(root) => root.stat_raw(path.as_os_str()),
            Top::Absent(_) => Err(Errno::NOENT),
        }
    }

    fn link(&self, path: &Path) -> Result<OsString, Errno> {
        match self {
            Top::Open(root) => root.link_raw(path.as_os_str()),
            Top::Absent(_) => Err(Errno::NOENT),
        }
    }

    fn open(&self, path: &Path) -> Result<File, Errno> {
        match self {
            Top::Open(root) => root.look_raw(path.as_os_str()),
            Top::Absent(_) => Err(Errno::NOENT),
        }
    }
}

fn unknown(question: &Question, why: &str) -> Fact {
    Fact::Unknown {
        question: question.clone(),
        why: why.to_owned(),
    }
}

fn fact(root: Top<'_>, question: &Question) -> Fact {
    match question {
        Question::Path(path) => Fact::Path {
            asked: path.clone(),
            found: found(root, path, Limits::default().file_bytes_max),
        },
        Question::Branch => match Repo::discover(root.path()).and_then(|repo| repo.head()) {
            Ok(Head::Branch(name, _)) => Fact::Branch(Some(name)),
            Ok(Head::Detached(_)) => Fact::Branch(None),
            Err(_) => unknown(question, "the branch can't be told"),
        },
        // What the project declares is found once, when the run is opened, and stands in its first line.
        Question::Declared => Fact::Declared(Vec::new()),
        Question::Text(path) => text(root, path, question),
        Question::DashedName(path) => dashed(root, path, question),
        Question::Names(path) => names(root, path, question),
        Question::InBase(_) => unknown(question, "no work began in this folder"),
        Question::Alike(path) => alike::alike(root, path),
    }
}

/// The names in a folder.
fn names(root: Top<'_>, path: &str, question: &Question) -> Fact {
    let told = |names| Fact::Names {
        asked: path.to_owned(),
        names,
    };
    let Top::Open(root) = root else {
        return told(Vec::new());
    };
    match root.names(OsStr::new(path), NAMES_TOLD_MAX) {
        Ok(names) => told(names),
        // Where no folder is, no name is.
        Err(Errno::NOENT | Errno::NOTDIR) => told(Vec::new()),
        Err(Errno::FBIG) => unknown(question, "it holds more than 256 names"),
        Err(_) => unknown(question, "the folder can't be listed"),
    }
}

/// A name in a folder that begins with a dash.
fn dashed(root: Top<'_>, path: &str, question: &Question) -> Fact {
    let Top::Open(root) = root else {
        return Fact::DashedName {
            asked: path.to_owned(),
            name: None,
        };
    };
    match root.dashed_name(OsStr::new(path), NAMES_MAX) {
        Ok(name) => Fact::DashedName {
            asked: path.to_owned(),
            name,
        },
        // Where no folder is, no name is.
        Err(Errno::NOENT | Errno::NOTDIR) => Fact::DashedName {
            asked: path.to_owned(),
            name: None,
        },
        Err(_) => unknown(question, "the folder can't be listed"),
    }
}

/// What a manifest holds.
fn text(root: Top<'_>, path: &str, question: &Question) -> Fact {
    let Ok(below) = RelPath::new(path) else {
        return unknown(question, "it is no path below the folder");
    };
    let Top::Open(root) = root else {
        return Fact::Text {
            asked: path.to_owned(),
            text: None,
        };
    };
    let text = match standing_in(root, &below, TEXT_BYTES_MAX) {
        Standing::Text(text) => Some(text),
        Standing::Absent => None,
        Standing::Directory
        | Standing::LinkOutside
        | Standing::Special
        | Standing::TooLarge(_)
        | Standing::NotText => return unknown(question, "it is no text of at most 64 KiB"),
    };
    Fact::Text {
        asked: path.to_owned(),
        text,
    }
}

/// What stands at a path below a folder, links followed as long as they stay inside.
#[must_use]
pub fn standing(root: &Path, path: &RelPath, bytes_max: u64) -> Standing {
    match Root::open(root) {
        Ok(root) => standing_in(&root, path, bytes_max),
        Err(_) => Standing::Absent,
    }
}
