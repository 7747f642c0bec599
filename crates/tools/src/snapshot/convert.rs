//! Files whose content git converts, gathered during a scan and stored all at once: one process for all of them, and none
//! where nothing is converted.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;

use super::leaf::{Leaf, Mode, Stat};
use super::object::Id;
use super::stage::Stage;
use super::tree::Tree;
use super::{SnapshotError, stage};
use crate::files::Root;
use crate::git::{Attributes, GitError, Repo, Source, held_name};

/// Bytes of an attribute file that are read.
const ATTRIBUTES_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// Bytes of a file that a filter takes in: what is stored of it is mostly small.
pub(super) const OPAQUE_BYTES_MAX: u64 = 2 << 30;

/// How a repository wants files to be looked at.
#[derive(Debug)]
pub(super) struct Habits {
    /// What is converted.
    pub(super) attributes: Attributes,
    /// Whether the disk tells programs from other files.
    pub(super) has_modes: bool,
    /// Whether the disk has symbolic links.
    pub(super) has_links: bool,
}

impl Habits {
    /// As the worktree and the configuration say now.
    pub(super) fn read(repo: &Repo, root: &Root, tree: &Tree) -> Result<Self, GitError> {
        let config = repo.config()?;
        Ok(Self {
            attributes: attributes(repo, root, tree)?,
            has_modes: config.switch("core.filemode") != Some(false),
            has_links: config.switch("core.symlinks") != Some(false),
        })
    }

    /// The mode of what stands there, given what was known of it: where the disk can't tell, that stays.
    pub(super) fn mode(&self, now: Mode, known: Option<Mode>) -> Mode {
        match (now, known) {
            (Mode::File | Mode::Program, Some(Mode::Link)) if !self.has_links => Mode::Link,
            (Mode::File | Mode::Program, Some(known @ (Mode::File | Mode::Program)))
                if !self.has_modes =>
            {
                known
            }
            (Mode::Program, None) if !self.has_modes => Mode::File,
            (now, _) => now,
        }
    }
}

/// What the attribute files in a worktree say, in the folders in which a tree has some.
pub(super) fn attributes(repo: &Repo, root: &Root, tree: &Tree) -> Result<Attributes, GitError> {
    let folders = tree.folders_with(Attributes::NAME.as_bytes());
    let source = |folder: Vec<u8>| {
        let file = below(&folder, Attributes::NAME.as_bytes());
        let text = on_disk(root, &file)?;
        Some(Source {
            folder,
            shown: held_name(&file),
            text,
            is_of_tree: true,
        })
    };
    Attributes::new(repo, folders.into_iter().filter_map(source).collect())
}

/// What a checkout shows of these blobs at these paths; `None` where git can't convert one.
pub(super) fn show(
    (repo, root): (&Repo, &Root),
    wanted: &[(&[u8], Id)],
) -> Result<Vec<Option<Vec<u8>>>, SnapshotError> {
    let stage = Stage::new(repo)?;
    stage.lay_attributes(wanted.iter().map(|(path, _)| *path), |file| {
        on_disk(root, file)
    })?;
    stage.show(wanted)
}

/// A file that waits for git.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) path: Vec<u8>,
    pub(super) mode: Mode,
    pub(super) stat: Option<Stat>,
    pub(super) known: Option<Leaf>,
    /// Its bytes have nothing in common with what is stored.
    pub(super) is_opaque: bool,
}

/// What git makes of them, in their order: what is stored of each, or why nothing can be.
pub(super) fn store(
    (repo, root): (&Repo, &Root),
    stage: &Stage<'_>,
    pending: &[Pending],
) -> Result<Vec<Result<Id, stage::Unfit>>, SnapshotError> {
    let paths = || pending.iter().map(|it| it.path.as_slice());
    stage.lay_attributes(paths(), |file| on_disk(root, file))?;
    let wanted: Vec<stage::Wanted> = pending
        .iter()
        .map(|it| (it.path.clone(), it.known.map(|leaf| (leaf.mode, leaf.id))))
        .collect();
    let mut stored = stage.store(&wanted)?;
    // A file that nobody touched may be stored in a form that its own rules would not give it: then git would store it
    // anew at the first chance. Whoever did not touch it does not want that.
    let doubtful: Vec<(usize, &Pending, Id)> = pending
        .iter()
        .enumerate()
        .filter_map(|(at, it)| {
            let known = it.known.filter(|leaf| !leaf.own && leaf.mode == it.mode)?;
            let differs = stored.get(at)?.as_ref().is_ok_and(|id| *id != known.id);
            let may_be_untouched = !it.is_opaque || known.stat.is_none();
            (differs && may_be_untouched).then_some((at, it, known.id))
        })
        .collect();
    if doubtful.is_empty() {
        return Ok(stored);
    }
    let untouched: Vec<(&[u8], Id)> = doubtful
        .iter()
        .map(|(_, it, id)| (it.path.as_slice(), *id))
        .collect();
    let shown = show((repo, root), &untouched)?;
    for ((at, it, id), shown) in doubtful.iter().zip(shown) {
        let same = shown.is_some_and(|shown| stage.holds(&it.path, &shown));
        if let Some(slot) = stored.get_mut(*at).filter(|_| same) {
            *slot = Ok(*id);
        }
    }
    Ok(stored)
}

/// A small file of the worktree.
fn on_disk(root: &Root, path: &[u8]) -> Option<Vec<u8>> {
    let file: File = root.read_raw(OsStr::from_bytes(path)).ok()?;
    file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let mut text = Vec::new();
    file.take(ATTRIBUTES_BYTES_MAX)
        .read_to_end(&mut text)
        .ok()?;
    Some(text)
}

fn below(folder: &[u8], name: &[u8]) -> Vec<u8> {
    match folder {
        b"" => name.to_vec(),
        folder => [folder, b"/", name].concat(),
    }
}
