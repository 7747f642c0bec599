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

/// One of the clones, if there is any: always the same one, while it stands.
pub(crate) fn any(state_dir: &Path) -> Option<PathBuf> {
    let mut folders = vec![state_dir.join(CLONES)];
    // Forge, owner, name.
    for _ in 0..3 {
        folders = folders.iter().flat_map(|it| within(it)).collect();
    }
    folders.into_iter().min()
}

/// The folders in a folder; none where it can't be read.
fn within(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|it| it.file_type().is_ok_and(|it| it.is_dir()));
    folders.map(|it| it.path()).collect()
}

/// Whether a repository is such a clone.
#[must_use]
pub fn is_clone(state_dir: &Path, repository: &Path) -> bool {
    repository.starts_with(state_dir.join(CLONES))
}
