//! Hooks of a repository: which git would run for a commit or a merge. We run none of them by ourselves.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use ledger::event::RepositoryHook;
use ledger::ids::Hash;

use super::{GitError, Repo};

/// What git runs around commits, merges and checkouts.
const NAMES: [&str; 10] = [
    "pre-commit",
    "prepare-commit-msg",
    "commit-msg",
    "post-commit",
    "pre-merge-commit",
    "post-merge",
    "post-checkout",
    "post-rewrite",
    "post-index-change",
    "reference-transaction",
];
/// Bytes of one hook that are read.
const BYTES_MAX: u64 = 4 * 1024 * 1024;

impl Repo {
    /// The hooks that git would run here now.
    ///
    /// # Errors
    /// [`GitError::Failed`]: the configuration can't be read.
    pub fn hooks(&self) -> Result<Vec<RepositoryHook>, GitError> {
        let folder = self.hooks_folder()?;
        let hook = |name: &&str| hook(&folder, name);
        Ok(NAMES.iter().filter_map(hook).collect())
    }

    /// Where hooks stand.
    pub(crate) fn hooks_folder(&self) -> Result<PathBuf, GitError> {
        let Some(named) = self.config()?.filled("core.hookspath") else {
            return Ok(self.common_dir.join("hooks"));
        };
        Ok(match (named.strip_prefix("~/"), std::env::var_os("HOME")) {
            (Some(rest), Some(home)) => Path::new(&home).join(rest),
            // A relative path counts from the top of the worktree.
            _ => self.root.join(named),
        })
    }
}

/// A hook that git would run: a file that may be executed.
fn hook(folder: &Path, name: &str) -> Option<RepositoryHook> {
    let path = folder.join(name);
    let is_program = |path: &Path| {
        let metadata = std::fs::metadata(path);
        metadata.is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
    };
    if !is_program(&path) {
        return None;
    }
    let mut content = read(&path)?;
    if folder.file_name().is_some_and(|it| it == "_") {
        // Husky puts a file for every hook there. It stands for the one of that name above, and does nothing without.
        content.extend(read(&folder.parent()?.join(name))?);
    }
    Some(RepositoryHook {
        name: name.to_owned(),
        path: path.display().to_string(),
        digest: Hash::of(&content),
    })
}

fn read(path: &Path) -> Option<Vec<u8>> {
    use std::io::Read as _;
    let mut content = Vec::new();
    let file = std::fs::File::open(path).ok()?;
    file.take(BYTES_MAX).read_to_end(&mut content).ok()?;
    Some(content)
}
