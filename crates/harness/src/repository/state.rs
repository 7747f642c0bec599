//! Where the state directory lies, seen from the repository.

use tools::git::Repo;

use super::NoSite;
use crate::config::{self, Problem, Sources};

/// A state directory that lies in the repository, as where a home is one, is no part of it: git is told to pass over it. One
/// that came with the repository is refused.
pub(super) fn set_apart(repo: &Repo, sources: &Sources) -> Result<(), NoSite> {
    let state = config::state_dir(&sources.env, sources.system)?;
    let Some(below) = config::below(&state, &repo.root) else {
        return Ok(());
    };
    if repo.has_below(&below)? {
        return Err(Problem::bare(config::Fault::StateInWorktree {
            state: state.display().to_string(),
            worktree: repo.root.display().to_string(),
        })
        .into());
    }
    let ignore = state.join(".gitignore");
    if ignore.exists() {
        return Ok(());
    }
    // Where it can't be written, opening the ledger says so.
    let _told_later = std::fs::create_dir_all(&state).and_then(|()| std::fs::write(&ignore, "*\n"));
    Ok(())
}
