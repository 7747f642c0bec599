//! Finds the repository that a folder belongs to, without a process where the layout is usual.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::run::Call;
use super::{Format, GitError, Repo, config, disk, words};

/// Folders looked at on the way up at most.
const DEPTH_MAX: usize = 256;

impl Repo {
    /// The repository that `folder` belongs to.
    pub fn discover(folder: &Path) -> Result<Self, GitError> {
        let folder = std::fs::canonicalize(folder).map_err(disk(folder))?;
        let mut above = folder.ancestors().take(DEPTH_MAX);
        let root = above.find(|at| at.join(".git").exists() || is_bare(at));
        let root = root.ok_or_else(|| GitError::NotARepository(folder.clone()))?;
        if is_bare(root) {
            return Err(bare(root, root));
        }
        match usual(root) {
            Some(repo) => Ok(repo),
            None => ask(&folder, root),
        }
    }
}

/// Whether a folder is a repository itself, without a checkout. Git's own folder beside a checkout is none.
fn is_bare(folder: &Path) -> bool {
    let is_gits = folder.file_name().is_some_and(|it| it == ".git");
    let has = |name: &str| folder.join(name).is_dir();
    !is_gits && folder.join("HEAD").is_file() && has("objects") && has("refs")
}

/// Names the worktrees of a repository without a checkout.
fn bare(folder: &Path, common_dir: &Path) -> GitError {
    let worktrees = super::leftover::registered_in(common_dir).unwrap_or_default();
    let worktrees = worktrees.into_iter().filter(|it| it.exists);
    GitError::Bare {
        folder: folder.to_owned(),
        worktrees: worktrees.map(|it| it.path).collect(),
    }
}

impl Repo {
    /// The same with the configuration of another worktree of it: what the person has there counts, not what a branch of
    /// ours may bring in.
    pub(crate) fn like(mut self, other: &Self) -> Self {
        if let Some(config) = other.config.get() {
            self.config = config.clone().into();
        }
        self.programs = Arc::clone(&other.programs);
        self.account.clone_from(&other.account);
        self
    }
}

/// Reads the layout from its files; `None` if anything about it is unusual.
fn usual(root: &Path) -> Option<Repo> {
    let git_dir = git_dir_of(root)?;
    let common_dir = match std::fs::read_to_string(git_dir.join("commondir")) {
        Ok(text) => std::fs::canonicalize(git_dir.join(text.trim_end())).ok()?,
        Err(_) => git_dir.clone(),
    };
    let text = std::fs::read_to_string(common_dir.join("config")).ok()?;
    let mut format = Format::Sha1;
    let mut plain_refs = true;
    for (key, value) in config::entries(&text)? {
        match (key.as_str(), value.as_str()) {
            ("core.bare", "false") | ("extensions.objectformat", "sha1") => {}
            ("extensions.objectformat", "sha256") => format = Format::Sha256,
            ("extensions.refstorage", "files") => {}
            ("extensions.refstorage", _) => plain_refs = false,
            // A folder elsewhere, or something that is no worktree.
            ("core.bare" | "core.worktree" | "extensions.objectformat", _) => return None,
            _ => {}
        }
    }
    git_dir.join("HEAD").is_file().then_some(())?;
    let root = root.to_owned();
    Some(Repo {
        root,
        git_dir,
        common_dir,
        format,
        plain_refs,
        config: OnceLock::new(),
        programs: Arc::default(),
        account: None,
        trees: Arc::default(),
        listed: Arc::default(),
    })
}

/// `.git` itself, or where the file of that name points.
fn git_dir_of(root: &Path) -> Option<PathBuf> {
    let dot = root.join(".git");
    if dot.is_dir() {
        return std::fs::canonicalize(dot).ok();
    }
    let text = std::fs::read_to_string(dot).ok()?;
    let target = text
        .strip_prefix("gitdir: ")?
        .trim_end_matches(['\n', '\r']);
    std::fs::canonicalize(root.join(target)).ok()
}

/// Asks git, which knows every layout.
fn ask(folder: &Path, root: &Path) -> Result<Repo, GitError> {
    let arguments = words([
        "rev-parse",
        "--path-format=absolute",
        "--show-object-format",
        "--show-toplevel",
        "--absolute-git-dir",
        "--git-common-dir",
    ]);
    let text = match Call::unguarded(folder, "rev-parse", arguments).text() {
        Err(GitError::Failed { stderr, .. }) if stderr.contains("not a git repository") => {
            return Err(GitError::NotARepository(folder.to_owned()));
        }
        Err(GitError::Failed { stderr, .. }) if stderr.contains("must be run in a work tree") => {
            let git_dir = git_dir_of(root).unwrap_or_else(|| root.join(".git"));
            return Err(bare(root, &git_dir));
        }
        answer => answer?,
    };
    let lines: Vec<&str> = text.lines().collect();
    let [format, root, git_dir, common_dir] = lines.as_slice() else {
        return Err(GitError::Unexpected("rev-parse".to_owned()));
    };
    let format = if *format == "sha256" {
        Format::Sha256
    } else {
        Format::Sha1
    };
    Ok(Repo {
        root: root.into(),
        git_dir: git_dir.into(),
        common_dir: common_dir.into(),
        format,
        plain_refs: false,
        config: OnceLock::new(),
        programs: Arc::default(),
        account: None,
        trees: Arc::default(),
        listed: Arc::default(),
    })
}
