//! Where things are in a sandbox in which git is carried out.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A private folder of the sandbox.
const FOLDER: &str = "/run/interlock";

/// What the sandbox has to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Places {
    /// The top of the worktree whose git is carried out.
    pub(crate) worktree: PathBuf,
    /// Our own program, which has to be readable in the sandbox.
    pub(crate) exe: PathBuf,
    /// The machine's git.
    pub(crate) git: PathBuf,
}

/// The socket on which is asked.
pub(super) fn socket() -> PathBuf {
    Path::new(FOLDER).join("git.sock")
}

/// The file that names the worktree.
pub(super) fn worktree() -> PathBuf {
    Path::new(FOLDER).join("worktree")
}

/// The folder that comes first where programs are looked for.
pub(crate) fn programs() -> PathBuf {
    Path::new(FOLDER).join("bin")
}

/// The machine's git, as it is found along these folders.
pub(crate) fn git_along(path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path)
        .map(|folder| folder.join("git"))
        .find(|it| it.is_file())
}

/// Variables with which our git is found before the machine's.
pub(crate) fn found_first(mut env: Vec<(OsString, OsString)>) -> Vec<(OsString, OsString)> {
    for (name, value) in &mut env {
        if name == "PATH" {
            let all = std::env::split_paths(value).collect::<Vec<_>>();
            let all = [vec![programs()], all].concat();
            // A folder with a colon in its name can't be in it; it was not before either.
            if let Ok(joined) = std::env::join_paths(all) {
                *value = joined;
            }
        }
    }
    env
}
