//! What stands at a path of a candidate, with its content.

use std::io::Read as _;
use std::path::PathBuf;

use ledger::facts::PathKind;
use ledger::ids::RelPath;

use super::Top;
use super::follow::found;
use crate::files::Root;

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

pub(super) fn standing_in(root: &Root, path: &RelPath, bytes_max: u64) -> Standing {
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
