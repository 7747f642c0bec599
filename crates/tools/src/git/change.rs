//! What changed, and making it a commit: by path, through plumbing, without the user's index.

use std::ffi::OsString;
use std::fs;
use std::sync::Arc;

use ledger::action::Written;
use ledger::ids::{GitId, RelPath};
use ledger::observation::ChangedFile;

use super::run::{Call, failed};
use super::{GitError, Repo, disk, words};

/// A diff as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Unified, three lines of context; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Whether there was more than the limit.
    pub truncated: bool,
}

/// Who makes a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Name.
    pub name: String,
    /// E-mail address.
    pub email: String,
}

impl Repo {
    /// Who commits here: the user's own identity, or Interlock's where none is configured.
    pub fn identity(&self) -> Result<Identity, GitError> {
        let config = self.config()?;
        let name = config.name.clone().filter(|name| !name.is_empty());
        let email = config.email.clone().filter(|email| !email.is_empty());
        Ok(Identity {
            name: name.unwrap_or_else(|| "Interlock".to_owned()),
            email: email.unwrap_or_else(|| "interlock@localhost".to_owned()),
        })
    }

    /// Whether any tracked file differs from the last commit, in the index or on disk.
    pub fn is_dirty(&self) -> Result<bool, GitError> {
        let arguments = ["status", "--porcelain", "-z", "--untracked-files=no"];
        let arguments = [words(arguments), words(["--ignore-submodules=none"])].concat();
        Ok(!self.call(arguments)?.bytes()?.is_empty())
    }

    /// Commits exactly these paths as they are on disk (a missing one is deleted) onto the branch
    /// of this worktree. `None` if that changes nothing. Whatever else the index held is forgotten,
    /// not committed: this is for worktrees of ours, not for a user's checkout.
    pub fn commit(&self, paths: &[RelPath], message: &str) -> Result<Option<GitId>, GitError> {
        let (branch, parent) = self.branch()?;
        let mut list = Vec::new();
        for path in paths {
            list.extend_from_slice(path.as_str().as_bytes());
            list.push(0);
        }
        let forget = words(["read-tree", "--reset", parent.as_str()]);
        self.call(forget)?.bytes()?;
        let stage = words([
            "update-index",
            "--add",
            "--remove",
            "--replace",
            "-z",
            "--stdin",
        ]);
        self.call(stage)?.stdin(list).bytes()?;
        let tree = self.call(words(["write-tree"]))?.id()?;
        if tree == self.tree_of(&parent)? {
            return Ok(None);
        }
        let commit = self.commit_tree(&tree, std::slice::from_ref(&parent), message)?;
        self.update_ref(&format!("refs/heads/{branch}"), &commit, Some(&parent))?;
        Ok(Some(commit))
    }

    /// Commits a tree, which the files of this worktree show, onto its branch.
    pub fn commit_whole(&self, tree: &GitId, message: &str) -> Result<GitId, GitError> {
        let (branch, parent) = self.branch()?;
        let commit = self.commit_tree(tree, std::slice::from_ref(&parent), message)?;
        self.update_ref(&format!("refs/heads/{branch}"), &commit, Some(&parent))?;
        let index = words(["read-tree", "--reset", commit.as_str()]);
        self.call(index)?.bytes()?;
        Ok(commit)
    }

    /// Makes a commit that writes or removes these files on top of `parent`; no ref, index or worktree is touched. `None`
    /// if that changes nothing.
    pub fn commit_texts(
        &self,
        parent: &GitId,
        files: &[Written],
        message: &str,
    ) -> Result<Option<GitId>, GitError> {
        let index = self.git_dir.join("interlock-index");
        let of = |call: Call| call.env("GIT_INDEX_FILE", &index);
        let made = (|| {
            of(self.call(words(["read-tree", parent.as_str()]))?).bytes()?;
            let mut list = String::new();
            for file in files {
                match &file.content {
                    Some(text) => {
                        let blob = match crate::snapshot::blob(self, text.as_bytes()) {
                            Some(blob) => blob,
                            None => {
                                let store = words(["hash-object", "-w", "--stdin", "--no-filters"]);
                                self.call(store)?.stdin(text.clone().into_bytes()).id()?
                            }
                        };
                        list.push_str(&format!("100644 {blob}\t{}\0", file.path));
                    }
                    None => {
                        let none = "0".repeat(parent.as_str().len());
                        list.push_str(&format!("0 {none}\t{}\0", file.path));
                    }
                }
            }
            let stage = words(["update-index", "-z", "--index-info"]);
            of(self.call(stage)?).stdin(list.into_bytes()).bytes()?;
            of(self.call(words(["write-tree"]))?).id()
        })();
        let _ours = fs::remove_file(&index);
        let tree = made?;
        if tree == self.tree_of(parent)? {
            return Ok(None);
        }
        self.commit_tree(&tree, std::slice::from_ref(parent), message)
            .map(Some)
    }

    /// The tree without these files.
    pub fn tree_without(&self, tree: &GitId, files: &[RelPath]) -> Result<GitId, GitError> {
        if files.is_empty() {
            return Ok(tree.clone());
        }
        let name = format!("interlock-index-{}", std::process::id());
        let index = self.git_dir.join(name);
        let of = |call: Call| call.env("GIT_INDEX_FILE", &index);
        let none = "0".repeat(tree.as_str().len());
        let gone = files.iter().map(|path| format!("0 {none}\t{path}\0"));
        let gone: String = gone.collect();
        let made = (|| {
            of(self.call(words(["read-tree", tree.as_str()]))?).bytes()?;
            let stage = words(["update-index", "-z", "--index-info"]);
            of(self.call(stage)?).stdin(gone.into_bytes()).bytes()?;
            of(self.call(words(["write-tree"]))?).id()
        })();
        let _ours = fs::remove_file(&index);
        made
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

    /// Makes a commit object; no ref is moved.
    pub fn commit_tree(
        &self,
        tree: &GitId,
        parents: &[GitId],
        message: &str,
    ) -> Result<GitId, GitError> {
        let who = self.identity()?;
        let mut arguments = words(["commit-tree", tree.as_str()]);
        for parent in parents {
            arguments.extend(words(["-p", parent.as_str()]));
        }
        self.call(arguments)?
            .env("GIT_AUTHOR_NAME", &who.name)
            .env("GIT_AUTHOR_EMAIL", &who.email)
            .env("GIT_COMMITTER_NAME", &who.name)
            .env("GIT_COMMITTER_EMAIL", &who.email)
            .stdin(format!("{}\n", message.trim_end()).into_bytes())
            .id()
            .inspect(|commit| self.learn_tree(commit, tree))
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

    /// What differs between two trees or commits. A rename is a deletion and an addition.
    pub fn changes(&self, old: &GitId, new: &GitId) -> Result<Vec<ChangedFile>, GitError> {
        let arguments = words(["diff-tree", "-r", "-z", "--name-status", "--no-renames"]);
        let arguments = [arguments, words([old.as_str(), new.as_str()])].concat();
        let bytes = self.call(arguments)?.bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let mut fields = text.split('\0').filter(|field| !field.is_empty());
        let mut changes = Vec::new();
        while let (Some(status), Some(path)) = (fields.next(), fields.next()) {
            let kind = match status {
                "A" => 'A',
                "D" => 'D',
                // A file that became a link, or the other way round, has other content too.
                "M" | "T" => 'M',
                _ => return Err(GitError::Unexpected("diff-tree".to_owned())),
            };
            let path = path.to_owned();
            changes.push(ChangedFile { path, kind });
        }
        Ok(changes)
    }

    /// The difference between two trees or commits as text, of these paths or of all.
    pub fn patch(
        &self,
        old: &GitId,
        new: &GitId,
        paths: &[RelPath],
        bytes_max: usize,
    ) -> Result<Patch, GitError> {
        let plain = [
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--no-renames",
        ];
        let mut arguments = [words(["diff-tree", "-r", "-p", "-U3"]), words(plain)].concat();
        arguments.extend(words([old.as_str(), new.as_str(), "--"]));
        for path in paths {
            arguments.push(OsString::from(path.as_str()));
        }
        let (verb, done) = self.call(arguments)?.stdout_bytes_max(bytes_max).done()?;
        if done.code != 0 && !done.cut {
            return Err(failed(&verb, &done));
        }
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        Ok(Patch {
            text,
            truncated: done.cut,
        })
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
            let found = below.filter_map(|(_, path)| RelPath::new(path).ok());
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
            .filter_map(|it| RelPath::new(it).ok())
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

    /// What differs between two trees, as `git diff-tree -r -z` says it.
    pub(crate) fn raw_changes(&self, old: &GitId, new: &GitId) -> Result<Vec<u8>, GitError> {
        let arguments = words(["diff-tree", "-r", "-z", "--no-renames", "--no-abbrev"]);
        self.call([arguments, words([old.as_str(), new.as_str()])].concat())?
            .bytes()
    }

    /// Makes index and files those of a tree. Changes are lost; files git does not know stay.
    pub fn reset(&self, tree: &GitId) -> Result<(), GitError> {
        self.call(words(["read-tree", "--reset", "-u", tree.as_str()]))?
            .bytes()?;
        Ok(())
    }

    /// Takes away an index lock that a killed git left in this worktree. Only for a worktree that
    /// nobody else uses. Says whether there was one.
    pub fn unlock_index(&self) -> Result<bool, GitError> {
        let lock = self.git_dir.join("index.lock");
        match fs::remove_file(&lock) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(disk(&lock)(error)),
        }
    }
}
