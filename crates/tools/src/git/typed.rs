//! What git commands that an agent types come to: objects that are taken in, lines of the index, a tree of it.

use ledger::ids::GitId;

use super::{GitError, Repo, object_id, words};

impl Repo {
    /// Takes in the objects of a pack, each looked at by git.
    pub(crate) fn take_in(&self, pack: Vec<u8>) -> Result<(), GitError> {
        let call = self.call(words(["unpack-objects", "-q", "--strict"]))?;
        call.stdin(pack).bytes().map(drop)
    }

    /// Takes lines into the index of this worktree, in the form of `update-index -z --index-info`. No file is looked at.
    pub(crate) fn stage_lines(&self, lines: Vec<u8>) -> Result<(), GitError> {
        let call = self.call(words(["update-index", "-z", "--index-info"]))?;
        call.stdin(lines).bytes().map(drop)
    }

    /// The tree of what the index of this worktree holds.
    pub(crate) fn index_tree(&self) -> Result<GitId, GitError> {
        self.call(words(["write-tree"]))?.id()
    }

    /// Refs below a prefix, the last name first: the name, the commit, and its subject.
    pub(crate) fn refs_below(
        &self,
        prefix: &str,
    ) -> Result<Vec<(String, GitId, String)>, GitError> {
        let format = "--format=%(refname) %(objectname) %(contents:subject)";
        let arguments = words(["for-each-ref", "--sort=-refname", format, prefix]);
        let text = self.call(arguments)?.text()?;
        let read = |line: &str| {
            let mut parts = line.splitn(3, ' ');
            let name = parts.next()?.to_owned();
            let id = object_id(parts.next()?)?;
            Some((name, id, parts.next().unwrap_or_default().to_owned()))
        };
        let lines = text.lines().map(read);
        let all: Option<Vec<_>> = lines.collect();
        all.ok_or_else(|| GitError::Unexpected("for-each-ref".to_owned()))
    }

    /// The only parent of a commit; nothing where it has none or several.
    pub(crate) fn only_parent(&self, commit: &GitId) -> Result<Option<GitId>, GitError> {
        let arguments = words(["rev-list", "--max-count=1", "--parents", commit.as_str()]);
        let text = self.call(arguments)?.text()?;
        let mut parents = text.split_whitespace().skip(1).map(object_id);
        Ok(match (parents.next(), parents.next()) {
            (Some(only), None) => only,
            (None | Some(_), _) => None,
        })
    }
}
