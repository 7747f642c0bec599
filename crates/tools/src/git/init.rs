//! A repository of our own making: for samples and tests.

use std::path::Path;

use ledger::ids::GitId;

use super::run::Call;
use super::{GitError, Repo, words};

impl Repo {
    /// Makes a repository in a folder that is there, without template and hooks, on a branch without commits.
    pub(crate) fn init(folder: &Path, branch: &str) -> Result<Self, GitError> {
        let arguments = words(["init", "--quiet", "--template=", "--object-format=sha1"]);
        let arguments = [arguments, words(["-b", branch])].concat();
        Call::unguarded(folder, "init", arguments).bytes()?;
        // Nobody needs a sample's commits signed.
        let unsigned = words(["config", "commit.gpgSign", "false"]);
        Call::unguarded(folder, "config", unsigned).bytes()?;
        Self::discover(folder)
    }

    /// Commits everything that git does not ignore as the first commit of the branch.
    pub(crate) fn commit_all(&self, message: &str) -> Result<GitId, GitError> {
        self.call(words(["add", "--all"]))?.bytes()?;
        let tree = self.call(words(["write-tree"]))?.id()?;
        let commit = self.commit_tree(&tree, &[], message)?;
        let branch = match self.head()? {
            super::Head::Branch(name, _) => name,
            super::Head::Detached(_) => return Err(GitError::DetachedHead(self.root.clone())),
        };
        self.update_ref(&format!("refs/heads/{branch}"), &commit, None)?;
        Ok(commit)
    }
}
