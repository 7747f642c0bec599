//! Snapshots of a worktree as git trees, made in process: no git is started for one.
//!
//! What is kept in memory is the tree of the last snapshot with what the file system said about
//! each file then; a scan reads only files of which it says something else now. Objects go into
//! the repository and one ref outside the user's branches keeps them.
//!
//! What is stored is what `git add` would store. Where attributes or settings convert a file on its way there (line ends,
//! encodings, filters), git is asked, for all such files at once; others are read here, and most repositories have no
//! other ones.

mod convert;
mod index;
mod leaf;
mod listing;
mod module;
mod object;
mod restore;
mod scan;
mod stage;
mod store;
mod tree;
mod unchanged_since;
mod watch;

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use ledger::ids::{GitId, RelPath};
use ledger::observation::{ChangedFile, LeftOut};

use crate::files::{FileError, Root};
use crate::git::{Format, GitError, Repo, held_name};
pub use index::index_tree;
pub(crate) use index::{hides_nothing, index_paths, listing_of_index};
pub(crate) use store::{is_blob, stored_texts, try_store};

use convert::Habits;
use object::{Id, Kind, Objects};
use tree::Tree;
use unchanged_since::Care;

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
    /// How its files are to be looked at; read when first needed.
    habits: Option<Habits>,
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
    /// A million files, 32 MiB each, 512 MiB at once.
    fn default() -> Self {
        Self {
            files_max: 1_000_000,
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
    /// git can't turn a file into what its attributes want it stored as.
    #[error("git can't store `{0}`: {1}")]
    Unfit(String, String),
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

/// The name under which a person's own checkout is looked at.
const CHECKOUT: &str = "verify";

impl Snapshots {
    /// Prepares snapshots of a worktree under the ref `refs/interlock/<name>`; `base` is the commit
    /// that it was made from. Goes on after the last snapshot under that ref, if there is one.
    /// Nothing is read yet.
    pub(crate) fn open(
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
            habits: None,
            last,
            left_out: Vec::new(),
        })
    }

    /// Snapshots of a person's own checkout, for a look at it: objects and one ref of ours are all that is written.
    ///
    /// # Errors
    /// [`SnapshotError`].
    pub fn of_checkout(repo: &Repo, tip: &GitId) -> Result<Self, SnapshotError> {
        Self::open(repo, CHECKOUT, tip, Limits::default())
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
        let seen = scan::everything(self.ground(), &mut tree, Care::Look)?;
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
        let seen = scan::everything(self.ground(), &mut tree, care);
        self.keep(tree, seen?, label)
    }

    fn ground(&mut self) -> scan::Ground<'_> {
        scan::Ground {
            repo: &self.repo,
            root: &self.root,
            objects: &self.objects,
            limits: &self.limits,
            habits: &mut self.habits,
        }
    }

    /// Why nothing can be written at a path: it is, or lies below, a link to another repository.
    pub fn submodule_above(&mut self, path: &RelPath) -> Option<FileError> {
        let tree = self.take_tree().ok()?;
        let modules = tree.modules.iter();
        let mut above = modules.filter(|it| tree::is_at_or_below(path.as_str().as_bytes(), it));
        let module = above.next().map(|it| held_name(it));
        self.tree = Some(tree);
        let module = module?;
        Some(FileError::Submodule {
            path: path.clone(),
            url: self.repo.submodule_url(&module),
            module,
        })
    }

    /// Looks at these paths alone, which were changed by us; `None` if nothing has changed.
    pub(crate) fn touch(
        &mut self,
        paths: &[RelPath],
        label: &str,
    ) -> Result<Option<Snapshot>, SnapshotError> {
        let mut tree = self.take_tree()?;
        let seen = scan::these(self.ground(), &mut tree, paths);
        self.keep(tree, seen?, label)
    }

    /// Puts the worktree back to a tree. What stood there is kept in a snapshot first, and what
    /// stands there then is the returned one. The index and ignored files stay as they are.
    pub(crate) fn restore(&mut self, tree: &GitId) -> Result<Option<Snapshot>, SnapshotError> {
        self.scan("before going back")?;
        let mut now = self.take_tree()?;
        let from = now.write(&self.objects)?.to_git_id();
        let steps = restore::apply((&self.repo, &self.root), (&from, tree), &mut now)?;
        // How files are looked at is part of what was put back.
        self.habits = None;
        let mut seen = scan::everything(self.ground(), &mut now, Care::Look)?;
        seen.changed.extend(steps);
        seen.changed.sort();
        seen.changed.dedup_by(|second, first| second.0 == first.0);
        let stands = now.write(&self.objects)?.to_git_id();
        let done = self.keep(now, seen, "back")?;
        if stands != *tree {
            let left = self.repo.changes(&stands, tree)?;
            let left = left.into_iter().map(|change| change.path).collect();
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
                match index {
                    Some(index) => tree.learn(index),
                    None => tree.sparse = self.repo.left_out_of_checkout()?,
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
