//! Whether a run can begin in a repository, found out before anything is paid for: that git lets us in, that its objects
//! are there, that what converts files works, that commits can be made the way they are wanted.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use ledger::event::Ground;
use ledger::ids::{GitId, RelPath};

use super::attributes::{Attributes, Rule, Source};
use super::config::Scope;
use super::filters::is_of_tree;
use super::run::Call;
use super::{Filter, Format, GitError, Repo, names, words};
use crate::process::plain::Pending;
use crate::snapshot::{self, SnapshotError};

/// Paths that are told of those that are not committed.
const PATHS_MAX: usize = 5;
/// Seconds after which nobody waits any longer to hear what is not committed.
const STATUS_S_MAX: u64 = 10;
/// Bytes of a stored file that a filter is tried with.
const SAMPLE_BYTES_MAX: usize = 1024 * 1024;

/// Why no run can begin.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// Objects are named in a way that we don't know.
    #[error("`{}` names its objects by SHA-256, and runs need SHA-1", .0.display())]
    Sha256(PathBuf),
    /// git keeps its hands off other people's repositories.
    #[error("git does not work in this repository for this user: {said}")]
    NotOurs {
        /// What it said.
        said: String,
        /// The top folder of the repository.
        root: PathBuf,
    },
    /// What an attribute names can't be run.
    #[error(transparent)]
    Filter(Box<UnusableFilter>),
    /// Files of the commit are not here.
    #[error("this is a partial clone, and {count} objects of `{revision}` are missing{}", .example.as_ref().map_or_else(String::new, |it| format!(", those of `{it}` among them")))]
    Missing {
        /// How many.
        count: usize,
        /// One of the files.
        example: Option<String>,
        /// The branch.
        revision: String,
        /// The top folder of the repository.
        root: PathBuf,
    },
    /// git said no.
    #[error(transparent)]
    Git(#[from] GitError),
    /// Nothing can be tried.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

/// A filter that an attribute names and that can't be run.
#[derive(Debug, thiserror::Error)]
#[error("`{attribute}` of `{pattern}` ({place}) can't be done here: {why}")]
pub struct UnusableFilter {
    /// The attribute.
    pub attribute: String,
    /// The paths that it is for.
    pub pattern: String,
    /// Where that stands.
    pub place: String,
    /// The filter's name.
    pub filter: String,
    /// Why not.
    pub why: String,
    /// The repository's own configuration names its program, and nobody said that it may.
    pub is_unasked: bool,
}

/// A look at a repository that is under way.
pub struct Looking<'r> {
    repo: &'r Repo,
    /// The search for work that is not committed; `None` where there is no checkout.
    status: Option<Pending>,
}

impl Looking<'_> {
    /// Whether a run can begin at this commit of a branch, and what is worth a word about the repository.
    ///
    /// # Errors
    /// [`NotReady`].
    pub fn ready(self, branch: &str, base: &GitId) -> Result<Ground, NotReady> {
        let mut ground = self.repo.ground(branch, base)?;
        let uncommitted = self.status.map_or_else(Vec::new, uncommitted);
        ground.uncommitted_count = uncommitted.len() as u64;
        ground.uncommitted = uncommitted.into_iter().take(PATHS_MAX).collect();
        Ok(ground)
    }
}

impl Repo {
    /// Begins to look at the repository for a run. What takes long runs beside whatever the caller does until
    /// [`Looking::ready`].
    ///
    /// # Errors
    /// [`NotReady`].
    pub fn look(&self) -> Result<Looking<'_>, NotReady> {
        self.is_ours()?;
        if self.format == Format::Sha256 {
            return Err(NotReady::Sha256(self.root.clone()));
        }
        let status = self.start_status()?;
        Ok(Looking { repo: self, status })
    }

    /// What a run at this commit of a branch has to know of the repository.
    fn ground(&self, branch: &str, base: &GitId) -> Result<Ground, NotReady> {
        let identity = self.identity()?;
        self.nothing_is_missing(branch, base)?;
        let tracked = Tracked::read(self, base)?;
        let unknown_filters = self.filters_work(base, &tracked)?;
        if self.signs()? {
            let tree = self.tree_of(base)?;
            let words = "Can commits be signed here?";
            self.commit_tree(&tree, std::slice::from_ref(base), words)?;
        }
        Ok(Ground {
            hooks: self.hooks()?,
            fallback_identity: identity.is_fallback.then(|| identity.author.to_string()),
            submodules: tracked.submodules,
            unknown_filters,
            ..Ground::default()
        })
    }

    /// Whether git works here for this user. It is asked only where the files are somebody else's.
    ///
    /// # Errors
    /// [`NotReady::NotOurs`], with git's own words.
    pub fn is_ours(&self) -> Result<(), NotReady> {
        let me = rustix::process::geteuid().as_raw();
        let of = |path: &Path| path.symlink_metadata().map(|it| it.uid()).ok();
        let dot_git = self.root.join(".git");
        let owners = [of(&self.root), of(&dot_git), of(&self.git_dir)];
        if owners.into_iter().flatten().all(|it| it == me) {
            return Ok(());
        }
        let call = Call::unguarded(&self.root, "rev-parse", words(["rev-parse", "--git-dir"]));
        match call.bytes() {
            Ok(_) => Ok(()),
            Err(GitError::Failed { stderr, .. }) => {
                let first = stderr.lines().next().unwrap_or_default();
                let first = first.strip_prefix("fatal: ").unwrap_or(first);
                Err(NotReady::NotOurs {
                    said: first.to_owned(),
                    root: self.root.clone(),
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Begins to look for work that is not committed; `None` where there is no checkout.
    fn start_status(&self) -> Result<Option<Pending>, GitError> {
        if !self.root.join(".git").exists() {
            return Ok(None);
        }
        let arguments = words([
            "status",
            "--porcelain",
            "-z",
            "--no-renames",
            "--ignore-submodules=dirty",
        ]);
        // Whether files that git does not know are told of is the person's setting: a home may have a million of them.
        let call = self.converting(&self.root, arguments)?;
        let (_, pending) = call.ended_after(STATUS_S_MAX).start()?;
        Ok(Some(pending))
    }

    /// Whether a checkout of a commit depends on more than the disk: on filters, or on objects that may not be here.
    pub(crate) fn may_fail_to_show_files(&self, commit: &GitId) -> Result<bool, GitError> {
        if self.is_partial()? {
            return Ok(true);
        }
        if self.config()?.names("filter.").is_empty() {
            return Ok(false);
        }
        let tracked = Tracked::read(self, commit)?;
        let sources = Source::of_tree(self, commit, tracked.folders)?;
        let attributes = Attributes::new(self, sources)?;
        let mut rules = attributes.filters();
        Ok(rules.any(|(rule, _)| tracked.files.iter().any(|(path, _)| rule.is_about(path))))
    }

    /// Whether some objects may still be where it was cloned from.
    fn is_partial(&self) -> Result<bool, GitError> {
        let config = self.config()?;
        let mut remotes = config.names("remote.").into_iter();
        let promises = |it: &str| config.is_on(&format!("remote.{it}.promisor"));
        Ok(remotes.any(promises) || config.get("extensions.partialclone").is_some())
    }

    /// Whether all files of a commit are here, where some may not be.
    fn nothing_is_missing(&self, branch: &str, base: &GitId) -> Result<(), NotReady> {
        if !self.is_partial()? {
            return Ok(());
        }
        let tree = self.tree_of(base)?;
        let arguments = words(["rev-list", "--objects", "--missing=print", tree.as_str()]);
        let said = self.call(arguments)?.text()?;
        let missing: Vec<&str> = said.lines().filter_map(|it| it.strip_prefix('?')).collect();
        let Some(first) = missing.first() else {
            return Ok(());
        };
        let listing = self
            .call(words(["ls-tree", "-r", "-z", tree.as_str()]))?
            .bytes()?;
        let listing = String::from_utf8_lossy(&listing);
        let line = listing.split('\0').find(|it| it.contains(first));
        let example = line.and_then(|it| it.split_once('\t'));
        Err(NotReady::Missing {
            count: missing.len(),
            example: example.map(|(_, path)| path.to_owned()),
            revision: branch.to_owned(),
            root: self.root.clone(),
        })
    }

    /// Tries each filter that has to work, and names attributes whose filter nobody configured.
    fn filters_work(&self, base: &GitId, tracked: &Tracked) -> Result<Vec<String>, NotReady> {
        let sources = Source::of_tree(self, base, tracked.folders.clone())?;
        let attributes = Attributes::new(self, sources.clone())?;
        let filters = self.config()?.filters();
        let mut tried: Vec<&str> = Vec::new();
        for (rule, name) in attributes.filters() {
            let Some(filter) = filters.iter().find(|it| it.name == name) else {
                continue;
            };
            let about = tracked.files.iter().find(|(path, _)| rule.is_about(path));
            if tried.contains(&name) || about.is_none() && !rule.is_of_tree {
                continue;
            }
            tried.push(name);
            self.may_run_filter(rule, filter)?;
            if filter.required {
                self.try_filter((rule, name), about, &sources)?;
            }
        }
        let of_tree = attributes.unknown().filter(|it| it.is_of_tree);
        let named = of_tree.map(|it| format!("{} {} ({})", it.pattern, it.attribute, it.place));
        Ok(named.take(PATHS_MAX).collect())
    }

    fn may_run_filter(&self, rule: &Rule, filter: &Filter) -> Result<(), NotReady> {
        if self.may_run(filter) {
            return Ok(());
        }
        let inside = filter.programs().find(|it| is_of_tree(it, &self.root));
        let why = match inside {
            Some(program) => {
                format!("`{program}` would run a file of the worktree, which agents write")
            }
            None => {
                let program = filter.programs().next().unwrap_or_default();
                format!("`{program}` is named by the repository's own configuration, not by yours")
            }
        };
        let is_unasked = inside.is_none() && filter.scope == Scope::Repository;
        Err(unusable(rule, &filter.name, why, is_unasked))
    }

    /// Has a filter take in what is stored of a file already, or nothing: that leaves no trace in what filters keep.
    fn try_filter(
        &self,
        (rule, name): (&Rule, &str),
        about: Option<&(Vec<u8>, String)>,
        sources: &[Source],
    ) -> Result<(), NotReady> {
        let (path, content) = match about {
            Some((path, blob)) => {
                let blobs = self.blobs(std::slice::from_ref(blob))?;
                let content = blobs.into_iter().flatten().next().unwrap_or_default();
                (path.clone(), content)
            }
            None => (rule.example(), Vec::new()),
        };
        let content = content.get(..content.len().min(SAMPLE_BYTES_MAX));
        match snapshot::try_store(self, (&path, content.unwrap_or_default()), sources)? {
            Ok(()) => Ok(()),
            Err(said) => {
                let why: Vec<&str> = said.lines().map(str::trim).collect();
                Err(unusable(rule, name, why.join("; "), false))
            }
        }
    }
}

fn unusable(rule: &Rule, filter: &str, why: String, is_unasked: bool) -> NotReady {
    NotReady::Filter(Box::new(UnusableFilter {
        attribute: rule.attribute.clone(),
        pattern: rule.pattern.clone(),
        place: rule.place.clone(),
        filter: filter.to_owned(),
        why,
        is_unasked,
    }))
}

/// What a commit holds, as far as it matters here.
struct Tracked {
    /// Folders with attribute files.
    folders: Vec<Vec<u8>>,
    /// Files and their blobs.
    files: Vec<(Vec<u8>, String)>,
    /// Paths of links to other repositories.
    submodules: Vec<String>,
}

impl Tracked {
    fn read(repo: &Repo, base: &GitId) -> Result<Self, GitError> {
        let tree = repo.tree_of(base)?;
        let listing = match snapshot::listing_of_index(repo, &tree) {
            Some(listing) => listing,
            None => repo.list_files(&tree)?.to_vec(),
        };
        let mut tracked = Self {
            folders: Vec::new(),
            files: Vec::new(),
            submodules: Vec::new(),
        };
        for line in listing.split(|byte| *byte == 0) {
            let Some(tab) = line.iter().position(|byte| *byte == b'\t') else {
                continue;
            };
            let (head, path) = (line.get(..tab), line.get(tab + 1..));
            let head = String::from_utf8_lossy(head.unwrap_or_default()).into_owned();
            let path = path.unwrap_or_default();
            let mut words = head.split(' ');
            match (words.next(), words.next(), words.next()) {
                (Some(_), Some("commit"), _) => tracked.submodules.push(names::held(path)),
                (Some("100644" | "100755"), Some("blob"), Some(blob)) => {
                    if let Some(folder) = Source::folder_of(path) {
                        tracked.folders.push(folder.to_vec());
                    }
                    tracked.files.push((path.to_vec(), blob.to_owned()));
                }
                _ => {}
            }
        }
        Ok(tracked)
    }
}

/// Paths of the answer of `git status --porcelain -z`.
fn uncommitted(pending: Pending) -> Vec<String> {
    let Ok(done) = pending.wait() else {
        return Vec::new();
    };
    let lines = done.stdout.split(|byte| *byte == 0);
    let path = |line: &[u8]| Some(names::held(line.get(3..)?));
    lines.filter_map(path).collect()
}

impl Rule {
    /// A path that the pattern may be about, for trying it.
    fn example(&self) -> Vec<u8> {
        let name = self.pattern.rsplit('/').next().unwrap_or_default();
        let plain: String = name
            .chars()
            .map(|it| if "*?[]!\\".contains(it) { 'x' } else { it })
            .collect();
        let path = RelPath::new(&plain).map_or_else(|_| "x".to_owned(), |it| it.to_string());
        path.into_bytes()
    }
}
