//! Following a path name by name, and what is at its end; nothing outside is opened.

use std::ffi::OsString;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};

use ledger::facts::{PathFact, PathKind};
use ledger::ids::{Hash, RelPath};
use rustix::fs::FileType;
use rustix::io::Errno;

use super::Top;

/// Links that are followed on one path.
const HOPS_MAX: usize = 32;

/// Follows a path as the proposer wrote it, one name after the other, and never opens what is outside.
pub(super) fn found(root: Top<'_>, asked: &str, digest_bytes_max: u64) -> PathFact {
    if asked.contains('\0') {
        return nothing(PathKind::Outside, false);
    }
    let mut todo: Vec<OsString> = Vec::new();
    let below = Path::new(asked);
    let below = match below.strip_prefix(root.path()) {
        Ok(below) => below.to_owned(),
        Err(_) if below.is_absolute() => return outside(below, &[], false),
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
                let above = root.path().join("..");
                return outside(&above, &todo, hops > 0);
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
                (Err(_), true) => return outside(&target, &todo, true),
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

/// Something outside: `from`, and the names that are still to be followed, the first on top. Only where it leads is
/// found out; nothing there is opened.
fn outside(from: &Path, todo: &[OsString], through_link: bool) -> PathFact {
    let path: PathBuf = std::iter::once(from.as_os_str())
        .chain(todo.iter().rev().map(OsString::as_os_str))
        .collect();
    PathFact {
        leads: physical(&path).to_str().map(str::to_owned),
        ..nothing(PathKind::Outside, through_link)
    }
}

/// Where an absolute path leads with all links resolved, as far as anything stands there; the rest is taken as written.
fn physical(path: &Path) -> PathBuf {
    let mut stands = path.to_owned();
    let mut rest: Vec<OsString> = Vec::new();
    loop {
        if let Ok(mut real) = stands.canonicalize() {
            for name in rest.iter().rev() {
                if name == ".." {
                    real.pop();
                } else {
                    real.push(name);
                }
            }
            return real;
        }
        let name = match stands.components().next_back() {
            Some(Component::Normal(name)) => name.to_owned(),
            Some(Component::ParentDir) => "..".into(),
            Some(Component::RootDir | Component::CurDir | Component::Prefix(_)) | None => {
                return path.to_owned();
            }
        };
        rest.push(name);
        if !stands.pop() {
            return path.to_owned();
        }
    }
}

fn nothing(kind: PathKind, through_link: bool) -> PathFact {
    PathFact {
        resolved: None,
        kind,
        through_link,
        hard_linked: false,
        digest: None,
        bytes: 0,
        leads: None,
    }
}

/// Puts the names of a path on the stack, the first on top. An absolute path does not fit.
pub(super) fn push(path: &Path, todo: &mut Vec<std::ffi::OsString>) -> bool {
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
        resolved: text.and_then(|it| RelPath::held(&it.join("/")).ok()),
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
