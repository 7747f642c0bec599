//! A linked worktree on no branch: one folder in which the tree of one commit after the other is laid out.

use std::path::Path;

use ledger::ids::GitId;

use super::leftover::BEING_MADE;
use super::run::failed;
use super::{Checkout, GitError, Repo, words};

impl Repo {
    /// Makes a worktree on no branch at `path`, which must not exist, and starts to write the files of `commit`.
    pub(crate) fn detached_add(&self, path: &Path, commit: &GitId) -> Result<Checkout, GitError> {
        let place = path
            .to_str()
            .ok_or_else(|| GitError::BadPath(path.display().to_string()))?;
        let mut arguments = words(["worktree", "add", "--quiet", "--no-checkout", "--detach"]);
        arguments.extend(words(["--lock", "--reason", BEING_MADE]));
        arguments.extend(words(["--", place, commit.as_str()]));
        let alone = self.alone();
        self.call(arguments)?.bytes()?;
        let repo = Self::discover(path)?;
        repo.not_sparse()?;
        drop(alone);
        repo.checkout_of(commit)
    }

    /// Lays another commit out in a worktree on no branch: `HEAD`, index and every file that differs. Files that git does
    /// not know stay, unless they are in the way.
    pub(crate) fn detached_move(&self, commit: &GitId) -> Result<(), GitError> {
        let (verb, done) = self.lay_out(commit)?.done()?;
        if done.code != 0 {
            return Err(failed(&verb, &done));
        }
        self.detached_head(commit)
    }

    /// Has `HEAD` name another commit in a worktree on no branch; index and files stay.
    pub(crate) fn detached_head(&self, commit: &GitId) -> Result<(), GitError> {
        self.call(words(["update-ref", "--no-deref", "HEAD", commit.as_str()]))?
            .bytes()
            .map(drop)
    }
}
