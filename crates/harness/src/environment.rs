//! What commands find around them that decides which files they test: variables, packages that were installed from a
//! folder, links. A folder for what is built that others share, or a path that leads to another copy of the same files,
//! would show a command what is not broken here, or what is broken there.

mod import_paths;
mod python;

use std::env::{join_paths, split_paths};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use tools::acts::{Environment, Whereabouts};

pub(crate) use import_paths::leads;

/// Where cargo builds, whoever runs it where.
const CARGO_TARGET: &str = "CARGO_TARGET_DIR";
/// Where Python looks for modules before it asks what is installed, which may be another copy (`pip install -e .`).
const PYTHON_PATH: &str = "PYTHONPATH";
/// Python takes a compiled module for current by its size and the second of its time: two breaks may have both in common.
/// And what it compiles beside the sources is no part of what is verified.
const PYTHON_COMPILED: &str = "PYTHONDONTWRITEBYTECODE";
/// Test runners that wait for changes at a terminal run once where this is set, as in the services that run tests.
const ONCE: (&str, &str) = ("CI", "1");
/// Files that say that a folder is a project of Python.
const PYTHON_MANIFESTS: [&str; 3] = ["pyproject.toml", "setup.py", "setup.cfg"];

/// The environment of commands in a folder of ours, from the one that every child gets.
pub(crate) fn apart(at: Whereabouts<'_>, env: Environment) -> Environment {
    let mut env = importing(at, env);
    // Where cargo would build by itself, whatever its settings at home say.
    let builds = at.here.join("Cargo.toml").is_file();
    set(
        &mut env,
        CARGO_TARGET,
        builds.then(|| at.here.join("target").into()),
    );
    env
}

/// Commands that run where the person works: there is nothing elsewhere.
pub(crate) fn in_place(here: &Path) -> Whereabouts<'_> {
    Whereabouts {
        here,
        elsewhere: &[],
    }
}

/// The same for commands in the person's own folder: Python imports what stands there and not what was installed of it.
pub(crate) fn importing(at: Whereabouts<'_>, mut env: Environment) -> Environment {
    let paths = join_paths(python_path(at, &env));
    set(
        &mut env,
        PYTHON_PATH,
        paths.ok().filter(|it| !it.is_empty()),
    );
    set(&mut env, PYTHON_COMPILED, Some("1".into()));
    set(&mut env, ONCE.0, Some(ONCE.1.into()));
    env
}

/// Bytes of a file that is read.
const FILE_BYTES_MAX: u64 = 256 * 1024;

/// The text of a small file; nothing where it is none.
fn text_of(file: &Path) -> Option<String> {
    let there = std::fs::metadata(file).ok()?;
    let small = there.is_file() && there.len() <= FILE_BYTES_MAX;
    small.then(|| std::fs::read_to_string(file).ok())?
}

/// The value of a variable.
fn value<'e>(env: &'e Environment, name: &str) -> Option<&'e OsStr> {
    let found = env.iter().find(|(it, _)| it == OsStr::new(name));
    found.map(|(_, value)| value.as_os_str())
}

fn set(env: &mut Environment, name: &str, value: Option<OsString>) {
    env.retain(|(it, _)| it != OsStr::new(name));
    env.extend(value.map(|it| (OsString::from(name), it)));
}

/// Where modules are looked for: in the folder itself first, then where what was installed from elsewhere would be here;
/// and nowhere elsewhere.
fn python_path(at: Whereabouts<'_>, env: &Environment) -> Vec<PathBuf> {
    let is_project = PYTHON_MANIFESTS.iter().any(|it| at.here.join(it).is_file());
    let own = [at.here.join("src"), at.here.to_path_buf()];
    let own = own.into_iter().filter(|it| is_project && it.is_dir());
    let known = split_paths(value(env, PYTHON_PATH).unwrap_or_default());
    let known = known.filter(|it| !it.as_os_str().is_empty());
    let known = known.map(|it| counterpart(at, &it).unwrap_or(it));
    let installed = python::installed(at, env).into_iter();
    let installed = installed.filter_map(|it| counterpart(at, &it.leads_to));
    let mut all: Vec<PathBuf> = Vec::new();
    for path in own.chain(known).chain(installed.filter(|it| it.is_dir())) {
        if !all.contains(&path) {
            all.push(path);
        }
    }
    all
}

/// What stands here where this stands elsewhere.
fn counterpart(at: Whereabouts<'_>, path: &Path) -> Option<PathBuf> {
    let below = at
        .elsewhere
        .iter()
        .find_map(|it| path.strip_prefix(it).ok())?;
    // A copy may stand below what it is a copy of.
    (!path.starts_with(at.here)).then(|| at.here.join(below))
}
