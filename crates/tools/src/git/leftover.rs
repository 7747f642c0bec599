//! What may be left over in a repository: worktrees that git still knows, branches below a prefix, lock files of refs, and
//! which refs would keep a commit.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ledger::ids::GitId;

use super::{GitError, Repo, disk, object_id, words};

/// What is written into the lock of a worktree while it is being made.
pub(super) const BEING_MADE: &str = "being made";

/// Folders below each other that are looked into for lock files.
const DEPTH_MAX: usize = 8;

/// A linked worktree, as git has it in its books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    /// Its top folder.
    pub path: PathBuf,
    /// Whether that is there.
    pub exists: bool,
    /// The branch that it has checked out, by its short name.
    pub branch: Option<String>,
    /// The commit that it stands on, where that is no branch's.
    pub detached: Option<GitId>,
    /// It was never finished.
    pub half_made: bool,
    /// Somebody locked it, and why.
    pub locked: Option<String>,
    /// The folder in which git keeps its books about it.
    admin: PathBuf,
}

impl Registered {
    /// The lock of its index, if that is there.
    #[must_use]
    pub fn index_lock(&self) -> Option<PathBuf> {
        Some(self.admin.join("index.lock")).filter(|it| it.exists())
    }
}

impl Repo {
    /// Every linked worktree in git's books, sorted by path; those that can't be read are passed over.
    pub fn registered(&self) -> Result<Vec<Registered>, GitError> {
        registered_in(&self.common_dir)
    }

    /// Where a linked worktree of ours points to a place at which the repository once stood: lets it point here again, as
    /// `git worktree repair` does. Git's own books say that it is ours.
    pub(crate) fn point_back(&self, directory: &Path) {
        let dot_git = directory.join(".git");
        let points = fs::read_to_string(&dot_git).unwrap_or_default();
        let target = points.strip_prefix("gitdir: ").map(str::trim_end);
        if target.is_none_or(|it| Path::new(it).exists()) {
            return;
        }
        let all = self.registered().unwrap_or_default();
        if let Some(ours) = all.iter().find(|it| it.path == directory) {
            // Where it can't be written, the worktree is told to be gone.
            let _told_later = fs::write(&dot_git, format!("gitdir: {}\n", ours.admin.display()));
        }
    }

    /// Forgets a worktree whose folder is gone. Only this one: others may be on a disk that is away.
    pub(crate) fn forget(&self, worktree: &Registered) -> Result<(), GitError> {
        let now = registered(worktree.admin.clone());
        match now {
            None => return Ok(()),
            Some(now) if now.exists || now != *worktree => {
                return Err(GitError::Exists(worktree.path.display().to_string()));
            }
            Some(_) => {}
        }
        fs::remove_dir_all(&worktree.admin).map_err(disk(&worktree.admin))
    }

    /// Branches whose short names begin like this, each with its commit.
    pub fn branches_below(&self, prefix: &str) -> Result<Vec<(String, GitId)>, GitError> {
        let format = "--format=%(objectname) %(refname)";
        let below = format!("refs/heads/{prefix}");
        let text = self.call(words(["for-each-ref", format, &below]))?.text()?;
        let pair = |line: &str| {
            let (id, name) = line.split_once(' ')?;
            Some((name.strip_prefix("refs/heads/")?.to_owned(), object_id(id)?))
        };
        Ok(text.lines().filter_map(pair).collect())
    }

    /// Names of runs that have branches or other refs here.
    pub fn names_of_runs(&self) -> Result<BTreeSet<String>, GitError> {
        let format = "--format=%(refname)";
        let all = [
            "for-each-ref",
            format,
            "refs/interlock/",
            "refs/heads/interlock/",
        ];
        let text = self.call(words(all))?.text()?;
        let name = |line: &str| {
            let rest = line.strip_prefix("refs/").unwrap_or(line);
            let rest = rest.strip_prefix("heads/").unwrap_or(rest);
            let rest = rest.strip_prefix("interlock/")?;
            Some(rest.split(['/', '-']).next()?.to_owned())
        };
        Ok(text.lines().filter_map(name).collect())
    }

    /// Refs of any kind that a commit can be reached from, in full.
    pub fn refs_holding(&self, commit: &GitId) -> Result<Vec<String>, GitError> {
        let contains = format!("--contains={commit}");
        let arguments = words(["for-each-ref", "--format=%(refname)", &contains]);
        let text = self.call(arguments)?.text()?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// How many refs there are below a full name.
    pub fn count_refs(&self, below: &str) -> Result<usize, GitError> {
        let arguments = words(["for-each-ref", "--format=%(refname)", below]);
        let text = self.call(arguments)?.text()?;
        Ok(text.lines().count())
    }

    /// Objects that somebody of ours began to write and never put in their place, each with the process that did.
    #[must_use]
    pub fn unfinished_objects(&self) -> Vec<(PathBuf, u32)> {
        let objects = self.common_dir.join("objects");
        let folders = fs::read_dir(&objects).into_iter().flatten().flatten();
        let files = folders
            .filter(|it| it.file_name().len() == 2)
            .flat_map(|it| fs::read_dir(it.path()).into_iter().flatten().flatten());
        let process = |name: &str| {
            let rest = name.strip_prefix("tmp_obj_interlock")?;
            rest.split_once('_')?.0.parse().ok()
        };
        let mut found: Vec<(PathBuf, u32)> = files
            .filter_map(|it| Some((it.path(), process(it.file_name().to_str()?)?)))
            .collect();
        found.sort();
        found
    }

    /// Lock files of refs below a full name (`refs/interlock`), each with the name of its ref.
    #[must_use]
    pub fn ref_locks(&self, below: &str) -> Vec<(PathBuf, String)> {
        let mut found = Vec::new();
        locks(&self.common_dir.join(below), below, DEPTH_MAX, &mut found);
        found.sort();
        found
    }
}

/// The same for a repository of which only git's folder is known.
pub(super) fn registered_in(common_dir: &Path) -> Result<Vec<Registered>, GitError> {
    let folder = common_dir.join("worktrees");
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(disk(&folder)(error)),
    };
    let mut all: Vec<Registered> = entries
        .flatten()
        .filter_map(|entry| registered(entry.path()))
        .collect();
    all.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(all)
}

/// What git's books say of one worktree.
fn registered(admin: PathBuf) -> Option<Registered> {
    let text = fs::read_to_string(admin.join("gitdir")).ok()?;
    // Absolute, or relative to the folder that says it.
    let dot_git = admin.join(text.trim_end());
    let path = dot_git.parent().unwrap_or(&dot_git);
    let head = fs::read_to_string(admin.join("HEAD")).unwrap_or_default();
    let head = head.trim_end();
    let branch = head.strip_prefix("ref: refs/heads/").map(str::to_owned);
    let lock = fs::read_to_string(admin.join("locked")).ok();
    let lock = lock.map(|it| it.trim().to_owned());
    let half_made = lock.as_deref() == Some(BEING_MADE);
    Some(Registered {
        exists: path.exists(),
        path: fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        detached: object_id(head),
        branch,
        half_made,
        locked: lock.filter(|_| !half_made),
        admin,
    })
}

fn locks(folder: &Path, name: &str, depth: usize, found: &mut Vec<(PathBuf, String)>) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let file_name = entry.file_name();
        let Some(file_name) = file_name.to_str() else {
            continue;
        };
        let name = format!("{name}/{file_name}");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => locks(&entry.path(), &name, depth, found),
            Ok(kind) if kind.is_file() => {
                if let Some(name) = name.strip_suffix(".lock") {
                    found.push((entry.path(), name.to_owned()));
                }
            }
            Ok(_) | Err(_) => {}
        }
    }
}
