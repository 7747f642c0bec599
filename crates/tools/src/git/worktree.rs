//! Worktrees: made in two steps, so that nobody waits for a thousand files, listed, taken away.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ledger::ids::GitId;

use super::leftover::BEING_MADE;
use super::run::{Call, failed};
use super::{GitError, Repo, disk, valid_branch, words};
use crate::process::plain::Pending;

/// A worktree of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worktree {
    /// Its top folder.
    pub path: PathBuf,
    /// The branch it has checked out, by short name.
    pub branch: Option<String>,
    /// Its folder is there; if not, `prune` forgets it.
    pub exists: bool,
}

/// A worktree whose files are being written. Nothing may use its files before [`Checkout::wait`].
#[derive(Debug)]
pub struct Checkout {
    repo: Repo,
    base: GitId,
    verb: String,
    pending: Pending,
}

impl Checkout {
    /// The worktree, whose files may not be there yet.
    pub fn repo(&self) -> &Repo {
        &self.repo
    }

    /// The commit it is made from.
    pub fn base(&self) -> &GitId {
        &self.base
    }

    /// Waits until every file is there.
    pub fn wait(self) -> Result<Repo, GitError> {
        let done = self.pending.wait().map_err(GitError::Run)?;
        if done.code != 0 {
            return Err(failed(&self.verb, &done));
        }
        // Until now it was locked against being pruned half made.
        let lock = self.repo.git_dir.join("locked");
        fs::remove_file(&lock).map_err(disk(&lock))?;
        if let Some(tree) = crate::snapshot::index_tree(&self.repo) {
            self.repo.learn_tree(&self.base, &tree);
        }
        Ok(self.repo)
    }
}

impl Repo {
    /// Makes a worktree at `path`, which must not exist, on the new branch `branch` at `base`,
    /// and starts to write its files: about a millisecond, however large the tree is.
    pub(crate) fn worktree_add(
        &self,
        path: &Path,
        branch: &str,
        base: &GitId,
    ) -> Result<Checkout, GitError> {
        if !valid_branch(branch) {
            return Err(GitError::BadBranch(branch.to_owned()));
        }
        if fs::symlink_metadata(path).is_ok() {
            return Err(GitError::Exists(path.display().to_string()));
        }
        let alone = self.alone();
        let repo = if self.plain_refs {
            self.add_in_files(path, branch, base)?
        } else {
            self.add_with_git(path, branch, base)?
        };
        drop(alone);
        repo.checkout_of(base)
    }

    /// Starts to write the files of a commit into this worktree.
    pub(super) fn checkout_of(self, base: &GitId) -> Result<Checkout, GitError> {
        let (verb, pending) = self.lay_out(base)?.start()?;
        Ok(Checkout {
            repo: self,
            base: base.clone(),
            verb,
            pending,
        })
    }

    /// A call that writes the files of a commit into this worktree, and its index.
    pub(super) fn lay_out(&self, commit: &GitId) -> Result<Call, GitError> {
        let arguments = words(["read-tree", "--reset", "-u", commit.as_str()]);
        // Filters look for what is theirs (keys, large files) beside what all worktrees share, so they are not told that
        // this is one of several.
        let call = self.converting(&self.root, arguments)?;
        Ok(call
            .setting("core.sparseCheckout", "false")
            .env("GIT_DIR", &self.common_dir)
            .env("GIT_WORK_TREE", &self.root)
            .env("GIT_INDEX_FILE", self.git_dir.join("index")))
    }

    /// Every worktree of this repository, the main one first.
    pub fn worktrees(&self) -> Result<Vec<Worktree>, GitError> {
        let mut all = Vec::new();
        if let Some(path) = self.main_worktree() {
            let branch = branch_in(&self.common_dir.join("HEAD"));
            let exists = path.is_dir();
            all.push(Worktree {
                path,
                branch,
                exists,
            });
        }
        let folder = self.common_dir.join("worktrees");
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(all),
            Err(error) => return Err(disk(&folder)(error)),
        };
        for entry in entries {
            let admin = entry.map_err(disk(&folder))?.path();
            let Ok(text) = fs::read_to_string(admin.join("gitdir")) else {
                continue;
            };
            // Absolute, or relative to the folder that says it.
            let dot_git = admin.join(text.trim_end());
            let path = dot_git.parent().unwrap_or(&dot_git).to_owned();
            let exists = dot_git.is_file();
            let path = fs::canonicalize(&path).unwrap_or(path);
            all.push(Worktree {
                path,
                branch: branch_in(&admin.join("HEAD")),
                exists,
            });
        }
        all.get_mut(1..)
            .unwrap_or_default()
            .sort_by(|a, b| a.path.cmp(&b.path));
        Ok(all)
    }

    /// Takes a worktree away, with its folder. Unless `force`, one with changes stays and this is
    /// an error. The branch stays.
    pub(crate) fn worktree_remove(&self, path: &Path, force: bool) -> Result<(), GitError> {
        let path = path
            .to_str()
            .ok_or_else(|| GitError::BadPath(path.display().to_string()))?;
        let mut arguments = words(["worktree", "remove"]);
        if force {
            // Twice, to take away one that is locked too.
            arguments.extend(words(["--force", "--force"]));
        }
        arguments.extend(words(["--", path]));
        let _alone = self.alone();
        self.call(arguments)?.bytes().map(drop)
    }

    /// Forgets worktrees whose folders are gone.
    pub(crate) fn worktree_prune(&self) -> Result<(), GitError> {
        let _alone = self.alone();
        self.call(words(["worktree", "prune"]))?.bytes().map(drop)
    }

    /// The folder that names the repository: that of its main worktree, or its git folder if it has none.
    pub fn main_root(&self) -> PathBuf {
        self.main_worktree()
            .unwrap_or_else(|| self.common_dir.clone())
    }

    /// The folder of the main worktree, if the repository has one.
    fn main_worktree(&self) -> Option<PathBuf> {
        if self.git_dir == self.common_dir {
            return Some(self.root.clone());
        }
        let named = self
            .common_dir
            .file_name()
            .is_some_and(|name| name == ".git");
        named
            .then(|| self.common_dir.parent().map(Path::to_owned))
            .flatten()
    }

    /// What `git worktree add --no-checkout` writes, without its four processes.
    fn add_in_files(&self, path: &Path, branch: &str, base: &GitId) -> Result<Self, GitError> {
        fs::create_dir_all(path).map_err(disk(path))?;
        let root = fs::canonicalize(path).map_err(disk(path))?;
        let admin = self.admin_folder(&root)?;
        let made = self.create_branch(branch, base).and_then(|()| {
            let dot_git = root.join(".git");
            for (file, text) in [
                (admin.join("locked"), format!("{BEING_MADE}\n")),
                (admin.join("HEAD"), format!("ref: refs/heads/{branch}\n")),
                (admin.join("commondir"), "../..\n".to_owned()),
                (admin.join("gitdir"), format!("{}\n", dot_git.display())),
            ] {
                // A git that somebody else runs stops at a file that is there and empty.
                let whole = admin.join("new");
                fs::write(&whole, text)
                    .and_then(|()| fs::rename(&whole, &file))
                    .map_err(disk(&file))?;
            }
            fs::write(&dot_git, format!("gitdir: {}\n", admin.display())).map_err(disk(&dot_git))
        });
        if let Err(error) = made {
            let _best_effort = (fs::remove_dir_all(&admin), fs::remove_dir(&root));
            return Err(error);
        }
        Ok(Self {
            root,
            git_dir: admin,
            ..self.clone()
        })
    }

    fn add_with_git(&self, path: &Path, branch: &str, base: &GitId) -> Result<Self, GitError> {
        let place = path
            .to_str()
            .ok_or_else(|| GitError::BadPath(path.display().to_string()))?;
        let mut arguments = words(["worktree", "add", "--quiet", "--no-checkout", "--no-track"]);
        arguments.extend(words(["--lock", "--reason", BEING_MADE]));
        arguments.extend(words(["-b", branch, "--", place, base.as_str()]));
        self.call(arguments)?.bytes()?;
        let repo = Self::discover(path)?.like(self);
        repo.not_sparse()?;
        Ok(repo)
    }

    /// Where the person's checkout is sparse, git makes every new worktree so; ours hold all files.
    pub(super) fn not_sparse(&self) -> Result<(), GitError> {
        if !self.git_dir.join("config.worktree").exists() {
            return Ok(());
        }
        let arguments = words(["config", "--worktree", "core.sparseCheckout", "false"]);
        self.call(arguments)?.bytes().map(drop)
    }

    /// A new folder under `worktrees/`, named after the worktree.
    fn admin_folder(&self, root: &Path) -> Result<PathBuf, GitError> {
        let parent = self.common_dir.join("worktrees");
        fs::create_dir_all(&parent).map_err(disk(&parent))?;
        let name = root
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or("worktree");
        let safe = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        let name: String = name
            .chars()
            .map(|c| if safe(c) { c } else { '-' })
            .take(80)
            .collect();
        for number in 0..1000 {
            let name = if number == 0 {
                name.clone()
            } else {
                format!("{name}{number}")
            };
            let folder = parent.join(name);
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(folder),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(disk(&folder)(error)),
            }
        }
        Err(GitError::Exists(parent.join(name).display().to_string()))
    }

    /// Makes a branch that must not exist.
    pub(crate) fn new_branch(&self, branch: &str, base: &GitId) -> Result<(), GitError> {
        if !valid_branch(branch) {
            return Err(GitError::BadBranch(branch.to_owned()));
        }
        if self.plain_refs {
            self.create_branch(branch, base)
        } else {
            self.update_ref(&format!("refs/heads/{branch}"), base, None)
        }
    }

    /// Makes a branch the way git does: under its lock file, only if there is none.
    fn create_branch(&self, branch: &str, base: &GitId) -> Result<(), GitError> {
        self.create_in_files(&format!("refs/heads/{branch}"), branch, base)
    }

    /// Makes a ref that must not exist; `shown` is what it is called in errors.
    pub(super) fn create_in_files(
        &self,
        name: &str,
        shown: &str,
        base: &GitId,
    ) -> Result<(), GitError> {
        let file = self.common_dir.join(name);
        let lock = self.common_dir.join(format!("{name}.lock"));
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent).map_err(|_| GitError::Exists(shown.to_owned()))?;
        }
        let made = fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&lock);
        match made {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(GitError::RefMoved(name.to_owned()));
            }
            Err(error) => return Err(disk(&lock)(error)),
        }
        // Git leaves empty folders of deleted branches; one with something in it stays.
        let _only_if_empty = fs::remove_dir(&file);
        let taken = file.exists() || self.find(name)?.is_some() || self.packed_below(name);
        let written = if taken {
            Err(GitError::Exists(shown.to_owned()))
        } else {
            fs::write(&lock, format!("{base}\n"))
                .and_then(|()| fs::rename(&lock, &file))
                .map_err(disk(&file))
        };
        if written.is_err() {
            let _best_effort = fs::remove_file(&lock);
        }
        written
    }

    /// Whether a packed ref is named like a folder above or a file below this one.
    fn packed_below(&self, name: &str) -> bool {
        let text = fs::read_to_string(self.common_dir.join("packed-refs")).unwrap_or_default();
        let below = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|rest| rest.starts_with('/'));
        text.lines()
            .filter_map(|line| line.split_once(' '))
            .any(|(_, other)| below(other, name) || below(name, other))
    }
}

/// The short name of the branch that a `HEAD` file names.
fn branch_in(head: &Path) -> Option<String> {
    let text = fs::read_to_string(head).ok()?;
    Some(text.trim_end().strip_prefix("ref: refs/heads/")?.to_owned())
}
