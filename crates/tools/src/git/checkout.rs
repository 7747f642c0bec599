//! The checkout of a branch that somebody else moves: what would keep it from following, and bringing it along.
//!
//! Git itself refuses to move a branch under a checkout whose changes it would overwrite. So do we: what is in the way is
//! found before the branch moves, and a person is asked to take it out of the way.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ledger::ids::GitId;

use super::obstacle::{Kind, Obstacle};
use super::run::complaint;
use super::{Difference, GitError, Repo, names, words};
use crate::snapshot;

/// How long another git that holds the index is waited for: it mostly takes the blink of an eye.
const LOCK_WAIT: Duration = Duration::from_secs(2);
/// How long to wait before it is asked for again.
const LOCK_LOOK: Duration = Duration::from_millis(50);

/// What became of the checkout of a branch that was moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Synced {
    /// No worktree has the branch checked out.
    NotCheckedOut,
    /// This one has it and now shows the new commit, with what else was changed in it.
    Updated(PathBuf),
    /// This one has it and was left as it is.
    Left {
        /// Its top folder.
        path: PathBuf,
        /// Why, in half a sentence.
        why: String,
        /// What brings it along, for a shell.
        next: String,
    },
}

impl Repo {
    /// Waits for others of ours that move a branch of this repository together with its checkout or change the list of its
    /// worktrees (git reads all of it to add one, and stops at one that is half made), and lets none of them begin before
    /// it is dropped. Where there are no such locks nobody waits: a ref is safe without.
    pub(crate) fn alone(&self) -> Option<fs::File> {
        let folder = fs::File::open(&self.common_dir).ok()?;
        folder.lock().ok()?;
        Some(folder)
    }

    /// What would keep the checkout of a branch from following it from one commit to another; nothing is touched.
    ///
    /// # Errors
    /// [`GitError`]: a checkout can't be looked at.
    pub fn obstacle(
        &self,
        branch: &str,
        old: &GitId,
        new: &GitId,
    ) -> Result<Option<Obstacle>, GitError> {
        if let Some(obstacle) = self.rebased(branch)? {
            return Ok(Some(obstacle));
        }
        match self.holder(branch)? {
            Some(there) => there.obstacle_here(old, new),
            None => Ok(None),
        }
    }

    /// After `branch` was moved from `old` to `new`: brings the worktree that has it checked out along. What was changed in
    /// other files stays as it is. If a file that differs between the two was changed, or one that git does not know is in
    /// the way of a new one, nothing is touched. Doing it twice does no harm.
    ///
    /// # Errors
    /// [`GitError`]: the checkout can't be looked at.
    pub(crate) fn sync_checkout(
        &self,
        branch: &str,
        old: &GitId,
        new: &GitId,
    ) -> Result<Synced, GitError> {
        let Some(there) = self.holder(branch)? else {
            return Ok(Synced::NotCheckedOut);
        };
        let left = |obstacle: Obstacle| Synced::Left {
            why: obstacle.why(),
            next: obstacle.after(branch, old, new),
            path: obstacle.path,
        };
        if let Some(obstacle) = there.obstacle_here(old, new)? {
            return Ok(left(obstacle));
        }
        let done = there.follow(old, new, &[])?;
        Ok(match done {
            Ok(()) => Synced::Updated(there.root),
            Err(said) => left(there.obstructed(Kind::Other(said))),
        })
    }

    /// Whether a checkout of the branch still shows some of what stood there before the branch was moved from `old` to
    /// `new`: a commit there would undo that.
    ///
    /// # Errors
    /// [`GitError`]: it can't be looked at.
    pub fn is_left_behind(
        &self,
        checkout: &Path,
        old: &GitId,
        new: &GitId,
    ) -> Result<bool, GitError> {
        let there = Self::discover(checkout)?.like(self);
        let head = match there.head()?.commit() {
            Some(commit) => commit.clone(),
            None => return Ok(false),
        };
        let merged: BTreeMap<Vec<u8>, Difference> = there
            .differences(old, new)?
            .into_iter()
            .map(|it| (it.path.clone(), it))
            .collect();
        let stands = there.differences(old, &head)?;
        let stands = stands.iter().filter(|it| {
            let of = merged.get(&it.path);
            of.is_some_and(|of| of.new == it.new)
        });
        let stands: BTreeSet<&[u8]> = stands.map(|it| it.path.as_slice()).collect();
        let arguments = words([
            "diff-index",
            "--cached",
            "-z",
            "--no-renames",
            "--no-abbrev",
        ]);
        let arguments = [arguments, words([head.as_str()])].concat();
        let index = there.call(arguments)?.bytes()?;
        let index = super::diff::parse(&index);
        let index = index.ok_or_else(|| GitError::Unexpected("diff-index".to_owned()))?;
        // What the index holds instead of the commit is what stood there before.
        let undone = |it: &Difference| {
            let before = merged.get(&it.path).map(|of| &of.old);
            stands.contains(it.path.as_slice()) && before == Some(&it.new)
        };
        Ok(index.iter().any(undone))
    }

    /// The worktree that has a branch checked out, if its folder is there.
    fn holder(&self, branch: &str) -> Result<Option<Self>, GitError> {
        let mut all = self.worktrees()?.into_iter();
        let holder = all.find(|it| it.branch.as_deref() == Some(branch));
        let holder = holder.filter(|it| it.exists);
        holder
            .map(|it| Ok(Self::discover(&it.path)?.like(self)))
            .transpose()
    }

    /// A worktree in which the branch is being rebased: it has no branch checked out meanwhile, and moves this one at the
    /// end.
    fn rebased(&self, branch: &str) -> Result<Option<Obstacle>, GitError> {
        let name = format!("refs/heads/{branch}");
        for worktree in self.worktrees()?.into_iter().filter(|it| it.exists) {
            let Ok(there) = Self::discover(&worktree.path) else {
                continue;
            };
            let mut heads = ["rebase-merge", "rebase-apply"]
                .into_iter()
                .filter_map(|it| {
                    let head = there.git_dir.join(it).join("head-name");
                    fs::read_to_string(head).ok()
                });
            if heads.any(|it| it.trim_end() == name) {
                return Ok(Some(there.obstructed(Kind::UnderWay("a rebase", "rebase"))));
            }
        }
        Ok(None)
    }

    fn obstructed(&self, kind: Kind) -> Obstacle {
        Obstacle {
            path: self.root.clone(),
            kind,
        }
    }

    /// What keeps this worktree from going from one commit to another.
    fn obstacle_here(&self, old: &GitId, new: &GitId) -> Result<Option<Obstacle>, GitError> {
        if let Some((what, end)) = self.under_way() {
            return Ok(Some(self.obstructed(Kind::UnderWay(what, end))));
        }
        if let Some(lock) = self.locked() {
            return Ok(Some(self.obstructed(Kind::Locked(lock))));
        }
        let differ = self.differences(old, new)?;
        if let Some(file) = self.in_the_way(&differ)? {
            return Ok(Some(self.obstructed(Kind::Unknown(file))));
        }
        let hidden = self.changed_in_secret(&differ)?;
        if !hidden.is_empty() {
            return Ok(Some(self.obstructed(Kind::Changed(hidden))));
        }
        let try_it = || self.follow(old, new, &["--dry-run"]);
        if try_it()?.is_ok() {
            return Ok(None);
        }
        // Times may have changed and nothing else: only what needs an update is wanted, not whether anything does.
        let refresh = words(["update-index", "-q", "--refresh"]);
        self.converting(&self.root, refresh)?.done()?;
        let Err(said) = try_it()? else {
            return Ok(None);
        };
        let changed = self.changed(old, &differ)?;
        let kind = match changed.is_empty() {
            true => Kind::Other(said.lines().next().unwrap_or_default().to_owned()),
            false => Kind::Changed(changed),
        };
        Ok(Some(self.obstructed(kind)))
    }

    /// Takes index and files from one commit to another; git checks everything before it touches anything. The inner error
    /// is what it said.
    fn follow(
        &self,
        old: &GitId,
        new: &GitId,
        more: &[&str],
    ) -> Result<Result<(), String>, GitError> {
        let mut arguments = words(["read-tree", "-m", "-u"]);
        arguments.extend(more.iter().map(Into::into));
        arguments.extend(words([old.as_str(), new.as_str()]));
        let (_, done) = self.converting(&self.root, arguments)?.done()?;
        Ok(match done.code {
            0 => Ok(()),
            _ => Err(complaint(&done)),
        })
    }

    /// What is in progress in this worktree, and git's verb for it.
    fn under_way(&self) -> Option<(&'static str, &'static str)> {
        let all = [
            ("MERGE_HEAD", "a merge", "merge"),
            ("rebase-merge", "a rebase", "rebase"),
            ("rebase-apply", "a rebase", "rebase"),
            ("CHERRY_PICK_HEAD", "a cherry-pick", "cherry-pick"),
            ("REVERT_HEAD", "a revert", "revert"),
        ];
        all.into_iter()
            .find(|(file, ..)| self.git_dir.join(file).exists())
            .map(|(_, what, end)| (what, end))
    }

    /// The lock of the index, if it is there for longer than a moment.
    fn locked(&self) -> Option<PathBuf> {
        let lock = self.git_dir.join("index.lock");
        let until = Instant::now() + LOCK_WAIT;
        while lock.exists() {
            if Instant::now() >= until {
                return Some(lock);
            }
            std::thread::sleep(LOCK_LOOK);
        }
        None
    }

    /// The first thing that git does not know at or above the place of a new file. Read-tree looks for such things too, but
    /// takes what is ignored for nothing.
    fn in_the_way(&self, differ: &[Difference]) -> Result<Option<String>, GitError> {
        let mut there = BTreeSet::new();
        for file in differ.iter().filter(|it| it.kind == 'A') {
            let path = Path::new(OsStr::from_bytes(&file.path));
            for above in path.ancestors().filter(|it| !it.as_os_str().is_empty()) {
                let full = self.root.join(above);
                let Ok(meta) = fs::symlink_metadata(&full) else {
                    continue;
                };
                let is_empty = || fs::read_dir(&full).is_ok_and(|mut it| it.next().is_none());
                if !meta.is_dir() || above == path && !is_empty() {
                    there.insert(above.as_os_str().as_bytes().to_vec());
                }
            }
        }
        if there.is_empty() {
            return Ok(None);
        }
        let known = self.call(words(["ls-files", "-z"]))?.bytes()?;
        let known: BTreeSet<&[u8]> = known.split(|byte| *byte == 0).collect();
        let mut unknown = there.iter().filter(|it| !known.contains(it.as_slice()));
        Ok(unknown.next().map(|it| names::held(it)))
    }

    /// Files that the index marks as left out of the checkout on purpose: those of a sparse checkout.
    pub(crate) fn left_out_of_checkout(&self) -> Result<BTreeSet<Vec<u8>>, GitError> {
        let listing = self.call(words(["ls-files", "-t", "-z"]))?.bytes()?;
        let lines = listing.split(|byte| *byte == 0);
        let paths = lines.filter_map(|line| line.strip_prefix(b"S "));
        Ok(paths.map(<[u8]>::to_vec).collect())
    }

    /// Those of these files that were changed and that git was told not to look at (`assume-unchanged`, `skip-worktree`):
    /// it would overwrite them, or leave them as they are and call them the new ones.
    fn changed_in_secret(&self, differ: &[Difference]) -> Result<Vec<String>, GitError> {
        if snapshot::hides_nothing(self) {
            return Ok(Vec::new());
        }
        let listing = self.call(words(["ls-files", "-v", "-z"]))?.bytes()?;
        let hidden = listing.split(|byte| *byte == 0).filter_map(|line| {
            let (tag, path) = (line.first()?, line.get(2..)?);
            (*tag == b'S' || tag.is_ascii_lowercase()).then_some(path)
        });
        let hidden: BTreeSet<&[u8]> = hidden.collect();
        let mut changed = Vec::new();
        for it in differ
            .iter()
            .filter(|it| hidden.contains(it.path.as_slice()))
        {
            let file = self.root.join(OsStr::from_bytes(&it.path));
            if !fs::symlink_metadata(&file).is_ok_and(|it| it.is_file()) {
                continue;
            }
            let mut path = it.path.clone();
            path.push(b'\n');
            let arguments = words(["hash-object", "--stdin-paths"]);
            let now = self.converting(&self.root, arguments)?.stdin(path).id()?;
            let is = |held: &Option<super::Held>| held.as_ref().is_some_and(|it| it.id == now);
            if !is(&it.old) && !is(&it.new) {
                changed.push(names::held(&it.path));
            }
        }
        Ok(changed)
    }

    /// Those of these files that were changed since the commit.
    fn changed(&self, since: &GitId, differ: &[Difference]) -> Result<Vec<String>, GitError> {
        let arguments = words(["diff-index", "-z", "--name-only", since.as_str(), "--"]);
        let answer = self.converting(&self.root, arguments)?.bytes()?;
        let differ: BTreeSet<&[u8]> = differ.iter().map(|it| it.path.as_slice()).collect();
        let files = answer.split(|byte| *byte == 0);
        let files = files.filter(|it| differ.contains(it));
        Ok(files.map(names::held).collect())
    }
}
