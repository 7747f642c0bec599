//! Merging trees without a worktree, and bringing a checkout up to a branch that moved under it.

use std::fs;
use std::path::PathBuf;

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
    },
}

/// What became of the checkout of a branch that was moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Synced {
    /// No worktree has the branch checked out.
    NotCheckedOut,
    /// This one has it, had no changes, and now shows the new commit.
    Updated(PathBuf),
    /// This one has it and was left as it is; the sentence says why.
    Left(PathBuf, String),
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
    /// Merges two commits as trees: no worktree, index or ref is touched.
    pub fn merge_trees(&self, ours: &GitId, theirs: &GitId) -> Result<Merged, GitError> {
        let arguments = words([
            "merge-tree",
            "--write-tree",
            "-z",
            "--name-only",
            "--no-messages",
        ]);
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
        let mut files: Vec<String> = fields.map(str::to_owned).collect();
        files.sort();
        files.dedup();
        Ok(Merged::Conflicts { tree, files })
    }

    /// After `branch` was moved from `old` to `new`: brings the worktree that has it checked out
    /// along, if it had no changes. Files that git does not know are never overwritten.
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
        let there = Self::discover(&holder.path)?;
        if let Some(why) = there.obstacle(old)? {
            return Ok(Synced::Left(holder.path, why));
        }
        let (_, done) = there
            .call(words(["read-tree", "-m", "-u", old.as_str(), new.as_str()]))?
            .done()?;
        if done.code == 0 {
            return Ok(Synced::Updated(holder.path));
        }
        // Read-tree checks everything before it touches anything.
        Ok(Synced::Left(holder.path, complaint(&done)))
    }

    /// Why this worktree can't be brought from `old` to another commit, if it can't.
    fn obstacle(&self, old: &GitId) -> Result<Option<String>, GitError> {
        for (file, what) in [
            ("MERGE_HEAD", "a merge"),
            ("rebase-merge", "a rebase"),
            ("rebase-apply", "a rebase"),
            ("CHERRY_PICK_HEAD", "a cherry-pick"),
            ("REVERT_HEAD", "a revert"),
            ("BISECT_LOG", "a bisection"),
        ] {
            if self.git_dir.join(file).exists() {
                return Ok(Some(format!("{what} is in progress")));
            }
        }
        // Filters are off for us: files that need one would be written unfiltered.
        let attributes = fs::read_to_string(self.root.join(".gitattributes")).unwrap_or_default();
        if attributes.contains("filter=") {
            return Ok(Some("its files pass through a filter".to_owned()));
        }
        // Only the exit status of the comparison counts; refreshing says what needs an update.
        self.call(words(["update-index", "-q", "--refresh"]))?
            .done()?;
        let arguments = words([
            "diff-index",
            "--quiet",
            "--ignore-submodules=none",
            old.as_str(),
        ]);
        let clean = self.call([arguments, words(["--"])].concat())?.yes()?;
        Ok((!clean).then(|| "it has changes that are not committed".to_owned()))
    }
}
