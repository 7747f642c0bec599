//! What may be asked of the disk before anything is decided: a closed list of read-only look-ups. No process is started.
//!
//! Everything is opened beneath the worktree's folder, one resolved path at a time: what an agent's process puts in its
//! place meanwhile is refused, not followed.

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};

use ledger::facts::{Fact, PathFact, PathKind, Question};
use ledger::ids::{Hash, RelPath, TaskId};

use rustix::fs::{FileType, Stat};
use rustix::io::Errno;

use super::Workshop;
use crate::files::{Limits, Root};
use crate::git::{Head, Repo};

/// Links that are followed on one path.
const HOPS_MAX: usize = 32;

/// What stands at a path of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Absent,
    /// A directory.
    Directory,
    /// A link that leads out of the worktree, or to nothing.
    LinkOutside,
    /// Something that is no file, or can't be read.
    Special,
    /// A file of so many bytes, too large to look into.
    TooLarge(u64),
    /// A file that is no text.
    NotText,
    /// Text.
    Text(String),
}

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
                .map(|question| fact(Top::Open(&place.root), question))
                .collect(),
            Err(_) => questions
                .iter()
                .map(|question| unknown(question, "the worktree is not there"))
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

fn standing_in(root: &Root, path: &RelPath, bytes_max: u64) -> Standing {
    let fact = found(Top::Open(root), path.as_str(), 0);
    match fact.kind {
        PathKind::Absent if fact.through_link => Standing::LinkOutside,
        PathKind::Absent => Standing::Absent,
        PathKind::Directory => Standing::Directory,
        PathKind::Outside => Standing::LinkOutside,
        PathKind::Special => Standing::Special,
        PathKind::File => {
            let Some(resolved) = fact.resolved else {
                return Standing::LinkOutside;
            };
            // The spelling counts, also on a disk that does not care: another machine's does.
            if !fact.through_link && !exact(root, &resolved) {
                return Standing::Absent;
            }
            content(root, &resolved, bytes_max)
        }
    }
}

/// What is in a file that was found.
fn content(root: &Root, path: &RelPath, bytes_max: u64) -> Standing {
    let Ok(file) = root.look_raw(path.as_str().as_ref()) else {
        return Standing::Special;
    };
    let bytes = match file.metadata() {
        Ok(meta) if meta.is_file() => meta.len(),
        Ok(_) | Err(_) => return Standing::Special,
    };
    if bytes > bytes_max {
        return Standing::TooLarge(bytes);
    }
    let mut bytes = Vec::new();
    // It may grow while it is read.
    let read = file
        .take(bytes_max.saturating_add(1))
        .read_to_end(&mut bytes);
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    match read {
        Err(_) => Standing::Special,
        Ok(_) if length > bytes_max => Standing::TooLarge(length),
        Ok(_) => match String::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => Standing::Text(text),
            Ok(_) | Err(_) => Standing::NotText,
        },
    }
}

/// Whether every name on the way is spelled as the disk spells it.
fn exact(root: &Root, path: &RelPath) -> bool {
    let mut at = PathBuf::new();
    for name in path.as_str().split('/') {
        let listed = root
            .names_raw(at.as_os_str())
            .is_ok_and(|names| names.iter().any(|it| it == name));
        if !listed {
            return false;
        }
        at.push(name);
    }
    true
}

/// Follows a path as the proposer wrote it, one name after the other, and never opens what is outside.
fn found(root: Top<'_>, asked: &str, digest_bytes_max: u64) -> PathFact {
    if asked.contains('\0') {
        return nothing(PathKind::Outside, false);
    }
    let mut todo: Vec<OsString> = Vec::new();
    let below = Path::new(asked);
    let below = match below.strip_prefix(root.path()) {
        Ok(below) => below.to_owned(),
        Err(_) if below.is_absolute() => return nothing(PathKind::Outside, false),
        Err(_) => below.to_owned(),
    };
    if !push(&below, &mut todo) {
        return nothing(PathKind::Outside, false);
    }
    let mut at: Vec<OsString> = Vec::new();
    let mut hops = 0_usize;
    let mut absent = false;
    while let Some(name) = todo.pop() {
        if name == ".." {
            if at.pop().is_none() {
                return nothing(PathKind::Outside, hops > 0);
            }
            continue;
        }
        at.push(name);
        let path = joined(&at);
        let is_link = match root.stat(&path) {
            Ok(stat) => FileType::from_raw_mode(stat.st_mode).is_symlink(),
            // What was a folder a moment ago is a link now.
            Err(Errno::LOOP | Errno::XDEV) => return nothing(PathKind::Outside, true),
            Err(_) => {
                absent = true;
                false
            }
        };
        if is_link {
            hops = hops.saturating_add(1);
            at.pop();
            let target = PathBuf::from(root.link(&path).unwrap_or_default());
            let inside = target.strip_prefix(root.path()).map(Path::to_owned);
            let target = match (inside, target.is_absolute()) {
                (Ok(inside), _) => {
                    at.clear();
                    inside
                }
                (Err(_), true) => return nothing(PathKind::Outside, true),
                (Err(_), false) => target,
            };
            if hops > HOPS_MAX || !push(&target, &mut todo) {
                return nothing(PathKind::Special, true);
            }
        }
    }
    let mut fact = standing_at(root, &at, digest_bytes_max, absent);
    fact.through_link = hops > 0;
    fact
}

fn nothing(kind: PathKind, through_link: bool) -> PathFact {
    PathFact {
        resolved: None,
        kind,
        through_link,
        hard_linked: false,
        digest: None,
        bytes: 0,
    }
}

/// Puts the names of a path on the stack, the first on top. An absolute path does not fit.
fn push(path: &Path, todo: &mut Vec<std::ffi::OsString>) -> bool {
    let mut names = Vec::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name.to_owned()),
            Component::ParentDir => names.push("..".into()),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return false,
        }
    }
    todo.extend(names.into_iter().rev());
    true
}

fn joined(names: &[OsString]) -> PathBuf {
    names.iter().collect()
}

fn standing_at(root: Top<'_>, names: &[OsString], digest_bytes_max: u64, absent: bool) -> PathFact {
    let text: Option<Vec<&str>> = names.iter().map(|it| it.to_str()).collect();
    let path = joined(names);
    let mut fact = PathFact {
        resolved: text.and_then(|it| RelPath::new(&it.join("/")).ok()),
        ..nothing(PathKind::Absent, false)
    };
    if absent {
        return fact;
    }
    if names.is_empty() {
        if matches!(root, Top::Open(_)) {
            fact.kind = PathKind::Directory;
        }
        return fact;
    }
    let Ok(stat) = root.stat(&path) else {
        return fact;
    };
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Directory => fact.kind = PathKind::Directory,
        FileType::RegularFile if fact.resolved.is_some() => {
            fact.kind = PathKind::File;
            fact.bytes = u64::try_from(stat.st_size).unwrap_or(0);
            fact.hard_linked = stat.st_nlink > 1;
            digest(root, &path, digest_bytes_max, &mut fact);
        }
        FileType::RegularFile
        | FileType::Symlink
        | FileType::Fifo
        | FileType::Socket
        | FileType::CharacterDevice
        | FileType::BlockDevice
        | FileType::Unknown => fact.kind = PathKind::Special,
    }
    fact
}

/// Adds the digest of a file, with size and number of names of the very file that was read. One that can't be read has
/// none.
fn digest(root: Top<'_>, path: &Path, bytes_max: u64, fact: &mut PathFact) {
    let file = match root.open(path) {
        Ok(file) => file,
        Err(Errno::LOOP | Errno::XDEV) => {
            // It was a file a moment ago.
            fact.kind = PathKind::Special;
            return;
        }
        Err(_) => return,
    };
    let Some(meta) = file.metadata().ok().filter(std::fs::Metadata::is_file) else {
        fact.kind = PathKind::Special;
        return;
    };
    fact.bytes = meta.len();
    fact.hard_linked = meta.nlink() > 1;
    let mut bytes = Vec::new();
    let read = file
        .take(bytes_max.saturating_add(1))
        .read_to_end(&mut bytes);
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    fact.digest = (read.is_ok() && length <= bytes_max).then(|| Hash::of(&bytes));
}
