//! What stands in a worktree where a tree has a link to another repository: a submodule. Its content is no part of this
//! repository, and a worktree begins with an empty folder there.

use std::path::Path;

use super::object::Id;
use crate::git::Repo;

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// No folder.
    Gone,
    /// An empty folder, or the repository at the commit that the tree names.
    AsKnown,
    /// The repository at another commit, which others can have too: some remote of it has it.
    Moved(Id),
    /// Something that no commit of this repository can hold, in words.
    Other(String),
}

/// Looks at the folder of a link that names this commit.
pub(super) fn look(folder: &Path, known: &Id) -> Stands {
    let Ok(mut entries) = std::fs::read_dir(folder) else {
        return Stands::Gone;
    };
    if folder.join(".git").symlink_metadata().is_err() {
        return match entries.next() {
            None => Stands::AsKnown,
            Some(_) => Stands::Other(
                "below a submodule: no commit of this repository can hold it".to_owned(),
            ),
        };
    }
    let moved = || {
        let repo = Repo::discover(folder).ok().filter(|it| it.root == folder)?;
        let commit = repo.head().ok()?.commit()?.clone();
        let id = Id::parse(commit.as_str())?;
        if id == *known {
            return Some(Stands::AsKnown);
        }
        let refs = repo.refs_holding(&commit).ok()?;
        if refs.iter().any(|it| it.starts_with("refs/remotes/")) {
            return Some(Stands::Moved(id));
        }
        let why = format!(
            "a submodule at commit {}, which only this copy has",
            commit.short()
        );
        Some(Stands::Other(why))
    };
    moved().unwrap_or_else(|| Stands::Other("a submodule that can't be read".to_owned()))
}
