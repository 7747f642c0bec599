//! What leads commands to another copy of the files that they are to test, told for people.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use tools::acts::{Environment, Whereabouts};

use super::{python, text_of, value};

/// Leads that are told.
const LEADS_MAX: usize = 8;
/// Folders on the way up that are looked at.
const DEPTH_MAX: usize = 64;
/// Packages in one folder that are looked at.
const PACKAGES_MAX: usize = 2_000;
/// Variables that say where programs are, and not what they work on.
const PROGRAMS: [&str; 2] = ["PATH", "VIRTUAL_ENV"];

/// What leads elsewhere, the most telling first.
pub(crate) fn leads(at: Whereabouts<'_>, env: &Environment) -> Vec<String> {
    let mut all: Vec<String> = python::installed(at, env)
        .iter()
        .map(|it| {
            let (file, to) = (it.file.display(), it.leads_to.display());
            format!("`{file}` leads to `{to}`")
        })
        .collect();
    all.extend(packages_on_the_way(at));
    all.extend(workspaces_on_the_way(at));
    all.extend(settings(at, env));
    all.extend(variables(at, env));
    all.dedup();
    all.truncate(LEADS_MAX);
    all
}

fn is_elsewhere(at: Whereabouts<'_>, path: &Path) -> bool {
    at.elsewhere.iter().any(|it| path.starts_with(it)) && !path.starts_with(at.here)
}

/// Variables that hold a path there.
fn variables(at: Whereabouts<'_>, env: &Environment) -> Vec<String> {
    let named = env.iter().filter(|(name, _)| {
        let name = name.to_string_lossy();
        !PROGRAMS.contains(&name.as_ref())
    });
    let leading = named.filter_map(|(name, value)| {
        let mut paths = std::env::split_paths(value);
        let path = paths.find(|it| is_elsewhere(at, it))?;
        Some(format!(
            "`{}` holds `{}`",
            name.to_string_lossy(),
            path.display()
        ))
    });
    leading.collect()
}

/// Folders above, up to the top: a tool that looks for packages or settings on the way up finds these.
fn above(at: Whereabouts<'_>) -> impl Iterator<Item = &Path> {
    at.here.ancestors().skip(1).take(DEPTH_MAX)
}

/// Links to packages of a workspace, as npm and its likes make them: here, where they were brought, and on the way up.
fn packages_on_the_way(at: Whereabouts<'_>) -> Vec<String> {
    let folders = std::iter::once(at.here).chain(above(at));
    let mut found = Vec::new();
    for folder in folders {
        let packages = folder.join("node_modules");
        let scoped = below(&packages).into_iter().filter(|it| {
            let name = it.file_name().unwrap_or_default();
            name.as_encoded_bytes().starts_with(b"@")
        });
        let scoped: Vec<PathBuf> = scoped.flat_map(|it| below(&it)).collect();
        for package in below(&packages).into_iter().chain(scoped) {
            let is_link = package.symlink_metadata().is_ok_and(|it| it.is_symlink());
            let to = is_link.then(|| fs::canonicalize(&package).ok()).flatten();
            if let Some(to) = to.filter(|it| is_elsewhere(at, it)) {
                let (package, to) = (package.display(), to.display());
                found.push(format!("the link `{package}` leads to `{to}`"));
            }
        }
    }
    found
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = entries.take(PACKAGES_MAX).map(|it| it.path()).collect();
    all.sort();
    all
}

/// Workspaces of Go above: its tools take modules from them instead.
fn workspaces_on_the_way(at: Whereabouts<'_>) -> Vec<String> {
    if at.here.join("go.work").is_file() {
        return Vec::new();
    }
    let found = above(at).map(|it| it.join("go.work"));
    let found = found.filter(|it| it.is_file());
    found
        .take(1)
        .map(|it| format!("the workspace `{}` is on the way up", it.display()))
        .collect()
}

/// Settings at home and on the way up in which that path stands: those of cargo can put a folder in place of a package.
fn settings(at: Whereabouts<'_>, env: &Environment) -> Vec<String> {
    let home = value(env, "HOME").map(PathBuf::from);
    let cargo = value(env, "CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or(home.map(|it| it.join(".cargo")));
    let folders = above(at).map(|it| it.join(".cargo")).chain(cargo);
    let files = folders.flat_map(|it| ["config.toml", "config"].map(|name| it.join(name)));
    let mut found = Vec::new();
    for file in files {
        let text = text_of(&file).unwrap_or_default();
        let stands = |it: &&&Path| it.to_str().is_some_and(|path| text.contains(path));
        if let Some(to) = at.elsewhere.iter().find(stands) {
            let to: &OsStr = to.as_os_str();
            let (file, to) = (file.display(), to.to_string_lossy());
            found.push(format!("`{file}` names `{to}`"));
        }
    }
    found
}
