//! Packages of Python that were installed from a folder, so that a change there counts at once: `pip install -e` and its
//! likes. They lead to that folder whatever folder the interpreter is started in.

use std::collections::BTreeSet;
use std::env::split_paths;
use std::fs;
use std::path::{Path, PathBuf};

use tools::acts::{Environment, Whereabouts};

use super::{text_of, value};

/// Folders of installed packages that are looked into.
const SITES_MAX: usize = 40;
/// Files in one of them that are read.
const FILES_MAX: usize = 400;
/// Names of interpreters.
const INTERPRETERS: [&str; 2] = ["python3", "python"];
/// Where virtual environments of a project usually stand in it.
const USUAL: [&str; 3] = [".venv", "venv", "env"];

/// Something installed that leads elsewhere.
#[derive(Debug)]
pub(super) struct Installed {
    /// The file that says so.
    pub(super) file: PathBuf,
    /// The folder in which modules are found.
    pub(super) leads_to: PathBuf,
}

/// What is installed for the interpreters that commands would find, and leads elsewhere.
pub(super) fn installed(at: Whereabouts<'_>, env: &Environment) -> Vec<Installed> {
    let mut all = Vec::new();
    for site in sites(at, env).into_iter().take(SITES_MAX) {
        let Ok(entries) = fs::read_dir(&site) else {
            continue;
        };
        let mut files: Vec<PathBuf> = entries.flatten().map(|it| it.path()).collect();
        files.sort();
        for file in files.iter().filter(|it| may_lead(it)).take(FILES_MAX) {
            all.extend(read(at, file));
        }
    }
    all
}

/// Folders of installed packages.
fn sites(at: Whereabouts<'_>, env: &Environment) -> BTreeSet<PathBuf> {
    let path = value(env, "PATH").unwrap_or_default();
    let mut homes: Vec<PathBuf> = Vec::new();
    for folder in split_paths(path) {
        for name in INTERPRETERS {
            let program = folder.join(name);
            if !program.exists() {
                continue;
            }
            homes.extend(folder.parent().map(Path::to_owned));
            // A virtual environment's interpreter is a link to the one that it was made with.
            let real = fs::canonicalize(&program).ok();
            homes.extend(real.and_then(|it| Some(it.parent()?.parent()?.to_owned())));
        }
    }
    homes.extend(value(env, "VIRTUAL_ENV").map(PathBuf::from));
    homes.extend(value(env, "HOME").map(|it| Path::new(it).join(".local")));
    homes.extend(USUAL.iter().map(|it| at.here.join(it)));
    // Version managers keep one home for each version beside their shims.
    let managed: Vec<PathBuf> = homes.iter().map(|it| it.join("versions")).collect();
    homes.extend(managed.iter().flat_map(|it| below(it)));
    let mut sites = BTreeSet::new();
    for home in homes {
        for library in ["lib", "lib64"] {
            for version in below(&home.join(library)) {
                let name = version
                    .file_name()
                    .map(|it| it.to_string_lossy().into_owned());
                if name.is_some_and(|it| it.starts_with("python")) {
                    let packages = ["site-packages", "dist-packages"];
                    sites.extend(packages.map(|it| version.join(it)));
                }
            }
        }
    }
    sites
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|it| it.path()).collect()
}

/// Whether a file among packages may lead elsewhere, by its name: a list of paths, a link of setuptools, a finder of
/// modules, the record of where something came from.
fn may_lead(file: &Path) -> bool {
    let name = file.file_name().map(|it| it.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let ends = [".pth", ".egg-link"].iter().any(|it| name.ends_with(it));
    ends || name.starts_with("__editable__") && name.ends_with(".py")
        || name.ends_with(".dist-info")
}

/// Where a file leads, as far as that is elsewhere.
fn read(at: Whereabouts<'_>, file: &Path) -> Vec<Installed> {
    let name = file.file_name().map(|it| it.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let record = file.join("direct_url.json");
    let file = if name.ends_with(".dist-info") {
        &record
    } else {
        file
    };
    let text = text_of(file).unwrap_or_default();
    let paths: Vec<PathBuf> = if name.ends_with(".py") {
        quoted(&text).map(importable).collect()
    } else if name.ends_with(".dist-info") {
        of_record(&text).into_iter().collect()
    } else {
        text.lines().map(|it| PathBuf::from(it.trim())).collect()
    };
    let elsewhere = paths.into_iter().filter(|path| {
        let mut all = at.elsewhere.iter();
        path.is_absolute() && all.any(|it| path.starts_with(it)) && !path.starts_with(at.here)
    });
    elsewhere
        .map(|leads_to| Installed {
            file: file.to_owned(),
            leads_to,
        })
        .collect()
}

/// Absolute paths in quotes: a finder maps names of packages to their folders.
fn quoted(text: &str) -> impl Iterator<Item = &Path> {
    let pieces = text.split(['\'', '"']);
    pieces.filter(|it| it.starts_with('/')).map(Path::new)
}

/// The folder from which a package or module of this path is imported.
fn importable(path: &Path) -> PathBuf {
    let is_module = path.join("__init__.py").is_file() || path.is_file();
    match path.parent() {
        Some(parent) if is_module => parent.to_owned(),
        Some(_) | None => path.to_owned(),
    }
}

/// The folder that something was installed from, if changes there count at once (PEP 610).
fn of_record(text: &str) -> Option<PathBuf> {
    let record: serde_json::Value = serde_json::from_str(text).ok()?;
    let editable = record.pointer("/dir_info/editable")?.as_bool()?;
    let url = url::Url::parse(record.get("url")?.as_str()?).ok()?;
    let folder = url.to_file_path().ok().filter(|_| editable)?;
    let src = folder.join("src");
    Some(if src.is_dir() { src } else { folder })
}
