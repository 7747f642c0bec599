//! What changed, and making it a commit: by path, through plumbing, without the user's index.

use std::fs;
use std::sync::Arc;

use ledger::action::Written;
use ledger::ids::{GitId, RelPath};

use super::run::{Call, failed};
use super::{Difference, GitError, Repo, disk, words};
use crate::snapshot::SnapshotError;

impl Repo {
    /// Whether any tracked file differs from the last commit, in the index or on disk.
    pub fn is_dirty(&self) -> Result<bool, GitError> {
        let arguments = ["status", "--porcelain", "-z", "--untracked-files=no"];
        let arguments = [words(arguments), words(["--ignore-submodules=none"])].concat();
        Ok(!self.converting(&self.root, arguments)?.bytes()?.is_empty())
    }

    /// Commits exactly these differences, which lead from the tip of this worktree's branch to a tree that stands in the
    /// repository, onto that branch. `None` if that changes nothing. Whatever else the index held is forgotten, not
    /// committed: this is for worktrees of ours, not for a user's checkout.
    pub(crate) fn commit_some(
        &self,
        differences: &[&Difference],
        message: &str,
    ) -> Result<Option<GitId>, GitError> {
        let (branch, parent) = self.branch()?;
        let lines = differences.iter().map(|it| {
            let held = it.new.as_ref();
            (
                it.path.as_slice(),
                held.map(|it| (it.mode.as_str(), &it.id)),
            )
        });
        let tree = self.tree_with(&parent, lines)?;
        if tree == self.tree_of(&parent)? {
            return Ok(None);
        }
        let commit = self.commit_tree(&tree, std::slice::from_ref(&parent), message)?;
        self.update_ref(&format!("refs/heads/{branch}"), &commit, Some(&parent))?;
        self.reset_index(&commit)?;
        Ok(Some(commit))
    }

    /// The tree of a commit with these paths holding something else, or nothing.
    fn tree_with<'a>(
        &self,
        tree: &GitId,
        paths: impl Iterator<Item = (&'a [u8], Option<(&'a str, &'a GitId)>)>,
    ) -> Result<GitId, GitError> {
        let none = "0".repeat(tree.as_str().len());
        let mut list = Vec::new();
        for (path, held) in paths {
            let head = match held {
                Some((mode, id)) => format!("{mode} {id}\t"),
                None => format!("0 {none}\t"),
            };
            list.extend_from_slice(head.as_bytes());
            list.extend_from_slice(path);
            list.push(0);
        }
        let index = self
            .git_dir
            .join(format!("interlock-index-{}", std::process::id()));
        let of = |call: Call| call.env("GIT_INDEX_FILE", &index);
        let made = (|| {
            of(self.call(words(["read-tree", tree.as_str()]))?).bytes()?;
            let stage = words(["update-index", "-z", "--index-info"]);
            of(self.call(stage)?).stdin(list).bytes()?;
            of(self.call(words(["write-tree"]))?).id()
        })();
        let _ours = fs::remove_file(&index);
        made
    }

    /// Commits a tree, which the files of this worktree show, onto its branch.
    pub(crate) fn commit_whole(&self, tree: &GitId, message: &str) -> Result<GitId, GitError> {
        let (branch, parent) = self.branch()?;
        let commit = self.commit_tree(tree, std::slice::from_ref(&parent), message)?;
        self.update_ref(&format!("refs/heads/{branch}"), &commit, Some(&parent))?;
        self.reset_index(&commit)?;
        Ok(commit)
    }

    /// Makes a commit that writes or removes these files on top of `parent`; no ref, index or worktree is touched. `None`
    /// if that changes nothing.
    pub(crate) fn commit_texts(
        &self,
        parent: &GitId,
        files: &[Written],
        message: &str,
    ) -> Result<Option<GitId>, SnapshotError> {
        let blobs = crate::snapshot::stored_texts(self, parent, files)?;
        let lines = files.iter().zip(&blobs).map(|(file, blob)| {
            let held = blob.as_ref().map(|id| ("100644", id));
            (file.path.as_str().as_bytes(), held)
        });
        let tree = self.tree_with(parent, lines)?;
        if tree == self.tree_of(parent)? {
            return Ok(None);
        }
        let commit = self.commit_tree(&tree, std::slice::from_ref(parent), message)?;
        Ok(Some(commit))
    }

    /// The tree without these files.
    pub fn tree_without(&self, tree: &GitId, files: &[RelPath]) -> Result<GitId, GitError> {
        if files.is_empty() {
            return Ok(tree.clone());
        }
        let gone = files.iter().map(|it| (it.as_str().as_bytes(), None));
        self.tree_with(tree, gone)
    }

    /// Stores a text as it is.
    pub(crate) fn store_text(&self, text: &str) -> Result<GitId, GitError> {
        let store = words(["hash-object", "-w", "--stdin", "--no-filters"]);
        self.call(store)?.stdin(text.as_bytes().to_vec()).id()
    }

    /// When the commit that is checked out was made, in seconds since 1970.
    pub fn head_time(&self) -> Result<u64, GitError> {
        let head = self.head()?;
        if let Some(seconds) = head.commit().and_then(|it| self.loose_time(it)) {
            return Ok(seconds);
        }
        let arguments = words(["rev-list", "--max-count=1", "--timestamp", "HEAD"]);
        let bytes = self.call(arguments)?.bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let seconds = text
            .split_whitespace()
            .next()
            .and_then(|it| it.parse().ok());
        seconds.ok_or_else(|| GitError::Unexpected("rev-list".to_owned()))
    }

    /// A commit that git reckons with and no branch will ever have.
    pub(super) fn bare_commit(&self, tree: &GitId, parents: &[GitId]) -> Result<GitId, GitError> {
        let mut arguments = words(["commit-tree", "-m", "side", tree.as_str()]);
        for parent in parents {
            arguments.extend(words(["-p", parent.as_str()]));
        }
        let mut call = self.call(arguments)?;
        for name in ["AUTHOR", "COMMITTER"] {
            call = call
                .env(&format!("GIT_{name}_NAME"), "Interlock")
                .env(&format!("GIT_{name}_EMAIL"), "interlock@localhost");
        }
        call.id()
    }

    /// Messages of the commits that `tip` has and `since` has not, merges left out, the oldest first; at most `count_max`.
    pub fn messages(
        &self,
        since: &GitId,
        tip: &GitId,
        count_max: usize,
    ) -> Result<Vec<String>, GitError> {
        self.log(since, tip, "%B", ("--reverse", count_max))
    }

    /// Commits that `tip` has and `since` has not, the newest first, as short id and subject; at most `count_max`.
    pub fn subjects(
        &self,
        since: &GitId,
        tip: &GitId,
        count_max: usize,
    ) -> Result<Vec<String>, GitError> {
        self.log(since, tip, "%h %s", ("--date-order", count_max))
    }

    fn log(
        &self,
        since: &GitId,
        tip: &GitId,
        format: &str,
        (order, count_max): (&str, usize),
    ) -> Result<Vec<String>, GitError> {
        let format = format!("--format={format}");
        let count = format!("--max-count={count_max}");
        let mut arguments = words(["log", "-z", "--no-merges", order, &format, &count]);
        arguments.extend(words([tip.as_str(), "--not", since.as_str(), "--"]));
        let bytes = self.call(arguments)?.bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let each = text.split('\0').map(str::trim_end);
        Ok(each
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect())
    }

    /// Whether `old` is `new` or one of its ancestors.
    pub fn is_ancestor(&self, old: &GitId, new: &GitId) -> Result<bool, GitError> {
        if old == new || self.loose_parents(new).contains(old) {
            return Ok(true);
        }
        let arguments = words(["merge-base", "--is-ancestor", old.as_str(), new.as_str()]);
        self.call(arguments)?.yes()
    }

    /// The commit that both of these grew from; `None`: there is none.
    pub fn merge_base(&self, one: &GitId, other: &GitId) -> Result<Option<GitId>, GitError> {
        for (old, new) in [(one, other), (other, one)] {
            if old == new || self.loose_parents(new).contains(old) {
                return Ok(Some(old.clone()));
            }
        }
        let arguments = words(["merge-base", one.as_str(), other.as_str()]);
        let (verb, done) = self.call(arguments)?.done()?;
        match done.code {
            0 => Ok(super::object_id(
                String::from_utf8_lossy(&done.stdout).trim(),
            )),
            1 => Ok(None),
            _ => Err(failed(&verb, &done)),
        }
    }

    /// Files below a folder of a tree, at most a few thousand.
    pub fn files_below(&self, tree: &GitId, folder: &str) -> Result<Vec<RelPath>, GitError> {
        /// Files that are named.
        const FILES_MAX: usize = 5_000;
        if let Some(listing) = self.known_listing(tree) {
            let text = String::from_utf8_lossy(&listing);
            let paths = text.split('\0').filter_map(|line| line.split_once('\t'));
            let below = paths.filter(|(_, path)| {
                let rest = path.strip_prefix(folder);
                rest.is_some_and(|it| it.is_empty() || it.starts_with('/'))
            });
            let found = below.filter_map(|(_, path)| RelPath::held(path).ok());
            return Ok(found.take(FILES_MAX).collect());
        }
        let arguments = words([
            "ls-tree",
            "-r",
            "-z",
            "--name-only",
            tree.as_str(),
            "--",
            folder,
        ]);
        let bytes = self.call(arguments)?.bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let names = text.split('\0').filter(|it| !it.is_empty());
        Ok(names
            .filter_map(|it| RelPath::held(it).ok())
            .take(FILES_MAX)
            .collect())
    }

    /// What git ignores in this worktree, folders that it ignores whole as one.
    pub(crate) fn ignored_paths(&self) -> Result<Vec<String>, GitError> {
        let arguments = [
            "ls-files",
            "-z",
            "--others",
            "--ignored",
            "--exclude-standard",
        ];
        let arguments = [
            words(arguments),
            words(["--directory", "--no-empty-directory"]),
        ];
        let listing = self.call(arguments.concat())?.bytes()?;
        let paths = listing.split(|byte| *byte == 0).filter(|it| !it.is_empty());
        let paths = paths.filter_map(|it| std::str::from_utf8(it).ok());
        Ok(paths
            .map(|it| it.trim_end_matches('/').to_owned())
            .collect())
    }

    /// Every file in a tree, as `git ls-tree -r -z` says it; without a process where it was seen on the way.
    pub(crate) fn list_files(&self, tree: &GitId) -> Result<Arc<[u8]>, GitError> {
        match self.known_listing(tree) {
            Some(listing) => Ok(listing),
            None => Ok(self.list_tree(tree)?.into()),
        }
    }

    /// Everything in a tree, folders included, as `git ls-tree -r -t -z` says it.
    pub(crate) fn list_tree(&self, tree: &GitId) -> Result<Vec<u8>, GitError> {
        self.call(words(["ls-tree", "-r", "-t", "-z", tree.as_str()]))?
            .bytes()
    }

    /// Makes the index that of a tree; no file is touched.
    pub(crate) fn reset_index(&self, tree: &GitId) -> Result<(), GitError> {
        self.call(words(["read-tree", "--reset", tree.as_str()]))?
            .bytes()?;
        Ok(())
    }

    /// Takes away an index lock that a killed git left in this worktree. Only for a worktree that
    /// nobody else uses. Says whether there was one.
    pub(crate) fn unlock_index(&self) -> Result<bool, GitError> {
        let lock = self.git_dir.join("index.lock");
        match fs::remove_file(&lock) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(disk(&lock)(error)),
        }
    }
}
