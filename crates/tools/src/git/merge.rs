//! Merging trees without a worktree.

use std::collections::{BTreeMap, BTreeSet};

use ledger::ids::GitId;

use super::run::failed;
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
    pub(crate) fn merge_since(
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
    pub(crate) fn merge_trees(&self, ours: &GitId, theirs: &GitId) -> Result<Merged, GitError> {
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
}
