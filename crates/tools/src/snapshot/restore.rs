//! Making the files of a worktree those of another tree, without touching git's index.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use ledger::ids::GitId;
use rustix::fs::{AtFlags, Mode as Permissions, OFlags, openat, renameat, symlinkat, unlinkat};
use rustix::io::Errno;

use super::SnapshotError;
use super::tree::Mode;
use crate::files::Root;
use crate::git::{GitError, Repo};

/// One path that differs.
struct Step {
    path: Vec<u8>,
    /// Mode and blob to put there; `None`: nothing.
    put: Option<(Mode, String)>,
}

/// Brings the files from one tree to another; what could not be done shows in the next scan.
pub(super) fn apply(
    repo: &Repo,
    root: &Root,
    from: &GitId,
    to: &GitId,
) -> Result<(), SnapshotError> {
    let steps = parse(&repo.raw_changes(from, to)?)
        .ok_or_else(|| GitError::Unexpected("diff-tree".to_owned()))?;
    let mut puts = Vec::new();
    for step in &steps {
        match &step.put {
            Some((Mode::Module, _)) => {}
            Some((mode, id)) => puts.push((&step.path, *mode, id.clone())),
            // First everything goes that has to: a folder may stand where a file must.
            None => take(root, &step.path),
        }
    }
    let ids: Vec<String> = puts.iter().map(|(_, _, id)| id.clone()).collect();
    for ((path, mode, _), content) in puts.into_iter().zip(repo.blobs(&ids)?) {
        if let Some(content) = content {
            // The scan that follows finds what is not as it should be, and names it.
            let _shown_by_the_scan = put(root, path, mode, &content);
        }
    }
    Ok(())
}

/// Takes a file away, and the folders that are empty then.
fn take(root: &Root, path: &[u8]) {
    let mut path = Path::new(OsStr::from_bytes(path));
    let mut flags = AtFlags::empty();
    while let Ok((folder, name)) = root.parent_raw(path.as_os_str(), false) {
        if unlinkat(&folder, name, flags).is_err() {
            return;
        }
        flags = AtFlags::REMOVEDIR;
        match path.parent() {
            Some(above) if !above.as_os_str().is_empty() => path = above,
            Some(_) | None => return,
        }
    }
}

/// Puts a file or link in its place in one step.
fn put(root: &Root, path: &[u8], mode: Mode, content: &[u8]) -> Result<(), Errno> {
    let (folder, name) = root.parent_raw(OsStr::from_bytes(path), true)?;
    let staged = format!(".interlock-restore-{}", std::process::id());
    let _from_an_earlier_try = unlinkat(&folder, &staged, AtFlags::empty());
    let permissions = match mode {
        Mode::Link => {
            symlinkat(OsStr::from_bytes(content), &folder, &staged)?;
            return finish(&folder, &staged, name);
        }
        Mode::Program => 0o777,
        Mode::File | Mode::Module => 0o666,
    };
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let file = openat(
        &folder,
        &staged,
        flags,
        Permissions::from_raw_mode(permissions),
    )?;
    let written = File::from(file).write_all(content);
    if written.is_err() {
        let _best_effort = unlinkat(&folder, &staged, AtFlags::empty());
        return Err(Errno::IO);
    }
    finish(&folder, &staged, name)
}

fn finish(folder: &impl std::os::fd::AsFd, staged: &str, name: &OsStr) -> Result<(), Errno> {
    let done = renameat(folder, staged, folder, name);
    if done.is_err() {
        let _best_effort = unlinkat(folder, staged, AtFlags::empty());
    }
    done
}

/// Reads `:<mode> <mode> <id> <id> <status>` and path, each ended by a zero.
fn parse(bytes: &[u8]) -> Option<Vec<Step>> {
    let mut fields = bytes
        .split(|byte| *byte == 0)
        .filter(|field| !field.is_empty());
    let mut steps = Vec::new();
    while let Some(head) = fields.next() {
        let path = fields.next()?.to_vec();
        let head = std::str::from_utf8(head).ok()?.strip_prefix(':')?;
        let parts: Vec<&str> = head.split(' ').collect();
        let [_, mode, _, id, status] = parts.as_slice() else {
            return None;
        };
        let put = match *status {
            "D" => None,
            "A" | "M" | "T" => Some((Mode::parse(mode)?, (*id).to_owned())),
            _ => return None,
        };
        steps.push(Step { path, put });
    }
    Some(steps)
}
