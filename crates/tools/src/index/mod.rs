//! The code of a tree, read into facts: what [`code`] says about each file, remembered by the content's name, so that
//! only what is new is parsed.
//!
//! The tree is one of git's: what is read is what is verified, whatever stands on disk by then.

mod contents_at_hand;
mod known;
mod memory;
mod parse;

use code::Language;
use ledger::ids::GitId;
use project::{self, Project};

use crate::git::{GitError, Repo};
use memory::Memory;
use parse::Wanted;

pub use known::{Known, Saving};

/// Files without an end of their name of which the first line is looked at.
const PROGRAMS_MAX: usize = 500;
/// Bytes of the largest such file: a longer one was built by a compiler.
const PROGRAM_BYTES_MAX: u64 = 256 * 1024;
/// Bytes of such a line.
const FIRST_LINE_MAX: usize = 200;

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
    /// Git marks it as a program.
    pub(crate) executable: bool,
}

/// Reads the code of trees. What is not `known` is parsed. Facts are written down beside whatever comes next.
///
/// # Errors
/// [`GitError`] when a tree can't be read.
pub fn read(
    repo: &Repo,
    trees: &[&GitId],
    known: Known,
    limits: &Limits,
) -> Result<(Vec<Project>, Saving), GitError> {
    let Known { mut memory, path } = known;
    let mut projects = Vec::with_capacity(trees.len());
    let mut used = Vec::new();
    for tree in trees {
        let listing = entries(&repo.list_files(tree)?, limits.files_max);
        let (code, manifests) = sorted(repo, &listing)?;
        learn(repo, &code, &mut memory, limits)?;
        let files = code.iter().filter_map(|it| {
            let facts = memory.facts(&it.key())?;
            Some((it.entry.path.clone(), facts))
        });
        let texts = texts(repo, &manifests)?;
        let paths = listing.iter().map(|it| it.path.clone());
        projects.push(Project::new(paths, files, &texts));
        used.extend(code.iter().map(Wanted::key));
    }
    Ok((projects, Saving::begin(memory, path, used)))
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
fn sorted<'l>(
    repo: &Repo,
    listing: &'l [Entry],
) -> Result<(Vec<Wanted<'l>>, Vec<&'l Entry>), GitError> {
    let mut code = Vec::new();
    let mut manifests = Vec::new();
    let mut unnamed = Vec::new();
    for entry in listing.iter().filter(|it| !it.link) {
        if let Some(wanted) = Wanted::by_name(entry) {
            code.push(wanted);
        } else if entry.may_be_a_program() && unnamed.len() < PROGRAMS_MAX {
            unnamed.push(entry);
        }
        if project::is_manifest(&entry.path) {
            manifests.push(entry);
        }
    }
    code.extend(programs(repo, &unnamed)?);
    Ok((code, manifests))
}

/// Programs whose name does not say their language: the first line does.
fn programs<'l>(repo: &Repo, unnamed: &[&'l Entry]) -> Result<Vec<Wanted<'l>>, GitError> {
    if unnamed.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<String> = unnamed.iter().map(|it| it.blob.clone()).collect();
    let blobs = repo.small_blobs(&ids, PROGRAM_BYTES_MAX)?;
    let programs = unnamed.iter().zip(blobs).filter_map(|(entry, bytes)| {
        let bytes = bytes?;
        let head = bytes.get(..bytes.len().min(FIRST_LINE_MAX))?;
        let language = Language::of_first_line(&String::from_utf8_lossy(head))?;
        Some(Wanted { entry, language })
    });
    Ok(programs.collect())
}

impl Entry {
    /// Whether it may be started by a name without an end: it is marked so, or lies where programs lie.
    fn may_be_a_program(&self) -> bool {
        let (folder, name) = self.path.rsplit_once('/').unwrap_or(("", &self.path));
        let folder = folder.rsplit('/').next().unwrap_or(folder);
        !name.contains('.') && (self.executable || matches!(folder, "bin" | "scripts"))
    }
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

/// Files and links of a listing as `git ls-tree -r -z` writes it; folders and submodules are left out, and paths that
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
            executable: mode == "100755",
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
