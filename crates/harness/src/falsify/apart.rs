//! What keeps a scratch copy apart from the worktree and from other copies: a folder for what is built that all of them
//! share, or a path that leads back to the worktree, would show a command what is not broken, or what is broken elsewhere.

use std::env::{join_paths, split_paths};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use tools::acts::Environment;

/// Where cargo builds, whoever runs it where.
const CARGO_TARGET: &str = "CARGO_TARGET_DIR";
/// Where Python looks for modules before it asks what is installed, which may be the worktree (`pip install -e .`).
const PYTHON_PATH: &str = "PYTHONPATH";
/// Python takes a compiled module for current by its size and the second of its time: two breaks may have both in common.
/// And what it compiles beside the sources is no part of what is verified.
const PYTHON_COMPILED: &str = "PYTHONDONTWRITEBYTECODE";
/// Test runners that wait for changes at a terminal run once where this is set, as in the services that run tests.
const ONCE: (&str, &str) = ("CI", "1");
/// Files that say that a folder is a project of Python.
const PYTHON_MANIFESTS: [&str; 3] = ["pyproject.toml", "setup.py", "setup.cfg"];

/// The environment of commands in a copy, from the one that every child gets.
pub(crate) fn apart((root, copy): (&Path, &Path), env: Environment) -> Environment {
    let mut env = importing((root, copy), env);
    // Where cargo would build by itself, whatever its settings at home say.
    let builds = copy.join("Cargo.toml").is_file();
    set(
        &mut env,
        CARGO_TARGET,
        builds.then(|| copy.join("target").into()),
    );
    env
}

/// The environment of commands in a folder, the worktree `root` or a copy of it, where Python imports what stands in that
/// folder and not what was installed of it.
pub(crate) fn importing((root, folder): (&Path, &Path), mut env: Environment) -> Environment {
    let known = env.iter().find(|(it, _)| it == OsStr::new(PYTHON_PATH));
    let known = known.map(|(_, value)| value.clone()).unwrap_or_default();
    let paths = join_paths(python((root, folder), &known));
    set(
        &mut env,
        PYTHON_PATH,
        paths.ok().filter(|it| !it.is_empty()),
    );
    set(&mut env, PYTHON_COMPILED, Some("1".into()));
    set(&mut env, ONCE.0, Some(ONCE.1.into()));
    env
}

fn set(env: &mut Environment, name: &str, value: Option<OsString>) {
    env.retain(|(it, _)| it != OsStr::new(name));
    env.extend(value.map(|it| (OsString::from(name), it)));
}

/// Where modules are looked for: in the copy first, and nowhere in the worktree.
fn python((root, copy): (&Path, &Path), known: &OsStr) -> Vec<PathBuf> {
    let is_project = PYTHON_MANIFESTS.iter().any(|it| copy.join(it).is_file());
    let own = [copy.join("src"), copy.to_path_buf()];
    let own = own.into_iter().filter(|it| is_project && it.is_dir());
    let known = split_paths(known).filter(|it| !it.as_os_str().is_empty());
    let known = known.map(|it| match it.strip_prefix(root) {
        Ok(below) => copy.join(below),
        Err(_) => it,
    });
    own.chain(known).collect()
}
