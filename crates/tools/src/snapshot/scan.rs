//! What has changed in the worktree: walks it, or looks at some paths, and brings the tree up to it.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use ignore::{DirEntry, WalkBuilder};
use ledger::ids::RelPath;
use ledger::observation::{LeftOut, LeftOutWhy};

use super::object::{Id, Kind, Objects};
use super::quiet::{Care, Quiet};
use super::tree::{Leaf, Mode, Stat, Tree};
use super::{Limits, SnapshotError, disk};
use crate::files::{self, Root};

/// What a scan found.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Paths with `A`, `M` or `D`, sorted.
    pub(super) changed: Vec<(String, char)>,
    /// What no snapshot takes; `None` where nothing can have changed since it was last told.
    pub(super) left_out: Option<Vec<LeftOut>>,
}

/// How far back a time stamp must lie for a file to count as settled: stamps come from a coarse
/// clock, and a file may change twice within one of its ticks.
const SETTLED: Duration = Duration::from_millis(25);

struct Scan<'a> {
    root: &'a Root,
    objects: &'a Objects,
    tree: &'a mut Tree,
    limits: &'a Limits,
    settled: (u32, u32),
    number: u32,
    bytes_left: u64,
    seen: Seen,
    left_out: Vec<LeftOut>,
    quiet: Quiet,
}

/// Looks at everything that git would not ignore, and at ignored files that are in the tree.
pub(super) fn everything(
    root: &Root,
    objects: &Objects,
    tree: &mut Tree,
    limits: &Limits,
    care: Care,
) -> Result<Seen, SnapshotError> {
    if let Some(mut quiet) = tree.quiet.take()
        && quiet.holds(root, tree, care)
    {
        tree.quiet = Some(quiet);
        return Ok(Seen::default());
    }
    let mut scan = Scan::new(root, objects, tree, limits);
    scan.walk()?;
    scan.look_for_the_rest()?;
    let quiet = std::mem::take(&mut scan.quiet);
    let mut left_out = std::mem::take(&mut scan.left_out);
    left_out.sort();
    let mut seen = scan.end();
    // What is in a cache never counts, so it may change; of the others nobody knows what they are.
    if left_out.iter().all(|it| it.why == LeftOutWhy::Remade) {
        tree.quiet = quiet.of_walk(root, tree);
    }
    seen.left_out = Some(left_out);
    Ok(seen)
}

/// Looks at these paths alone. A folder among them is left to the next full scan.
pub(super) fn these(
    root: &Root,
    objects: &Objects,
    tree: &mut Tree,
    limits: &Limits,
    paths: &[RelPath],
) -> Result<Seen, SnapshotError> {
    let mut scan = Scan::new(root, objects, tree, limits);
    for path in paths {
        scan.one(path.as_str().as_bytes())?;
    }
    Ok(scan.end())
}

impl<'a> Scan<'a> {
    fn new(root: &'a Root, objects: &'a Objects, tree: &'a mut Tree, limits: &'a Limits) -> Self {
        let settled = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default()
            .saturating_sub(SETTLED);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "compared with 32-bit stamps"
        )]
        let settled = (settled.as_secs() as u32, settled.subsec_nanos());
        tree.scans = tree.scans.wrapping_add(1);
        let number = tree.scans;
        let (bytes_left, seen, quiet) = (limits.bytes_max, Seen::default(), Quiet::default());
        Self {
            root,
            objects,
            tree,
            limits,
            settled,
            number,
            bytes_left,
            seen,
            left_out: Vec::new(),
            quiet,
        }
    }

    fn walk(&mut self) -> Result<(), SnapshotError> {
        let top = self.root.path();
        let passed = Arc::new(Mutex::new(Vec::new()));
        for entry in walker(self.root, &passed)?.build().flatten() {
            // It went while we were walking: the next part finds it missing.
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            let path = entry.path().strip_prefix(top).unwrap_or(entry.path());
            let path = path.as_os_str().as_bytes();
            if metadata.is_dir() {
                self.quiet.folder(path, &metadata, self.settled);
            } else {
                self.look(path, &metadata)?;
            }
        }
        let passed = std::mem::take(&mut *passed.lock().unwrap_or_else(PoisonError::into_inner));
        for (path, why) in passed {
            let path = path.strip_prefix(top).unwrap_or(&path);
            if self.tree.get_mut(path.as_os_str().as_bytes()).is_none() {
                let path = path.display().to_string();
                self.left_out.push(LeftOut { path, why });
            }
        }
        Ok(())
    }

    /// What the walk did not come by: deleted, or ignored and yet in the tree.
    fn look_for_the_rest(&mut self) -> Result<(), SnapshotError> {
        let mut unseen = Vec::new();
        self.tree.each(|path, leaf| {
            if leaf.seen != self.number {
                unseen.push(path.to_vec());
            }
        });
        for path in unseen {
            self.one(&path)?;
        }
        Ok(())
    }

    fn one(&mut self, path: &[u8]) -> Result<(), SnapshotError> {
        let full = self.root.path().join(OsStr::from_bytes(path));
        match full.symlink_metadata() {
            Ok(metadata) if metadata.is_dir() => {
                // A folder where a file was, unless it is the place of a submodule.
                if self
                    .tree
                    .get_mut(path)
                    .is_some_and(|leaf| leaf.mode != Mode::Module)
                {
                    self.gone(path);
                }
                Ok(())
            }
            Ok(metadata) => self.look(path, &metadata),
            Err(_) => {
                self.gone(path);
                Ok(())
            }
        }
    }

    fn gone(&mut self, path: &[u8]) {
        if self.tree.get_mut(path).is_some() {
            self.tree.remove(path);
            self.note(path, 'D');
        }
    }

    /// Compares one file or link with what is known, and reads it if need be.
    fn look(&mut self, path: &[u8], metadata: &Metadata) -> Result<(), SnapshotError> {
        let Some(mode) = mode_of(metadata) else {
            return Ok(());
        };
        let (number, stat) = (self.number, Stat::of(metadata));
        let known = self.tree.get_mut(path).map(|leaf| {
            leaf.seen = number;
            *leaf
        });
        if known.is_some_and(|known| known.mode == mode && known.stat == Some(stat)) {
            return Ok(());
        }
        if metadata.len() > self.limits.file_bytes_max.min(self.bytes_left) {
            self.left_out.push(LeftOut {
                path: String::from_utf8_lossy(path).into_owned(),
                why: LeftOutWhy::TooLarge,
            });
            return Ok(());
        }
        let Some(content) = self.read(path, mode) else {
            return Ok(());
        };
        self.bytes_left = self.bytes_left.saturating_sub(content.len() as u64);
        let stat = stat.is_before(self.settled).then_some(stat);
        let id = Id::of(Kind::Blob, &content);
        let leaf = Leaf {
            mode,
            id,
            stat,
            seen: number,
        };
        match known {
            // The same content: nothing above it changes.
            Some(known) if known.mode == mode && known.id == id => {
                if let Some(known) = self.tree.get_mut(path) {
                    *known = leaf;
                }
                return Ok(());
            }
            Some(_) => self.note(path, 'M'),
            None => {
                if self.tree.files >= self.limits.files_max {
                    return Err(SnapshotError::TooManyFiles(self.limits.files_max));
                }
                self.note(path, 'A');
            }
        }
        self.objects.write(Kind::Blob, &content)?;
        if known.is_none() {
            self.make_room(path);
        }
        self.tree.set(path, leaf);
        Ok(())
    }

    /// What stood in the way of a new file is gone: a file above it, or files below it.
    fn make_room(&mut self, path: &[u8]) {
        let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
        for at in slashes.map(|(at, _)| at).collect::<Vec<_>>() {
            self.gone(&path[..at]);
        }
        for below in self.tree.below(path) {
            self.gone(&below);
        }
    }

    /// The content; `None` if it went, or became something else, since we looked.
    fn read(&self, path: &[u8], mode: Mode) -> Option<Vec<u8>> {
        if mode == Mode::Link {
            let target = std::fs::read_link(self.root.path().join(OsStr::from_bytes(path))).ok()?;
            return Some(target.into_os_string().as_bytes().to_vec());
        }
        let mut content = Vec::new();
        let file = self.root.read_raw(OsStr::from_bytes(path)).ok()?;
        file.metadata().ok().filter(Metadata::is_file)?;
        file.take(self.limits.file_bytes_max)
            .read_to_end(&mut content)
            .ok()?;
        Some(content)
    }

    fn note(&mut self, path: &[u8], kind: char) {
        self.seen
            .changed
            .push((String::from_utf8_lossy(path).into_owned(), kind));
    }

    fn end(mut self) -> Seen {
        self.seen.changed.sort();
        self.seen
    }
}

/// A walk that does not go into other repositories and what can be made again, but says where they are.
fn walker(root: &Root, passed: &Passed) -> Result<WalkBuilder, SnapshotError> {
    let passed = Arc::clone(passed);
    let mut walk = files::walk(root, None)
        .map_err(io::Error::other)
        .map_err(disk(root.path()))?;
    walk.filter_entry(move |entry| {
        let Some(why) = passed_by(entry) else {
            return files::is_walked(entry);
        };
        let mut passed = passed.lock().unwrap_or_else(PoisonError::into_inner);
        passed.push((entry.path().to_owned(), why));
        false
    });
    Ok(walk)
}

/// Folders that the walk did not go into, each with why.
type Passed = Arc<Mutex<Vec<(PathBuf, LeftOutWhy)>>>;

/// Why a walk does not go into a folder that may hold something.
fn passed_by(entry: &DirEntry) -> Option<LeftOutWhy> {
    if entry.depth() == 0 || !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return None;
    }
    if files::can_be_made_again(entry) {
        return Some(LeftOutWhy::Remade);
    }
    let other = entry.path().join(".git").symlink_metadata().is_ok();
    (other && entry.file_name() != ".git").then_some(LeftOutWhy::Repository)
}

/// What git would remember of the mode; `None` for what it does not keep.
fn mode_of(metadata: &Metadata) -> Option<Mode> {
    let kind = metadata.file_type();
    if kind.is_symlink() {
        return Some(Mode::Link);
    }
    let program = metadata.permissions().mode() & 0o100 != 0;
    kind.is_file()
        .then_some(if program { Mode::Program } else { Mode::File })
}
