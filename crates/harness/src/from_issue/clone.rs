//! Where clones of repositories of forges are: below the state directory, one for each.

use std::path::{Path, PathBuf};

use ledger::forge::RepoName;

/// The folder of all clones.
const CLONES: &str = "clones";

/// The folder of one clone.
pub(crate) fn folder(state_dir: &Path, forge: &str, repo: &RepoName) -> PathBuf {
    // Forges compare names without case, and disks may not.
    let owner = repo.owner().to_lowercase();
    let name = repo.name().to_lowercase();
    state_dir.join(CLONES).join(forge).join(owner).join(name)
}

/// Whether a repository is such a clone.
#[must_use]
pub fn is_clone(state_dir: &Path, repository: &Path) -> bool {
    repository.starts_with(state_dir.join(CLONES))
}
