//! Snapshots of a worktree as git trees, made in process: no git is started for one.
//!
//! What is kept in memory is the tree of the last snapshot with what the file system said about
//! each file then; a scan reads only files of which it says something else now. Objects go into
//! the repository and one ref outside the user's branches keeps them.
//!
//! Contents are taken as they are on disk: no line ends are converted and no filter runs.

mod index;
mod listing;
mod object;
mod quiet;
mod restore;
mod scan;
mod tree;
mod watch;

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use ledger::ids::{GitId, RelPath};
use ledger::observation::{ChangedFile, LeftOut};

use crate::files::Root;
use crate::git::{Format, GitError, Repo};
use object::{Id, Kind, Objects};
use quiet::Care;
use tree::Tree;

/// The tree that git's index holds, if the index says so: after a checkout that is the tree of the
/// commit. No process is started.
pub fn index_tree(repo: &Repo) -> Option<GitId> {
    let index = index::read(&repo.git_dir)?;
    index.root.map(|id| id.to_git_id())
}

/// The paths that git's index holds, in its order; those that are no text or hold control characters are left out. No
/// process is started.
pub(crate) fn index_paths(repo: &Repo) -> Option<Vec<String>> {
    let leaves = index::read(&repo.git_dir)?.leaves.into_iter();
    let paths = leaves.filter_map(|(path, _)| String::from_utf8(path).ok());
    Some(
        paths
            .filter(|path| !path.contains(char::is_control))
            .collect(),
    )
}

/// Writes a blob into the repository, without a process. `None` where git has to.
pub(crate) fn blob(repo: &Repo, content: &[u8]) -> Option<GitId> {
    match repo.format {
        Format::Sha1 => {
            let objects = Objects::new(repo.common_dir.join("objects"));
            let id = objects.write(Kind::Blob, content).ok()?;
            Some(id.to_git_id())
        }
        Format::Sha256 => None,
    }
}

/// Whether a content has that name among blobs; where names are made in another way than ours, nothing has.
pub(crate) fn is_blob(repo: &Repo, content: &[u8], name: &str) -> bool {
    match repo.format {
        Format::Sha1 => Id::parse(name).is_some_and(|it| it == Id::of(Kind::Blob, content)),
        Format::Sha256 => false,
    }
}

/// The snapshots of one worktree.
#[derive(Debug)]
pub struct Snapshots {
    repo: Repo,
    root: Root,
    objects: Objects,
    /// The ref that keeps them, in full.
    name: String,
    limits: Limits,
    base: GitId,
    /// The last snapshot, with what is known about each file; read when first needed.
    tree: Option<Tree>,
    last: Option<GitId>,
    /// What the last look at everything left out.
    left_out: Vec<LeftOut>,
}

/// One snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The tree of everything in the worktree that git would not ignore and no tool can make again.
    pub tree: GitId,
    /// The commit that keeps it; its parent is the snapshot before.
    pub commit: GitId,
    /// What differs from the snapshot before, in the order of paths.
    pub changed: Vec<ChangedFile>,
}

/// Limits of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Files of a worktree.
    pub files_max: usize,
    /// Bytes of one file; a larger one is left out.
    pub file_bytes_max: u64,
    /// Bytes read for one snapshot; beyond that files are left out.
    pub bytes_max: u64,
}

impl Default for Limits {
    /// 200,000 files, 32 MiB each, 512 MiB at once.
    fn default() -> Self {
        Self {
            files_max: 200_000,
            file_bytes_max: 32 * 1024 * 1024,
            bytes_max: 512 * 1024 * 1024,
        }
    }
}

/// Why there is no snapshot, or no way back to one.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// The repository names its objects by SHA-256.
    #[error("snapshots need a repository with sha1 object names")]
    Sha256,
    /// More files than the limit.
    #[error("the worktree has more than {0} files")]
    TooManyFiles(usize),
    /// Going back was not possible everywhere.
    #[error("{} files could not be put back, `{}` among them", .0.len(), .0.first().map_or("", String::as_str))]
    NotRestored(Vec<String>),
    /// A file or folder can't be read or written.
    #[error("`{}` can't be used", .path.display())]
    Disk {
        /// Which.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// git was needed and failed.
    #[error(transparent)]
    Git(#[from] GitError),
}

impl Snapshots {
    /// Prepares snapshots of a worktree under the ref `refs/interlock/<name>`; `base` is the commit
    /// that it was made from. Goes on after the last snapshot under that ref, if there is one.
    /// Nothing is read yet.
    pub fn open(
        repo: &Repo,
        name: &str,
        base: &GitId,
        limits: Limits,
    ) -> Result<Self, SnapshotError> {
        match repo.format {
            Format::Sha1 => {}
            Format::Sha256 => return Err(SnapshotError::Sha256),
        }
        let name = format!("refs/interlock/{name}");
        let last = repo.find(&name)?;
        let root = Root::open(&repo.root).map_err(disk(&repo.root))?;
        let objects = Objects::new(repo.common_dir.join("objects"));
        let (repo, base) = (repo.clone(), base.clone());
        Ok(Self {
            repo,
            root,
            objects,
            name,
            limits,
            base,
            tree: None,
            last,
            left_out: Vec::new(),
        })
    }

    /// The commit of the last snapshot, if any was made.
    pub fn last(&self) -> Option<&GitId> {
        self.last.as_ref()
    }

    /// The ref that keeps the snapshots.
    pub fn ref_name(&self) -> &str {
        &self.name
    }

    /// Looks through the whole worktree; `None` if nothing has changed since the last snapshot.
    pub fn scan(&mut self, label: &str) -> Result<Option<Snapshot>, SnapshotError> {
        self.scan_with(Care::Look, label)
    }

    /// The same, but where the kernel saw nothing happen since the last scan nothing is looked at. That misses what a
    /// program that is still running writes into a file that it has mapped: the next [`Snapshots::scan`] sees it.
    pub fn glance(&mut self, label: &str) -> Result<Option<Snapshot>, SnapshotError> {
        self.scan_with(Care::Glance, label)
    }

    /// Looks through the whole worktree, and says what a snapshot leaves out, whether anything has changed or not.
    pub fn whole(&mut self, label: &str) -> Result<Vec<LeftOut>, SnapshotError> {
        let mut tree = self.take_tree()?;
        let limits = &self.limits;
        let seen = scan::everything(&self.root, &self.objects, &mut tree, limits, Care::Look)?;
        self.keep(tree, seen, label)?;
        if let Some(tree) = &mut self.tree {
            let id = tree.write(&self.objects)?;
            self.repo.learn_listing(id.to_git_id(), tree.listing());
        }
        Ok(self.left_out.clone())
    }

    /// What the last look at everything left out: files larger than the limit, repositories inside this one, and
    /// what tools can make again where git is not told to ignore it.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The tree of everything as it stands, looked at anew.
    pub(crate) fn tree_now(&mut self, label: &str) -> Result<GitId, SnapshotError> {
        self.scan(label)?;
        let mut tree = self.take_tree()?;
        let id = tree.write(&self.objects)?.to_git_id();
        self.tree = Some(tree);
        Ok(id)
    }

    fn scan_with(&mut self, care: Care, label: &str) -> Result<Option<Snapshot>, SnapshotError> {
        let mut tree = self.take_tree()?;
        let seen = scan::everything(&self.root, &self.objects, &mut tree, &self.limits, care);
        self.keep(tree, seen?, label)
    }

    /// Looks at these paths alone, which were changed by us; `None` if nothing has changed.
    pub fn touch(
        &mut self,
        paths: &[RelPath],
        label: &str,
    ) -> Result<Option<Snapshot>, SnapshotError> {
        let mut tree = self.take_tree()?;
        let seen = scan::these(&self.root, &self.objects, &mut tree, &self.limits, paths);
        self.keep(tree, seen?, label)
    }

    /// Puts the worktree back to a tree. What stood there is kept in a snapshot first, and what
    /// stands there then is the returned one. The index and ignored files stay as they are.
    pub fn restore(&mut self, tree: &GitId) -> Result<Option<Snapshot>, SnapshotError> {
        self.scan("before going back")?;
        let now = self
            .tree
            .as_mut()
            .map(|tree| tree.write(&self.objects))
            .transpose()?;
        if let Some(now) = now {
            restore::apply(&self.repo, &self.root, &now.to_git_id(), tree)?;
        }
        let done = self.scan("back")?;
        let stands = done
            .as_ref()
            .map(|done| done.tree.clone())
            .or(now.map(|id| id.to_git_id()));
        if stands.as_ref() != Some(tree) {
            let left = stands
                .map(|stands| self.repo.changes(&stands, tree))
                .transpose()?;
            let left = left
                .unwrap_or_default()
                .into_iter()
                .map(|change| change.path)
                .collect();
            return Err(SnapshotError::NotRestored(left));
        }
        Ok(done)
    }

    /// The state to compare with. While it is taken a failure loses it, and it is read anew.
    fn take_tree(&mut self) -> Result<Tree, SnapshotError> {
        if let Some(tree) = self.tree.take() {
            return Ok(tree);
        }
        let index = index::read(&self.repo.git_dir);
        let from = self.last.as_ref().unwrap_or(&self.base);
        let wanted = self.repo.tree_of(from)?;
        match index {
            Some(index) if index.root.map(|id| id.to_git_id()).as_ref() == Some(&wanted) => {
                Ok(Tree::from_index(index))
            }
            index => {
                let mut tree = Tree::from_list(&self.repo.list_tree(&wanted)?, &wanted)?;
                if let Some(index) = index {
                    tree.learn(index);
                }
                Ok(tree)
            }
        }
    }

    /// Writes what changed as a commit and moves the ref to it.
    fn keep(
        &mut self,
        mut tree: Tree,
        seen: scan::Seen,
        label: &str,
    ) -> Result<Option<Snapshot>, SnapshotError> {
        if let Some(left_out) = seen.left_out {
            self.left_out = left_out;
        }
        if seen.changed.is_empty() {
            self.tree = Some(tree);
            return Ok(None);
        }
        let id = tree.write(&self.objects)?;
        let commit = self.commit(id, label)?;
        self.repo.learn_tree(&commit, &id.to_git_id());
        self.tree = Some(tree);
        self.last = Some(commit.clone());
        let changed = seen
            .changed
            .into_iter()
            .map(|(path, kind)| ChangedFile { path, kind })
            .collect();
        Ok(Some(Snapshot {
            tree: id.to_git_id(),
            commit,
            changed,
        }))
    }

    fn commit(&self, tree: Id, label: &str) -> Result<GitId, SnapshotError> {
        let parent = self.last.as_ref().unwrap_or(&self.base);
        let now = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default();
        let who = format!("Interlock <interlock@localhost> {} +0000", now.as_secs());
        let label = label.lines().next().unwrap_or("");
        let text = format!(
            "tree {}\nparent {parent}\nauthor {who}\ncommitter {who}\n\n{label}\n",
            tree.to_git_id(),
        );
        let commit = self
            .objects
            .write(Kind::Commit, text.as_bytes())?
            .to_git_id();
        if self.repo.has_plain_refs() {
            self.move_ref(&commit)?;
        } else {
            self.repo
                .update_ref(&self.name, &commit, self.last.as_ref())?;
        }
        Ok(commit)
    }

    /// Moves the ref in one step. Nobody else writes it: there is one driver per run.
    fn move_ref(&self, commit: &GitId) -> Result<(), SnapshotError> {
        let file = self.repo.common_dir.join(&self.name);
        let lock = self.repo.common_dir.join(format!("{}.lock", self.name));
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(disk(folder))?;
        }
        fs::write(&lock, format!("{commit}\n")).map_err(disk(&lock))?;
        fs::rename(&lock, &file).map_err(disk(&file))
    }
}

/// Turns a failed file operation into an error that names the file.
fn disk(path: &std::path::Path) -> impl FnOnce(io::Error) -> SnapshotError + '_ {
    move |source| SnapshotError::Disk {
        path: path.to_owned(),
        source,
    }
}
