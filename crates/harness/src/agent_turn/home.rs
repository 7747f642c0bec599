//! The home of an agent in a run: copies of the person's settings and of what proves who they are, and our hook. The person's own
//! folder is neither shown to it nor changed.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use agents::host::{Card, Host};
use agents::settings::Scope;

use crate::agent_session::{self, NotInstalled, Place};
use crate::config::home_dir;

/// Bytes of a file that is copied at most.
const FILE_BYTES_MAX: u64 = 4 << 20;

/// Why an agent can't be started.
#[derive(Debug, thiserror::Error)]
pub enum NotEquipped {
    /// Its home can't be made.
    #[error("`{}` can't be made: {source}", path.display())]
    Home {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Its hooks can't be put into its settings.
    #[error(transparent)]
    Hooks(#[from] NotInstalled),
    /// Our own program can't be told.
    #[error("our own program can't be told: {0}")]
    Program(std::io::Error),
}

/// Makes it, or brings it up to date.
pub(super) fn furnish(
    (host, card): (Host, &Card),
    env: &BTreeMap<String, String>,
    home: &Path,
    folders: &[(String, PathBuf)],
) -> Result<(), NotEquipped> {
    make(home)?;
    for below in &card.headless.kept {
        if let Some(from) = of_person(card, env, below) {
            keep(&from, &home.join(below))?;
        }
    }
    let program = std::env::current_exe().map_err(NotEquipped::Program)?;
    let moved = folders
        .iter()
        .map(|(variable, path)| (variable.clone(), path.display().to_string()));
    let own = ("HOME".to_owned(), home.display().to_string());
    let place = Place {
        host,
        scope: Scope::User,
        root: home.to_owned(),
        env: moved.chain([own]).collect(),
    };
    agent_session::install(&place, &program.display().to_string())?;
    Ok(())
}

/// Makes an empty one.
pub(super) fn make(home: &Path) -> Result<(), NotEquipped> {
    folder(home)
}

/// Where the person has this file: below their home, or where a variable says.
fn of_person(card: &Card, env: &BTreeMap<String, String>, below: &str) -> Option<PathBuf> {
    for (variable, folder) in &card.headless.folders {
        let said = env.get(variable).map(PathBuf::from);
        if let Some(said) = said.filter(|it| it.is_absolute())
            && let Ok(rest) = Path::new(below).strip_prefix(folder)
        {
            return Some(said.join(rest));
        }
    }
    Some(home_dir(env)?.join(below))
}

/// Copies a file, unless the copy is newer: an agent may have renewed what proves who the person is.
fn keep(from: &Path, to: &Path) -> Result<(), NotEquipped> {
    let Ok(about) = fs::metadata(from) else {
        return Ok(());
    };
    let time = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
    let is_newer = time(to).is_some_and(|copy| Some(copy) >= time(from));
    if !about.is_file() || about.len() > FILE_BYTES_MAX || is_newer {
        return Ok(());
    }
    if let Some(parent) = to.parent() {
        folder(parent)?;
    }
    let fault = |path: &Path| {
        let path = path.to_owned();
        move |source: io::Error| NotEquipped::Home { path, source }
    };
    let bytes = fs::read(from).map_err(fault(from))?;
    fs::write(to, bytes).map_err(fault(to))?;
    fs::set_permissions(to, fs::Permissions::from_mode(0o600)).map_err(fault(to))
}

fn folder(path: &Path) -> Result<(), NotEquipped> {
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path);
    made.map_err(|source| NotEquipped::Home {
        path: path.to_owned(),
        source,
    })
}
