//! What differs between two trees or commits, file by file.

use std::ffi::OsString;
use std::path::Path;

use ledger::ids::{GitId, RelPath};
use ledger::observation::ChangedFile;

use super::run::failed;
use super::{GitError, Repo, names, object_id, words};

/// A diff as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Unified, three lines of context; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Whether there was more than the limit.
    pub truncated: bool,
}

/// One file that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Its name, as git holds it.
    pub(crate) path: Vec<u8>,
    /// `A`, `M` or `D`. A file that became a link, or the other way round, has other content too.
    pub(crate) kind: char,
    /// What stands there before; `None`: nothing.
    pub(crate) old: Option<Held>,
    /// What stands there afterwards; `None`: nothing.
    pub(crate) new: Option<Held>,
}

/// What a tree holds at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Its mode in digits: `100644`.
    pub(crate) mode: String,
    /// Its name as an object, or the commit of another repository.
    pub(crate) id: GitId,
}

impl Held {
    /// Whether it is a link to a commit of another repository.
    pub(crate) fn is_link(&self) -> bool {
        self.mode == "160000"
    }
}

impl Difference {
    /// The same as lines hold it.
    pub(crate) fn changed(&self) -> ChangedFile {
        ChangedFile {
            path: names::held(&self.path),
            kind: self.kind,
        }
    }
}

impl Repo {
    /// What differs between two trees or commits. A rename is a deletion and an addition.
    pub fn changes(&self, old: &GitId, new: &GitId) -> Result<Vec<ChangedFile>, GitError> {
        let all = self.differences(old, new)?;
        Ok(all.iter().map(Difference::changed).collect())
    }

    /// The same, with what stands there before and afterwards.
    pub(crate) fn differences(
        &self,
        old: &GitId,
        new: &GitId,
    ) -> Result<Vec<Difference>, GitError> {
        let arguments = words(["diff-tree", "-r", "-z", "--no-renames", "--no-abbrev"]);
        let arguments = [arguments, words([old.as_str(), new.as_str()])].concat();
        let bytes = self.call(arguments)?.bytes()?;
        parse(&bytes).ok_or_else(|| GitError::Unexpected("diff-tree".to_owned()))
    }

    /// Files that git takes to stand under another path now, by the paths where they stood.
    pub fn moved(&self, old: &GitId, new: &GitId) -> Result<Vec<String>, GitError> {
        let plain = [
            "diff-tree",
            "-r",
            "-z",
            "-M",
            "--diff-filter=R",
            "--name-status",
        ];
        let arguments = [words(plain), words([old.as_str(), new.as_str()])].concat();
        let bytes = self.call(arguments)?.bytes()?;
        let mut fields = bytes.split(|byte| *byte == 0);
        let mut moved = Vec::new();
        // A letter with how alike they are, the old path, the new one.
        while let (Some(_), Some(from), Some(_)) = (fields.next(), fields.next(), fields.next()) {
            moved.push(names::held(from));
        }
        Ok(moved)
    }

    /// What a tree or commit holds at a path; `None`: nothing, or a folder.
    pub(crate) fn held(&self, tree: &GitId, path: &RelPath) -> Result<Option<Held>, GitError> {
        let arguments = words(["ls-tree", "-z", tree.as_str(), "--", path.as_str()]);
        let bytes = self.call(arguments)?.bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let head = text.split_once('\t').map_or("", |(head, _)| head);
        let mut words = head.split(' ');
        let (mode, kind, id) = (words.next(), words.next(), words.next());
        let held = || {
            let mode = mode.filter(|_| kind != Some("tree"))?.to_owned();
            let id = object_id(id?)?;
            Some(Held { mode, id })
        };
        Ok(held())
    }

    /// Whether git knows any file in a folder of this worktree.
    pub fn has_below(&self, folder: &Path) -> Result<bool, GitError> {
        let mut arguments = words(["ls-files", "-z", "--"]);
        arguments.push(folder.as_os_str().to_owned());
        Ok(!self.call(arguments)?.bytes()?.is_empty())
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
}

/// Reads `:<mode> <mode> <id> <id> <status>` and path, each ended by a zero.
pub(super) fn parse(bytes: &[u8]) -> Option<Vec<Difference>> {
    let mut fields = bytes
        .split(|byte| *byte == 0)
        .filter(|field| !field.is_empty());
    let mut all = Vec::new();
    while let Some(head) = fields.next() {
        let path = fields.next()?.to_vec();
        let head = std::str::from_utf8(head).ok()?.strip_prefix(':')?;
        let parts: Vec<&str> = head.split(' ').collect();
        let [old_mode, mode, old_id, id, status] = parts.as_slice() else {
            return None;
        };
        let held = |mode: &str, id: &str| {
            let mode = mode.to_owned();
            Some(Held {
                mode,
                id: object_id(id)?,
            })
        };
        let (kind, old, new) = match *status {
            "D" => ('D', Some(held(old_mode, old_id)?), None),
            "A" => ('A', None, Some(held(mode, id)?)),
            "M" | "T" => ('M', Some(held(old_mode, old_id)?), Some(held(mode, id)?)),
            _ => return None,
        };
        all.push(Difference {
            path,
            kind,
            old,
            new,
        });
    }
    Some(all)
}
