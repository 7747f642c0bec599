//! Where a user's configuration and state are on this machine. Nothing is created or read here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::fault::Fault;
use super::problem::Problem;

/// Systems with different customs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Linux and other Unix systems: the XDG directories.
    Unix,
    /// macOS: state in `Library`, configuration as on Unix.
    Mac,
    /// Windows: the application data folders.
    Windows,
}

impl System {
    /// The one this program was built for.
    #[must_use]
    pub fn here() -> Self {
        if cfg!(target_os = "macos") {
            System::Mac
        } else if cfg!(windows) {
            System::Windows
        } else {
            System::Unix
        }
    }
}

/// The environment of this process; variables that are not UTF-8 are left out.
#[must_use]
pub fn process_env() -> BTreeMap<String, String> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

/// The user's state directory: `INTERLOCK_STATE`, else the system's custom.
///
/// # Errors
/// When it would be relative, or there is no home to put it in.
pub fn state_dir(env: &BTreeMap<String, String>, system: System) -> Result<PathBuf, Problem> {
    if let Some(chosen) = set(env, "INTERLOCK_STATE") {
        let path = PathBuf::from(chosen);
        if path.is_absolute() {
            return Ok(path);
        }
        return Err(Problem::new(
            Fault::NotAbsolute {
                name: "INTERLOCK_STATE".to_owned(),
                found: chosen.to_owned(),
            },
            super::place::Place::Variable("INTERLOCK_STATE".to_owned()),
        ));
    }
    let found = match system {
        System::Unix => {
            xdg(env, "XDG_STATE_HOME", ".local/state").map(|path| path.join("interlock"))
        }
        System::Mac => set_path(env, "XDG_STATE_HOME")
            .map(|path| path.join("interlock"))
            .or_else(|| {
                home(env).map(|home| home.join("Library/Application Support/interlock/state"))
            }),
        System::Windows => {
            set_path(env, "LOCALAPPDATA").map(|path| path.join("interlock").join("state"))
        }
    };
    found.ok_or_else(|| Problem::bare(Fault::NoHome))
}

/// The user's configuration file, if there is a home to look in.
#[must_use]
pub fn user_file(env: &BTreeMap<String, String>, system: System) -> Option<PathBuf> {
    let base = match system {
        System::Unix | System::Mac => xdg(env, "XDG_CONFIG_HOME", ".config"),
        System::Windows => set_path(env, "APPDATA"),
    };
    base.map(|base| base.join("interlock").join("config.yml"))
}

/// A path as it is shown: the home directory as `~`.
#[must_use]
pub(crate) fn shown(path: &Path, env: &BTreeMap<String, String>) -> String {
    match home(env).and_then(|home| path.strip_prefix(home).ok().map(Path::to_path_buf)) {
        Some(rest) => format!("~/{}", rest.display()),
        None => path.display().to_string(),
    }
}

/// The state directory from the top of a repository, if it lies below that, as where a home is a repository.
#[must_use]
pub fn below(state: &Path, root: &Path) -> Option<PathBuf> {
    let below = real(state).strip_prefix(real(root)).ok()?.to_owned();
    Some(below)
}

/// The path without links, as far as it exists.
pub(crate) fn real(path: &Path) -> PathBuf {
    for above in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (above.canonicalize(), path.strip_prefix(above)) {
            return real.join(rest);
        }
    }
    path.to_path_buf()
}

fn set<'a>(env: &'a BTreeMap<String, String>, name: &str) -> Option<&'a str> {
    env.get(name)
        .map(String::as_str)
        .filter(|value| !value.is_empty())
}

/// An absolute path in a variable; the XDG rules say that a relative one is to be ignored.
fn set_path(env: &BTreeMap<String, String>, name: &str) -> Option<PathBuf> {
    set(env, name)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
}

/// The home folder, if it is told.
#[must_use]
pub fn home_dir(env: &BTreeMap<String, String>) -> Option<PathBuf> {
    home(env)
}

fn home(env: &BTreeMap<String, String>) -> Option<PathBuf> {
    set_path(env, "HOME")
}

fn xdg(env: &BTreeMap<String, String>, name: &str, under_home: &str) -> Option<PathBuf> {
    set_path(env, name).or_else(|| home(env).map(|home| home.join(under_home)))
}
