//! What refs point to, and moving them: read from their files, moved by compare-and-swap only.

use std::io::Write as _;
use std::path::Path;

use ledger::ids::GitId;

use super::run::{Call, complaint, failed};
use super::{GitError, Head, Repo, object_id, words};

/// Symbolic refs followed at most.
const HOPS_MAX: usize = 5;

/// Says whether git takes this as a branch name (`git check-ref-format`, one rule per line).
pub fn valid_branch(name: &str) -> bool {
    let bad_letter = |letter: char| letter.is_control() || " ~^:?*[\\\u{7f}".contains(letter);
    let bad_part = |part: &str| part.is_empty() || part.starts_with('.') || part.ends_with(".lock");
    !(name.is_empty()
        || name.len() > 200
        || name == "@"
        || name == "HEAD"
        || name.starts_with('-')
        || name.ends_with('.')
        || name.contains("..")
        || name.contains("@{")
        || name.chars().any(bad_letter)
        || name.split('/').any(bad_part))
}

/// Whether a ref is ours alone.
fn is_ours(name: &str) -> bool {
    ["refs/heads/interlock/", "refs/interlock/"]
        .iter()
        .any(|ours| name.starts_with(ours))
}

impl Repo {
    /// What this worktree stands on.
    pub fn head(&self) -> Result<Head, GitError> {
        if let Some(text) = self
            .plain_refs
            .then(|| read(&self.git_dir.join("HEAD")))
            .flatten()
        {
            match text.strip_prefix("ref: refs/heads/") {
                Some(name) => {
                    let commit = self.find(&format!("refs/heads/{name}"))?;
                    return Ok(Head::Branch(name.to_owned(), commit));
                }
                None => {
                    if let Some(commit) = object_id(&text) {
                        return Ok(Head::Detached(commit));
                    }
                }
            }
        }
        let arguments = words(["symbolic-ref", "--quiet", "--short", "HEAD"]);
        let (verb, done) = Call::unguarded(&self.root, "symbolic-ref", arguments).done()?;
        let commit = self.find("HEAD")?;
        match (done.code, commit) {
            (0, commit) => {
                let name = String::from_utf8_lossy(&done.stdout).trim_end().to_owned();
                Ok(Head::Branch(name, commit))
            }
            (1, Some(commit)) => Ok(Head::Detached(commit)),
            (_, _) => Err(failed(&verb, &done)),
        }
    }

    /// The branch this worktree is on, and its commit.
    pub fn branch(&self) -> Result<(String, GitId), GitError> {
        match self.head()? {
            Head::Branch(name, Some(commit)) => Ok((name, commit)),
            Head::Branch(name, None) => Err(GitError::MissingBranch(name)),
            Head::Detached(_) => Err(GitError::DetachedHead(self.root.clone())),
        }
    }

    /// What a full ref name (`refs/heads/main`) points to, or `None` if there is no such ref.
    pub fn find(&self, name: &str) -> Result<Option<GitId>, GitError> {
        if self.plain_refs
            && let Some(found) = self.find_in_files(name)
        {
            return Ok(found);
        }
        let arguments = words(["rev-parse", "--verify", "--quiet", "--end-of-options", name]);
        let (verb, done) = Call::unguarded(&self.root, "rev-parse", arguments).done()?;
        match done.code {
            0 => {
                let text = String::from_utf8_lossy(&done.stdout);
                let id = object_id(text.trim_end());
                Ok(Some(id.ok_or(GitError::Unexpected(verb))?))
            }
            1 => Ok(None),
            _ => Err(failed(&verb, &done)),
        }
    }

    /// The commit that a revision (a branch, tag, id or `main~2`) names.
    pub fn resolve(&self, revision: &str) -> Result<GitId, GitError> {
        for name in [format!("refs/heads/{revision}"), revision.to_owned()] {
            let full = name.starts_with("refs/heads/") || name == "HEAD";
            if self.plain_refs
                && full
                && let Some(Some(found)) = self.find_in_files(&name)
            {
                return Ok(found);
            }
        }
        let commit = format!("{revision}^{{commit}}");
        let arguments = words([
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &commit,
        ]);
        Call::unguarded(&self.root, "rev-parse", arguments)
            .id()
            .map_err(|_| GitError::MissingBranch(revision.to_owned()))
    }

    /// Whether a part of the history was left out when this was cloned.
    #[must_use]
    pub fn is_shallow(&self) -> bool {
        let cut = std::fs::metadata(self.common_dir.join("shallow"));
        cut.is_ok_and(|it| it.len() > 0)
    }

    /// Whether refs are plain files, which may be read and written as such.
    pub(crate) fn has_plain_refs(&self) -> bool {
        self.plain_refs
    }

    /// Moves a ref from `old` (`None`: it must not exist) to `new`, or fails with
    /// [`GitError::RefMoved`]. This is the only way a ref of the user is ever moved.
    pub(crate) fn update_ref(
        &self,
        name: &str,
        new: &GitId,
        old: Option<&GitId>,
    ) -> Result<(), GitError> {
        if is_ours(name) && self.plain_refs {
            let done = match old {
                Some(old) => self.move_in_files(name, new, old),
                // What is there already is told by git.
                None => self.create_in_files(name, name, new).ok().map(Ok),
            };
            if let Some(done) = done {
                return done;
            }
        }
        let none = "0".repeat(new.as_str().len());
        let old = old.map_or(none.as_str(), GitId::as_str);
        let message = words(["update-ref", "-m", "interlock", "--no-deref"]);
        let call = self.call([message, words([name, new.as_str(), old])].concat())?;
        swap(name, call)
    }

    /// Moves a ref of ours as git does, under its lock file, without a process and without a reflog that nobody reads.
    /// `None` where that is better left to git: its lock is taken, or refs are no plain files.
    fn move_in_files(&self, name: &str, new: &GitId, old: &GitId) -> Option<Result<(), GitError>> {
        let file = self.common_dir.join(name);
        let lock = self.common_dir.join(format!("{name}.lock"));
        let mut made = std::fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&lock)
            .ok()?;
        let stands = self.find_in_files(name);
        let done = match stands {
            Some(Some(stands)) if stands == *old => made
                .write_all(format!("{new}\n").as_bytes())
                .and_then(|()| made.sync_data())
                .and_then(|()| std::fs::rename(&lock, &file))
                .map_err(super::disk(&file)),
            Some(_) => Err(GitError::RefMoved(name.to_owned())),
            None => {
                let _ours = std::fs::remove_file(&lock);
                return None;
            }
        };
        if done.is_err() {
            let _ours = std::fs::remove_file(&lock);
        }
        Some(done)
    }

    /// Deletes a ref that still points to `old`.
    pub(crate) fn delete_ref(&self, name: &str, old: &GitId) -> Result<(), GitError> {
        if is_ours(name)
            && self.plain_refs
            && let Some(done) = self.delete_in_files(name, old)
        {
            return done;
        }
        let arguments = words(["update-ref", "--no-deref", "-d", name, old.as_str()]);
        swap(name, self.call(arguments)?)
    }

    /// The same for a ref of ours that is a file alone: it is not packed, and has no reflog. `None`: git does it.
    fn delete_in_files(&self, name: &str, old: &GitId) -> Option<Result<(), GitError>> {
        let file = self.common_dir.join(name);
        let lock = self.common_dir.join(format!("{name}.lock"));
        let logged = self.common_dir.join("logs").join(name).exists();
        if logged || !file.is_file() || self.find_packed(name)?.is_some() {
            return None;
        }
        std::fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&lock)
            .ok()?;
        let stands = self.find_in_files(name).flatten();
        let done = if stands.as_ref() == Some(old) {
            std::fs::remove_file(&file).map_err(super::disk(&file))
        } else {
            Err(GitError::RefMoved(name.to_owned()))
        };
        let _ours = std::fs::remove_file(&lock);
        Some(done)
    }

    /// `None` where the files don't tell.
    fn find_in_files(&self, name: &str) -> Option<Option<GitId>> {
        let mut name = name.to_owned();
        for _ in 0..HOPS_MAX {
            let own = !name.starts_with("refs/") || name.starts_with("refs/worktree/");
            let folder = if own { &self.git_dir } else { &self.common_dir };
            match read(&folder.join(&name)) {
                Some(text) => match text.strip_prefix("ref: ") {
                    Some(next) => name = next.to_owned(),
                    None => return object_id(&text).map(Some),
                },
                None => return self.find_packed(&name),
            }
        }
        None
    }

    fn find_packed(&self, name: &str) -> Option<Option<GitId>> {
        let file = self.common_dir.join("packed-refs");
        match std::fs::read_to_string(file) {
            Ok(text) => {
                let line = text.lines().find_map(|line| {
                    line.split_once(' ')
                        .filter(|(_, ours)| *ours == name)
                        .map(|(id, _)| id)
                });
                match line {
                    Some(id) => object_id(id).map(Some),
                    None => Some(None),
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(None),
            Err(_) => None,
        }
    }
}

/// Runs an update and tells a moved ref from every other failure.
fn swap(name: &str, call: Call) -> Result<(), GitError> {
    const MOVED: &[&str] = &[
        "but expected",
        "reference already exists",
        "unable to resolve reference",
        "reference is missing",
    ];
    let (verb, done) = call.done()?;
    if done.code == 0 {
        return Ok(());
    }
    let said = complaint(&done);
    if MOVED.iter().any(|word| said.contains(word)) {
        return Err(GitError::RefMoved(name.to_owned()));
    }
    Err(failed(&verb, &done))
}

fn read(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    Some(text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_branch_names() {
        for name in ["main", "task/a-1", "fix/12-ärger", "a.b"] {
            assert!(valid_branch(name), "{name}");
        }
        for name in [
            "", "-x", "a..b", "a b", "a~1", "a^", "a:b", "a?", "a*", "a[", "a\\b", "/a", "a/",
            "a//b", ".a", "a/.b", "a.lock", "a.lock/b", "a.", "@", "a@{1}", "HEAD", "a\n",
            "a\u{7f}",
        ] {
            assert!(!valid_branch(name), "{name}");
        }
    }
}
