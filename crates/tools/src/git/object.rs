//! Reading a commit without git, where it lies in a file of its own; what was found once is kept.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::sync::PoisonError;

use flate2::read::ZlibDecoder;
use ledger::ids::GitId;

use super::{GitError, Repo, object_id, words};

/// Bytes of a commit that are looked at: its tree stands on the first line.
const HEAD_BYTES_MAX: u64 = 256;

impl Repo {
    /// The tree of a commit.
    pub fn tree_of(&self, commit: &GitId) -> Result<GitId, GitError> {
        if let Some(tree) = self.known_tree(commit) {
            return Ok(tree);
        }
        let tree = match self.loose_tree(commit) {
            Some(tree) => tree,
            None => {
                let tree = format!("{commit}^{{tree}}");
                self.call(words(["rev-parse", "--verify", "--quiet", &tree]))?
                    .id()?
            }
        };
        self.learn_tree(commit, &tree);
        Ok(tree)
    }

    /// Keeps the tree of a commit that was found out on the way.
    pub(crate) fn learn_tree(&self, commit: &GitId, tree: &GitId) {
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        trees.insert(commit.clone(), tree.clone());
    }

    fn known_tree(&self, commit: &GitId) -> Option<GitId> {
        let trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        trees.get(commit).cloned()
    }

    /// Reads the first line of a commit that is not packed.
    fn loose_tree(&self, commit: &GitId) -> Option<GitId> {
        let (fan, rest) = commit.as_str().split_at_checked(2)?;
        let file = File::open(self.common_dir.join("objects").join(fan).join(rest)).ok()?;
        let mut head = BufReader::new(ZlibDecoder::new(file).take(HEAD_BYTES_MAX));
        let mut kind = Vec::new();
        head.read_until(0, &mut kind).ok()?;
        kind.starts_with(b"commit ").then_some(())?;
        let mut line = String::new();
        head.read_line(&mut line).ok()?;
        object_id(line.strip_prefix("tree ")?.trim_end())
    }
}
