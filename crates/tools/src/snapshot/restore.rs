//! Making the files of a worktree those of another tree, without touching git's index.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use ledger::ids::GitId;
use rustix::fs::{AtFlags, Mode as Permissions, OFlags, openat, renameat, symlinkat, unlinkat};
use rustix::io::Errno;

use super::leaf::{Leaf, Mode};
use super::object::Id;
use super::tree::Tree;
use super::{SnapshotError, convert};
use crate::files::Root;
use crate::git::{Attributes, Difference, GitError, Repo, held_name};

/// One path that differs.
struct Step {
    path: Vec<u8>,
    /// Mode and blob to put there; `None`: nothing.
    put: Option<(Mode, Id)>,
    /// How it differs, as git writes it.
    kind: char,
}

/// Brings the files from one tree to another, and what is known of them. What could not be done shows in the next scan.
/// Says what differs.
pub(super) fn apply(
    (repo, root): (&Repo, &Root),
    (from, to): (&GitId, &GitId),
    tree: &mut Tree,
) -> Result<Vec<(String, char)>, SnapshotError> {
    let differences = repo.differences(from, to)?.into_iter();
    let steps: Option<Vec<Step>> = differences.map(step).collect();
    let steps = steps.ok_or_else(|| GitError::Unexpected("diff-tree".to_owned()))?;
    for step in steps.iter().filter(|it| it.put.is_none()) {
        // First everything goes that has to: a folder may stand where a file must.
        take(root, &step.path);
        tree.remove(&step.path);
    }
    for step in &steps {
        if let Some((mode, id)) = step.put {
            let leaf = Leaf {
                mode,
                id,
                stat: None,
                seen: 0,
                own: false,
            };
            tree.set(&step.path, leaf);
        }
    }
    // What says how files are shown stands before them.
    let puts = steps.iter().filter_map(|it| Some((&*it.path, it.put?)));
    let (first, others): (Vec<Put<'_>>, Vec<Put<'_>>) =
        puts.partition(|(path, _)| path.ends_with(Attributes::NAME.as_bytes()));
    put_all((repo, root), &first, &Attributes::default())?;
    put_all(
        (repo, root),
        &others,
        &convert::attributes(repo, root, tree)?,
    )?;
    let told = |it: Step| (held_name(&it.path), it.kind);
    Ok(steps.into_iter().map(told).collect())
}

/// A path, and what is to be there.
type Put<'a> = (&'a [u8], (Mode, Id));

/// Puts files and links in their places.
fn put_all(
    (repo, root): (&Repo, &Root),
    puts: &[Put<'_>],
    attributes: &Attributes,
) -> Result<(), SnapshotError> {
    let puts = puts.iter().filter(|(_, (mode, _))| *mode != Mode::Module);
    let puts: Vec<&Put<'_>> = puts.collect();
    let ids: Vec<String> = puts.iter().map(|(_, (_, id))| id.hex()).collect();
    let mut converted: Vec<Put<'_>> = Vec::new();
    for (it, content) in puts.into_iter().zip(repo.blobs(&ids)?) {
        let (path, (mode, _)) = *it;
        let Some(content) = content else { continue };
        if mode != Mode::Link && attributes.may_convert_out(path, &content) {
            converted.push(*it);
        } else {
            // The scan that follows finds what is not as it should be, and names it.
            let _shown_by_the_scan = put(root, path, mode, &content);
        }
    }
    if converted.is_empty() {
        return Ok(());
    }
    let wanted: Vec<(&[u8], Id)> = converted
        .iter()
        .map(|(path, (_, id))| (*path, *id))
        .collect();
    let shown = convert::show((repo, root), &wanted)?;
    for ((path, (mode, _)), content) in converted.into_iter().zip(shown) {
        if let Some(content) = content {
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

/// `None` for what is no blob and no link to another repository.
fn step(it: Difference) -> Option<Step> {
    let put = it
        .new
        .map(|held| Some((Mode::parse(&held.mode)?, Id::parse(held.id.as_str())?)));
    let put = match put {
        Some(put) => Some(put?),
        None => None,
    };
    Some(Step {
        path: it.path,
        put,
        kind: it.kind,
    })
}
