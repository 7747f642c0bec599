//! What may be asked of the disk before anything is decided: a closed list of read-only look-ups. No process is started.

use std::fs;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use ledger::facts::{Fact, PathFact, PathKind, Question};
use ledger::ids::{Hash, RelPath, TaskId};

use super::Workshop;
use crate::files::Limits;
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
            Ok(place) => facts_of(&place.repo.root, questions),
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
        standing(&place.repo.root, path, bytes_max)
    }
}

/// Answers questions about a folder that need not be a worktree.
#[must_use]
pub fn facts_of(root: &Path, questions: &[Question]) -> Vec<Fact> {
    questions
        .iter()
        .map(|question| fact(root, question))
        .collect()
}

fn unknown(question: &Question, why: &str) -> Fact {
    Fact::Unknown {
        question: question.clone(),
        why: why.to_owned(),
    }
}

fn fact(root: &Path, question: &Question) -> Fact {
    match question {
        Question::Path(path) => Fact::Path {
            asked: path.clone(),
            found: found(root, path, Limits::default().file_bytes_max),
        },
        Question::Branch => match Repo::discover(root).and_then(|repo| repo.head()) {
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
    let fact = found(root, path.as_str(), 0);
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
            if fact.bytes > bytes_max {
                return Standing::TooLarge(fact.bytes);
            }
            match fs::read(root.join(resolved.as_str())) {
                Err(_) => Standing::Special,
                Ok(bytes) => match String::from_utf8(bytes) {
                    Ok(text) if !text.contains('\0') => Standing::Text(text),
                    Ok(_) | Err(_) => Standing::NotText,
                },
            }
        }
    }
}

/// Whether every name on the way is spelled as the disk spells it.
fn exact(root: &Path, path: &RelPath) -> bool {
    let mut at = root.to_owned();
    for name in path.as_str().split('/') {
        let listed = fs::read_dir(&at)
            .is_ok_and(|mut entries| entries.any(|it| it.is_ok_and(|it| it.file_name() == name)));
        if !listed {
            return false;
        }
        at.push(name);
    }
    true
}

/// Follows a path as the proposer wrote it, one name after the other, and never opens what is outside.
fn found(root: &Path, asked: &str, digest_bytes_max: u64) -> PathFact {
    let nothing = |kind: PathKind, through_link: bool| PathFact {
        resolved: None,
        kind,
        through_link,
        hard_linked: false,
        digest: None,
        bytes: 0,
    };
    if asked.contains('\0') {
        return nothing(PathKind::Outside, false);
    }
    let mut todo: Vec<std::ffi::OsString> = Vec::new();
    let below = Path::new(asked);
    let below = match below.strip_prefix(root) {
        Ok(below) => below.to_owned(),
        Err(_) if below.is_absolute() => return nothing(PathKind::Outside, false),
        Err(_) => below.to_owned(),
    };
    if !push(&below, &mut todo) {
        return nothing(PathKind::Outside, false);
    }
    let mut at: Vec<std::ffi::OsString> = Vec::new();
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
        let path = joined(root, &at);
        match fs::symlink_metadata(&path) {
            Ok(meta) if meta.file_type().is_symlink() => {
                hops = hops.saturating_add(1);
                at.pop();
                let target = fs::read_link(&path).unwrap_or_default();
                let inside = target.strip_prefix(root).map(Path::to_owned);
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
            Ok(_) => {}
            Err(_) => absent = true,
        }
    }
    let mut fact = standing_at(root, &at, digest_bytes_max, absent);
    fact.through_link = hops > 0;
    fact
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

fn joined(root: &Path, names: &[std::ffi::OsString]) -> PathBuf {
    names
        .iter()
        .fold(root.to_owned(), |path, name| path.join(name))
}

fn standing_at(
    root: &Path,
    names: &[std::ffi::OsString],
    digest_bytes_max: u64,
    absent: bool,
) -> PathFact {
    let text: Option<Vec<&str>> = names.iter().map(|it| it.to_str()).collect();
    let resolved = text.and_then(|it| RelPath::new(&it.join("/")).ok());
    let path = joined(root, names);
    let mut fact = PathFact {
        kind: PathKind::Absent,
        through_link: false,
        hard_linked: false,
        digest: None,
        bytes: 0,
        resolved,
    };
    if absent {
        return fact;
    }
    let Ok(meta) = fs::symlink_metadata(&path) else {
        return fact;
    };
    if meta.is_dir() {
        fact.kind = PathKind::Directory;
    } else if meta.is_file() && fact.resolved.is_some() {
        fact.kind = PathKind::File;
        fact.bytes = meta.len();
        fact.hard_linked = links(&meta) > 1;
        fact.digest = digest(&path, digest_bytes_max);
    } else {
        fact.kind = PathKind::Special;
    }
    fact
}

#[cfg(unix)]
fn links(meta: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    meta.nlink()
}

#[cfg(not(unix))]
fn links(_: &fs::Metadata) -> u64 {
    1
}

fn digest(path: &Path, bytes_max: u64) -> Option<Hash> {
    let file = fs::File::open(path).ok()?;
    let mut bytes = Vec::new();
    file.take(bytes_max.saturating_add(1))
        .read_to_end(&mut bytes)
        .ok()?;
    (u64::try_from(bytes.len()).ok()? <= bytes_max).then(|| Hash::of(&bytes))
}
