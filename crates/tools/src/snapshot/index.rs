//! Git's index: which blob each path holds, and what the file system said about it then. And making one for git to work
//! on, where it is to convert files for us.
//!
//! Versions 2 to 4. An index that is split, sparse, in conflict or otherwise unusual is not read:
//! then git is asked for the tree and files are read once.

use std::fs;
use std::io;
use std::path::Path;

use ledger::ids::GitId;
use sha1::{Digest, Sha1};

use super::leaf::{Leaf, Mode, Stat};
use super::object::Id;
use super::tree::Tree;
use crate::git::Repo;

/// Bytes of an index at most.
const INDEX_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// Folders within folders at most.
const DEPTH_MAX: usize = 256;
/// The longest name whose length an entry tells; a longer one ends at its zero.
const NAME_MAX: u16 = 0xfff;

/// The tree that git's index holds, if the index says so: after a checkout that is the tree of the
/// commit. No process is started.
pub fn index_tree(repo: &Repo) -> Option<GitId> {
    let index = read(&repo.git_dir)?;
    index.root.map(|id| id.to_git_id())
}

/// The paths that git's index holds, in its order; those that are no text or hold control characters are left out. No
/// process is started.
pub(crate) fn index_paths(repo: &Repo) -> Option<Vec<String>> {
    let leaves = read(&repo.git_dir)?.leaves.into_iter();
    let paths = leaves.filter_map(|(path, _)| String::from_utf8(path).ok());
    Some(
        paths
            .filter(|path| !path.contains(char::is_control))
            .collect(),
    )
}

/// Everything that the index of this worktree holds, as `git ls-tree -r -z` would say it of that tree, if the index says
/// that it is this one. No process is started.
pub(crate) fn listing_of_index(repo: &Repo, tree: &GitId) -> Option<Vec<u8>> {
    let index = read(&repo.git_dir)?;
    let is_it = index.root.is_some_and(|id| id.to_git_id() == *tree);
    is_it.then(|| Tree::from_index(index).listing())
}

/// What an index holds.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) leaves: Vec<(Vec<u8>, Leaf)>,
    /// Folders whose trees stand in the repository as they are in the index.
    pub(super) folders: Vec<(Vec<u8>, Id)>,
    /// The same for the whole.
    pub(super) root: Option<Id>,
}

/// Reads the index of a worktree; `None` if there is none that we understand.
pub(super) fn read(git_dir: &Path) -> Option<Index> {
    read_file(&git_dir.join("index"))
}

/// The same for an index anywhere.
pub(super) fn read_file(file: &Path) -> Option<Index> {
    let metadata = fs::metadata(file)
        .ok()
        .filter(|metadata| metadata.len() <= INDEX_BYTES_MAX)?;
    let bytes = fs::read(file).ok()?;
    let written = Stat::of(&metadata).modified;
    parse(&bytes, written)
}

/// Writes an index that holds these blobs and says nothing of files. They are in the order of their paths.
pub(super) fn write(file: &Path, leaves: &[(&[u8], Mode, Id)]) -> io::Result<()> {
    let count = u32::try_from(leaves.len()).map_err(io::Error::other)?;
    let mut bytes = b"DIRC".to_vec();
    bytes.extend_from_slice(&2_u32.to_be_bytes());
    bytes.extend_from_slice(&count.to_be_bytes());
    for (path, mode, id) in leaves {
        let from = bytes.len();
        // Times, device and inode are nobody's.
        bytes.extend_from_slice(&[0; 24]);
        let mode: u32 = match mode {
            Mode::File => 0o100_644,
            Mode::Program => 0o100_755,
            Mode::Link => 0o120_000,
            Mode::Module => 0o160_000,
        };
        bytes.extend_from_slice(&mode.to_be_bytes());
        // Owner, group, size.
        bytes.extend_from_slice(&[0; 12]);
        bytes.extend_from_slice(&id.0);
        let length = u16::try_from(path.len()).unwrap_or(NAME_MAX).min(NAME_MAX);
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.extend_from_slice(path);
        // At least one zero, up to a multiple of eight.
        let padding = 8 - (bytes.len() - from) % 8;
        bytes.resize(bytes.len() + padding, 0);
    }
    let sum: [u8; 20] = Sha1::digest(&bytes).into();
    bytes.extend_from_slice(&sum);
    fs::write(file, bytes)
}

/// `written` is when the index was: what changed in that very moment or later is read again.
fn parse(bytes: &[u8], written: (u32, u32)) -> Option<Index> {
    let mut input = Input(bytes);
    if input.take(4)? != b"DIRC" {
        return None;
    }
    let version = input.number()?;
    let count = input.number()?;
    let mut index = Index::default();
    let mut path = Vec::new();
    for _ in 0..count {
        let leaf = entry(&mut input, version, &mut path, written)?;
        index.leaves.push((path.clone(), leaf));
    }
    // The rest is extensions, and the checksum of it all.
    while input.0.len() > 20 {
        let name = input.take(4)?;
        let size = usize::try_from(input.number()?).ok()?;
        let body = input.take(size)?;
        match name {
            b"TREE" => folders(&mut Input(body), &mut Vec::new(), &mut index, 0)?,
            // Optional ones have a capital first letter; another one would change the meaning.
            name if name.first()?.is_ascii_uppercase() => {}
            _ => return None,
        }
    }
    Some(index)
}

fn entry(
    input: &mut Input<'_>,
    version: u32,
    path: &mut Vec<u8>,
    written: (u32, u32),
) -> Option<Leaf> {
    let before = input.0.len();
    let changed = (input.number()?, input.number()?);
    let modified = (input.number()?, input.number()?);
    let _device = input.number()?;
    let inode = input.number()?;
    let mode = match input.number()? {
        0o100_644 => Mode::File,
        0o100_755 => Mode::Program,
        0o120_000 => Mode::Link,
        0o160_000 => Mode::Module,
        _ => return None,
    };
    let _owner = (input.number()?, input.number()?);
    let size = input.number()?;
    let id = Id(input.take(20)?.try_into().ok()?);
    let flags = input.short()?;
    let extended = if flags & 0x4000 != 0 && version >= 3 {
        input.short()?
    } else {
        0
    };
    // In conflict, left out on purpose, or only intended.
    if flags & 0x3000 != 0 || extended & 0x6000 != 0 {
        return None;
    }
    match version {
        2 | 3 => {
            *path = input.until_nul()?.to_vec();
            // Padded to a multiple of eight, with at least the one zero that was just taken.
            let length = before - input.0.len();
            input.take((8 - length % 8) % 8)?;
        }
        4 => {
            let cut = input.varint()?;
            path.truncate(path.len().checked_sub(cut)?);
            path.extend_from_slice(input.until_nul()?);
        }
        _ => return None,
    }
    let stat = Stat {
        changed,
        modified,
        inode,
        size,
    };
    let stat = (modified < written && modified != (0, 0)).then_some(stat);
    Some(Leaf {
        mode,
        id,
        stat,
        seen: 0,
        own: false,
    })
}

/// One folder of the `TREE` extension, and those below.
fn folders(
    input: &mut Input<'_>,
    path: &mut Vec<u8>,
    index: &mut Index,
    depth: usize,
) -> Option<()> {
    if depth > DEPTH_MAX {
        return None;
    }
    let length = path.len();
    path.extend_from_slice(input.until_nul()?);
    let line = input.until(b'\n')?;
    let (entries, below) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    // A negative number of entries: changed since, there is no id.
    if entries.parse::<i64>().ok()? >= 0 {
        let id = Id(input.take(20)?.try_into().ok()?);
        index.folders.push((path.clone(), id));
        if depth == 0 {
            index.root = Some(id);
        }
    }
    if depth > 0 {
        path.push(b'/');
    }
    for _ in 0..below.parse::<usize>().ok()? {
        folders(input, path, index, depth + 1)?;
    }
    path.truncate(length);
    Some(())
}

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    fn short(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(self.take(2)?.try_into().ok()?))
    }

    fn until_nul(&mut self) -> Option<&'a [u8]> {
        self.until(0)
    }

    fn until(&mut self, end: u8) -> Option<&'a [u8]> {
        let at = self.0.iter().position(|byte| *byte == end)?;
        let taken = self.take(at)?;
        self.take(1)?;
        Some(taken)
    }

    /// A number as git packs offsets: seven bits a byte, each continuation adds one.
    fn varint(&mut self) -> Option<usize> {
        let mut byte = *self.take(1)?.first()?;
        let mut value = usize::from(byte & 127);
        while byte & 128 != 0 {
            byte = *self.take(1)?.first()?;
            value = value
                .checked_add(1)?
                .checked_mul(128)?
                .checked_add(usize::from(byte & 127))?;
        }
        Some(value)
    }
}
