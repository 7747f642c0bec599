//! The code of a tree, read into facts: what [`code`] says about each file, remembered by the content's name, so that
//! only what is new is parsed.
//!
//! The tree is one of git's: what is read is what is verified, whatever stands on disk by then.

mod memory;
mod parse;

use std::path::Path;

use code::Language;
use code::project::{self, Project};
use ledger::ids::GitId;

use crate::git::{GitError, Repo};
use memory::Memory;
use parse::Wanted;

/// Limits of one reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Files that are read; those beyond, in the order of paths, are not.
    pub files_max: usize,
    /// Bytes of one file; a larger one is known by its path alone.
    pub file_bytes_max: usize,
}

impl Default for Limits {
    /// 400,000 files of 1 MiB.
    fn default() -> Self {
        Self {
            files_max: 400_000,
            file_bytes_max: 1 << 20,
        }
    }
}

/// One file of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) blob: String,
    /// A symbolic link: its content is a path.
    pub(crate) link: bool,
}

/// Reads the code of trees. `memory` is the file where facts are remembered; without one, or where it can't be read,
/// everything is parsed.
///
/// # Errors
/// [`GitError`] when a tree can't be read.
pub fn read(
    repo: &Repo,
    trees: &[&GitId],
    memory: Option<&Path>,
    limits: &Limits,
) -> Result<Vec<Project>, GitError> {
    let mut known = memory.map_or_else(Memory::default, Memory::load);
    let mut projects = Vec::with_capacity(trees.len());
    let mut used = Vec::new();
    for tree in trees {
        let listing = entries(&repo.list_tree(tree)?, limits.files_max);
        projects.push(one(repo, &listing, &mut known, limits)?);
        let (code, _) = sorted(&listing);
        used.extend(code.iter().map(Wanted::key));
    }
    if let Some(path) = memory {
        known.save(path, used);
    }
    Ok(projects)
}

fn one(
    repo: &Repo,
    listing: &[Entry],
    known: &mut Memory,
    limits: &Limits,
) -> Result<Project, GitError> {
    let (code, manifests) = sorted(listing);
    learn(repo, &code, known, limits)?;
    let files = code.iter().filter_map(|it| {
        let facts = known.facts(&it.key())?;
        Some((it.entry.path.clone(), facts))
    });
    let texts = texts(repo, &manifests)?;
    let paths = listing.iter().map(|it| it.path.clone());
    Ok(Project::new(paths, files, &texts))
}

/// Makes the facts of files known: those that are remembered are decoded, the others are read.
fn learn(
    repo: &Repo,
    code: &[Wanted<'_>],
    known: &mut Memory,
    limits: &Limits,
) -> Result<(), GitError> {
    let mut wanted = code.to_vec();
    wanted.retain(|it| known.facts(&it.key()).is_none());
    wanted.sort_by_key(|it| (&it.entry.blob, it.language));
    wanted.dedup_by_key(|it| (&it.entry.blob, it.language));
    let remembered = parse::remembered(known, &wanted);
    let mut missing = Vec::new();
    for (wanted, facts) in wanted.into_iter().zip(remembered) {
        match facts {
            Some(facts) => known.keep(wanted.key(), facts),
            None => missing.push(wanted),
        }
    }
    let fresh = parse::all(repo, &missing, limits)?;
    for (wanted, (facts, written)) in missing.iter().zip(fresh) {
        known.learn(wanted.key(), facts, written);
    }
    Ok(())
}

/// The files that are code, and those that say how modules are called.
fn sorted(listing: &[Entry]) -> (Vec<Wanted<'_>>, Vec<&Entry>) {
    let mut code = Vec::new();
    let mut manifests = Vec::new();
    for entry in listing {
        let language = Language::of_path(&entry.path);
        if entry.link {
            continue;
        }
        if language.has_syntax() {
            code.push(Wanted { entry, language });
        }
        if project::is_manifest(&entry.path) {
            manifests.push(entry);
        }
    }
    (code, manifests)
}

fn texts(repo: &Repo, manifests: &[&Entry]) -> Result<Vec<(String, String)>, GitError> {
    let ids: Vec<String> = manifests.iter().map(|it| it.blob.clone()).collect();
    let blobs = repo.blobs(&ids)?;
    let texts = manifests.iter().zip(blobs).filter_map(|(entry, bytes)| {
        let text = String::from_utf8(bytes?).ok()?;
        Some((entry.path.clone(), text))
    });
    Ok(texts.collect())
}

/// Files and links of a listing as `git ls-tree -r -t -z` writes it; folders and submodules are left out, and paths that
/// are no text.
fn entries(listing: &[u8], files_max: usize) -> Vec<Entry> {
    let lines = listing.split(|byte| *byte == 0);
    let entry = |line: &[u8]| {
        let line = std::str::from_utf8(line).ok()?;
        let (head, path) = line.split_once('\t')?;
        let mut words = head.split(' ');
        let (mode, kind, blob) = (words.next()?, words.next()?, words.next()?);
        (kind == "blob").then(|| Entry {
            link: mode == "120000",
            path: path.to_owned(),
            blob: blob.to_owned(),
        })
    };
    lines.filter_map(entry).take(files_max).collect()
}

/// The program that runs, by its size and when it was made: what another one wrote about a text may not be what this one
/// would. Where that can't be told, nothing is like anything.
#[must_use]
pub fn program() -> String {
    let program = std::env::current_exe().and_then(std::fs::metadata);
    let made = program.and_then(|it| Ok((it.len(), it.modified()?)));
    match made {
        Ok((bytes, time)) => format!("{bytes} {time:?}"),
        Err(_) => format!("{:?}", std::time::SystemTime::now()),
    }
}
