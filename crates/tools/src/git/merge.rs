//! Merging trees without a worktree, and bringing a checkout up to a branch that moved under it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ledger::ids::GitId;

use super::run::{complaint, failed};
use super::{GitError, Repo, object_id, words};

/// What merging two commits gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merged {
    /// One tree that has both sides' changes.
    Clean(GitId),
    /// Both sides changed the same places in different ways.
    Conflicts {
        /// The tree, with marks where they differ.
        tree: GitId,
        /// The files.
        files: Vec<String>,
        /// Those of them that our side took away; the tree has what the other side made of them.
        removed: Vec<String>,
    },
}

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

impl Merged {
    /// The tree, or [`GitError::Conflict`].
    pub fn tree(self) -> Result<GitId, GitError> {
        match self {
            Merged::Clean(tree) => Ok(tree),
            Merged::Conflicts { files, .. } => Err(GitError::Conflict(files)),
        }
    }
}

impl Repo {
    /// Brings what `theirs` changed since `base` to `ours`, whatever their histories have in common: no worktree, index
    /// or ref is touched.
    pub fn merge_since(
        &self,
        base: &GitId,
        ours: &GitId,
        theirs: &GitId,
    ) -> Result<Merged, GitError> {
        // Before 2.40 git takes no base from outside, so it is given commits that have no other one.
        let base = self.bare_commit(&self.tree_of(base)?, &[])?;
        let side = |of: &GitId| self.bare_commit(&self.tree_of(of)?, std::slice::from_ref(&base));
        self.merge_trees(&side(ours)?, &side(theirs)?)
    }

    /// Merges two commits as trees: no worktree, index or ref is touched.
    pub fn merge_trees(&self, ours: &GitId, theirs: &GitId) -> Result<Merged, GitError> {
        let arguments = words(["merge-tree", "--write-tree", "-z", "--no-messages"]);
        let arguments = [arguments, words([ours.as_str(), theirs.as_str()])].concat();
        let (verb, done) = self.call(arguments)?.done()?;
        if !matches!(done.code, 0 | 1) {
            let old = done.code == 129 || String::from_utf8_lossy(&done.stderr).contains("usage:");
            return Err(if old {
                GitError::TooOld("merge-tree")
            } else {
                failed(&verb, &done)
            });
        }
        let text = String::from_utf8_lossy(&done.stdout);
        let mut fields = text
            .split('\0')
            .map(str::trim_end)
            .filter(|field| !field.is_empty());
        let tree = fields.next().and_then(object_id);
        let tree = tree.ok_or(GitError::Unexpected(verb))?;
        if done.code == 0 {
            return Ok(Merged::Clean(tree));
        }
        // One line for each side of each file: 1 is what both grew from, 2 ours, 3 theirs.
        let mut sides: BTreeMap<String, BTreeSet<char>> = BTreeMap::new();
        for field in fields {
            let unexpected = || GitError::Unexpected("merge-tree".to_owned());
            let (head, file) = field.split_once('\t').ok_or_else(unexpected)?;
            let side = head.chars().last().ok_or_else(unexpected)?;
            sides.entry(file.to_owned()).or_default().insert(side);
        }
        let is_removed = |of: &BTreeSet<char>| of.contains(&'1') && !of.contains(&'2');
        let removed = sides.iter().filter(|(_, of)| is_removed(of));
        Ok(Merged::Conflicts {
            tree,
            removed: removed.map(|(file, _)| file.clone()).collect(),
            files: sides.into_keys().collect(),
        })
    }

    /// Waits for others of ours that move a branch of this repository together with its checkout, and lets none of them
    /// begin before it is dropped. Where there are no such locks nobody waits: a ref is safe without.
    pub fn alone(&self) -> Option<fs::File> {
        let folder = fs::File::open(&self.common_dir).ok()?;
        folder.lock().ok()?;
        Some(folder)
    }

    /// After `branch` was moved from `old` to `new`: brings the worktree that has it checked out
    /// along. What was changed in other files stays as it is. If a file that differs between the
    /// two was changed, or one that git does not know is in the way of a new one, nothing is
    /// touched. Doing it twice does no harm.
    pub fn sync_checkout(
        &self,
        branch: &str,
        old: &GitId,
        new: &GitId,
    ) -> Result<Synced, GitError> {
        let all = self.worktrees()?;
        let holder = all
            .into_iter()
            .find(|tree| tree.branch.as_deref() == Some(branch));
        let Some(holder) = holder.filter(|holder| holder.exists) else {
            return Ok(Synced::NotCheckedOut);
        };
        let there = Self::discover(&holder.path)?.like(self);
        let path = holder.path;
        let at = quoted(&path);
        let again = format!("git -C {at} read-tree -m -u {old} {new}");
        if let Some((what, next)) = there.under_way() {
            let why = format!("{what} is in progress");
            let next = format!("{next}, then `{again}`");
            return Ok(Synced::Left { path, why, next });
        }
        let differ = there.differing(old, new)?;
        if let Some(file) = there.in_the_way(&differ)? {
            let why = format!("`{file}` is there and git does not know it");
            let next = format!("move it away, then `{again}`");
            return Ok(Synced::Left { path, why, next });
        }
        // Only what needs an update is wanted, not whether anything does.
        let refresh = words(["update-index", "-q", "--refresh"]);
        there.converting(&there.root, refresh)?.done()?;
        let follow = words(["read-tree", "-m", "-u", old.as_str(), new.as_str()]);
        let (_, done) = there.converting(&there.root, follow)?.done()?;
        if done.code == 0 {
            return Ok(Synced::Updated(path));
        }
        // Read-tree checks everything before it touches anything. What was changed was changed
        // from the old commit: there it can be put aside.
        let next = format!(
            "`git -C {at} update-ref --no-deref HEAD {old} && git -C {at} stash && git -C {at} switch {branch} \
             && git -C {at} stash pop`",
            branch = quoted(Path::new(branch)),
        );
        let why = match there.changed(old, &differ)? {
            Some(file) => format!("`{file}` has changes that are not committed"),
            None => complaint(&done),
        };
        Ok(Synced::Left { path, why, next })
    }

    /// What is in progress in this worktree, and how it is ended.
    fn under_way(&self) -> Option<(&'static str, &'static str)> {
        let all = [
            ("MERGE_HEAD", "a merge", "`git merge --abort`"),
            ("rebase-merge", "a rebase", "`git rebase --abort`"),
            ("rebase-apply", "a rebase", "`git rebase --abort`"),
            (
                "CHERRY_PICK_HEAD",
                "a cherry-pick",
                "`git cherry-pick --abort`",
            ),
            ("REVERT_HEAD", "a revert", "`git revert --abort`"),
            ("BISECT_LOG", "a bisection", "`git bisect reset`"),
        ];
        all.into_iter()
            .find(|(file, ..)| self.git_dir.join(file).exists())
            .map(|(_, what, next)| (what, next))
    }

    /// Files that differ between two commits, and whether the second one has them anew.
    fn differing(&self, old: &GitId, new: &GitId) -> Result<BTreeMap<String, bool>, GitError> {
        let arguments = words(["diff-tree", "-r", "-z", "--name-status", "--no-renames"]);
        let arguments = [arguments, words([old.as_str(), new.as_str()])].concat();
        let answer = self.call(arguments)?.bytes()?;
        let answer = String::from_utf8_lossy(&answer);
        let fields: Vec<&str> = answer.split('\0').collect();
        let (pairs, _) = fields.as_chunks::<2>();
        let pair = |[status, file]: &[&str; 2]| ((*file).to_owned(), *status == "A");
        Ok(pairs.iter().map(pair).collect())
    }

    /// The first thing that git does not know at or above the place of a new file. Read-tree looks
    /// for such things too, but takes what is ignored for nothing.
    fn in_the_way(&self, differ: &BTreeMap<String, bool>) -> Result<Option<String>, GitError> {
        let new = differ.iter().filter(|(_, is_new)| **is_new);
        let mut there = BTreeSet::new();
        for (file, _) in new {
            for above in Path::new(file).ancestors() {
                let Some(name) = above.to_str().filter(|it| !it.is_empty()) else {
                    continue;
                };
                let Ok(meta) = fs::symlink_metadata(self.root.join(above)) else {
                    continue;
                };
                if name == file || !meta.is_dir() {
                    there.insert(name.to_owned());
                }
            }
        }
        if there.is_empty() {
            return Ok(None);
        }
        let known = self.call(words(["ls-files", "-z"]))?.bytes()?;
        let known = String::from_utf8_lossy(&known);
        let known: BTreeSet<&str> = known.split('\0').collect();
        Ok(there
            .into_iter()
            .find(|file| !known.contains(file.as_str())))
    }

    /// The first of these files that was changed since the commit.
    fn changed(
        &self,
        since: &GitId,
        differ: &BTreeMap<String, bool>,
    ) -> Result<Option<String>, GitError> {
        let arguments = words(["diff-index", "-z", "--name-only", since.as_str(), "--"]);
        let answer = self.converting(&self.root, arguments)?.bytes()?;
        let answer = String::from_utf8_lossy(&answer);
        let mut files = answer.split('\0');
        Ok(files.find(|it| differ.contains_key(*it)).map(str::to_owned))
    }
}

/// A path as a word for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+@".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
