//! What has changed in the worktree: walks it, or looks at some paths, and brings the tree up to it.

mod waiting;
mod walk;

use std::ffi::OsStr;
use std::fs::Metadata;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::sync::PoisonError;
use std::time::{Duration, SystemTime};

use ledger::ids::RelPath;
use ledger::observation::{LeftOut, LeftOutWhy};

use super::convert::{Habits, OPAQUE_BYTES_MAX, Pending};
use super::leaf::{Leaf, Mode, Stat};
use super::object::{Id, Kind, Objects};
use super::stage::Stage;
use super::tree::{Tree, is_at_or_below};
use super::unchanged_since::{Care, Quiet};
use super::{Limits, SnapshotError, module};
use crate::files::Root;
use crate::git::{Attributes, Repo, held_name};

use walk::{Passed, mode_of, walker};

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

/// What a scan works on.
pub(super) struct Ground<'a> {
    pub(super) repo: &'a Repo,
    pub(super) root: &'a Root,
    pub(super) objects: &'a Objects,
    pub(super) limits: &'a Limits,
    /// How files are to be looked at; `None`: to be read.
    pub(super) habits: &'a mut Option<Habits>,
}

struct Scan<'a> {
    ground: Ground<'a>,
    tree: &'a mut Tree,
    settled: (u32, u32),
    number: u32,
    bytes_left: u64,
    seen: Seen,
    left_out: Vec<LeftOut>,
    quiet: Quiet,
    /// Files that git is to convert, and where they wait for it.
    pending: Vec<Pending>,
    stage: Option<Stage<'a>>,
    /// An attribute file is another one than before.
    other_attributes: bool,
}

/// Looks at everything that git would not ignore, and at ignored files that are in the tree.
pub(super) fn everything(
    ground: Ground<'_>,
    tree: &mut Tree,
    care: Care,
) -> Result<Seen, SnapshotError> {
    let root = ground.root;
    if let Some(mut quiet) = tree.quiet.take()
        && quiet.holds(root, tree, care)
    {
        tree.quiet = Some(quiet);
        return Ok(Seen::default());
    }
    let mut scan = Scan::new(ground, tree)?;
    scan.walk()?;
    scan.look_for_the_rest()?;
    let quiet = std::mem::take(&mut scan.quiet);
    let mut left_out = std::mem::take(&mut scan.left_out);
    let mut seen = scan.end(&mut left_out)?;
    // What is in a cache never counts, so it may change; of the others nobody knows what they are.
    if left_out.iter().all(|it| it.why == LeftOutWhy::Remade) {
        tree.quiet = quiet.of_walk(root, tree);
    }
    seen.left_out = Some(left_out);
    Ok(seen)
}

/// Looks at these paths alone. A folder among them is left to the next full scan.
pub(super) fn these(
    ground: Ground<'_>,
    tree: &mut Tree,
    paths: &[RelPath],
) -> Result<Seen, SnapshotError> {
    let mut scan = Scan::new(ground, tree)?;
    for path in paths {
        scan.one(path.as_str().as_bytes())?;
    }
    // Only a look at everything says what is left out.
    scan.end(&mut Vec::new())
}

impl<'a> Scan<'a> {
    fn new(ground: Ground<'a>, tree: &'a mut Tree) -> Result<Self, SnapshotError> {
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
        if ground.habits.is_none() {
            *ground.habits = Some(Habits::read(ground.repo, ground.root, tree)?);
        }
        Ok(Self {
            bytes_left: ground.limits.bytes_max,
            ground,
            tree,
            settled,
            number,
            seen: Seen::default(),
            left_out: Vec::new(),
            quiet: Quiet::default(),
            pending: Vec::new(),
            stage: None,
            other_attributes: false,
        })
    }

    fn walk(&mut self) -> Result<(), SnapshotError> {
        let top = self.ground.root.path();
        let passed = Passed::default();
        let modules = self.tree.modules.iter();
        let modules = modules.map(|it| top.join(OsStr::from_bytes(it))).collect();
        for entry in walker(self.ground.root, modules, &passed)?
            .build()
            .flatten()
        {
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
                let path = held_name(path.as_os_str().as_bytes());
                self.left_out.push(LeftOut::new(path, why));
            }
        }
        for module in self.tree.modules.clone() {
            self.module(&module);
        }
        Ok(())
    }

    /// Looks at what stands in the place of a link to another repository.
    fn module(&mut self, path: &[u8]) {
        let Some(known) = self.tree.get_mut(path).copied() else {
            return;
        };
        let full = self.ground.root.path().join(OsStr::from_bytes(path));
        match module::look(&full, &known.id) {
            // The look for the rest finds out what came in its place, or that it went.
            module::Stands::Gone | module::Stands::AsKnown => {}
            module::Stands::Moved(id) => {
                let leaf = Leaf {
                    id,
                    own: true,
                    ..known
                };
                self.tree.set(path, leaf);
                self.note(path, 'M');
            }
            module::Stands::Other(why) => {
                let path = held_name(path);
                self.left_out
                    .push(LeftOut::with(path, LeftOutWhy::Submodule, why));
            }
        }
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
        let full = self.ground.root.path().join(OsStr::from_bytes(path));
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
        if self.tree.get_mut(path).is_some() && !self.tree.sparse.contains(path) {
            self.other_attributes |= is_attributes(path);
            self.tree.remove(path);
            self.note(path, 'D');
        }
    }

    /// Compares one file or link with what is known, and reads it if need be.
    fn look(&mut self, path: &[u8], metadata: &Metadata) -> Result<(), SnapshotError> {
        let Some(mode) = mode_of(metadata) else {
            return Ok(());
        };
        if self
            .tree
            .modules
            .iter()
            .any(|it| it != path && is_at_or_below(path, it))
        {
            // Told with the link itself.
            return Ok(());
        }
        let (number, stat) = (self.number, Stat::of(metadata));
        let known = self.tree.get_mut(path).map(|leaf| {
            leaf.seen = number;
            *leaf
        });
        let habits = self.ground.habits.as_ref();
        let mode = habits.map_or(mode, |it| it.mode(mode, known.map(|leaf| leaf.mode)));
        if known.is_some_and(|known| known.mode == mode && known.stat == Some(stat)) {
            return Ok(());
        }
        let is_file = matches!(mode, Mode::File | Mode::Program);
        let is_opaque = is_file && habits.is_some_and(|it| it.attributes.is_opaque(path));
        let stat = stat.is_before(self.settled).then_some(stat);
        let pending = |is_opaque| Pending {
            path: path.to_vec(),
            mode,
            stat,
            known,
            is_opaque,
        };
        let max = self.ground.limits.file_bytes_max;
        if is_opaque && metadata.len() > max && metadata.len() <= OPAQUE_BYTES_MAX {
            return self.stage_large(pending(true));
        }
        if metadata.len() > max.min(self.bytes_left) {
            let path = held_name(path);
            self.left_out.push(LeftOut::new(path, LeftOutWhy::TooLarge));
            return Ok(());
        }
        let Some(content) = self.read(path, metadata) else {
            return Ok(());
        };
        self.bytes_left = self.bytes_left.saturating_sub(content.len() as u64);
        let converts = habits.is_some_and(|it| it.attributes.may_convert_in(path, &content));
        if is_file && converts {
            let pending = pending(is_opaque);
            self.stage()?.put(path, &content)?;
            self.pending.push(pending);
            return Ok(());
        }
        let id = Id::of(Kind::Blob, &content);
        if known.is_none_or(|known| known.id != id) {
            self.ground.objects.write(Kind::Blob, &content)?;
        }
        self.settle(path, (mode, id), stat, known)
    }

    /// Takes in what is stored of a file.
    fn settle(
        &mut self,
        path: &[u8],
        (mode, id): (Mode, Id),
        stat: Option<Stat>,
        known: Option<Leaf>,
    ) -> Result<(), SnapshotError> {
        let leaf = Leaf {
            mode,
            id,
            stat,
            seen: self.number,
            own: true,
        };
        match known {
            // The same content: nothing above it changes.
            Some(known) if known.mode == mode && known.id == id => {
                if let Some(slot) = self.tree.get_mut(path) {
                    *slot = Leaf {
                        own: known.own,
                        ..leaf
                    };
                }
                return Ok(());
            }
            Some(_) => self.note(path, 'M'),
            None => {
                let files_max = self.ground.limits.files_max;
                if self.tree.files >= files_max {
                    return Err(SnapshotError::TooManyFiles(files_max));
                }
                self.note(path, 'A');
            }
        }
        self.other_attributes |= is_attributes(path);
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
    fn read(&self, path: &[u8], metadata: &Metadata) -> Option<Vec<u8>> {
        let root = self.ground.root;
        if metadata.file_type().is_symlink() {
            let target = std::fs::read_link(root.path().join(OsStr::from_bytes(path))).ok()?;
            return Some(target.into_os_string().as_bytes().to_vec());
        }
        let mut content = Vec::new();
        let file = root.read_raw(OsStr::from_bytes(path)).ok()?;
        file.metadata().ok().filter(Metadata::is_file)?;
        file.take(self.ground.limits.file_bytes_max)
            .read_to_end(&mut content)
            .ok()?;
        Some(content)
    }

    fn note(&mut self, path: &[u8], kind: char) {
        self.seen.changed.push((held_name(path), kind));
    }

    /// What was found; what was left out is added to what is known of it.
    fn end(mut self, left_out: &mut Vec<LeftOut>) -> Result<Seen, SnapshotError> {
        self.convert()?;
        if self.other_attributes {
            self.look_again()?;
        }
        let changed = &mut self.seen.changed;
        left_out.append(&mut self.left_out);
        left_out.sort();
        left_out.dedup();
        // A file that was looked at twice was new or changed the first time.
        changed.sort();
        changed.dedup_by(|second, first| second.0 == first.0);
        Ok(self.seen)
    }
}

fn is_attributes(path: &[u8]) -> bool {
    let name = path.rsplit(|byte| *byte == b'/').next();
    name == Some(Attributes::NAME.as_bytes())
}
