//! How Go names files of a tree, and where its programs and libraries begin.
//!
//! An import names a folder below a module. Which files of the folder make the package is told by the name that each
//! gives itself, so that is taken in from all files together.
//!
//! Reading order: `manifest` (one `go.mod`) → `packages` (which file is of which package) → here → `entries`.

mod entries;
mod manifest;
mod packages;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::world::{World, above};
use super::{At, Target};
use code::Facts;
use code::Import;
use code::links::paths;
use manifest::Manifest;
use packages::Packages;

use entries::Offers;

pub(super) use entries::entry;

/// Folders of the standard library. A path that begins with none of them, and with no host, is no package of Go.
const STANDARD: [&str; 46] = [
    "archive",
    "bufio",
    "builtin",
    "bytes",
    "cmp",
    "compress",
    "container",
    "context",
    "crypto",
    "database",
    "debug",
    "embed",
    "encoding",
    "errors",
    "expvar",
    "flag",
    "fmt",
    "go",
    "hash",
    "html",
    "image",
    "index",
    "io",
    "iter",
    "log",
    "maps",
    "math",
    "mime",
    "net",
    "os",
    "path",
    "plugin",
    "reflect",
    "regexp",
    "runtime",
    "slices",
    "sort",
    "strconv",
    "strings",
    "structs",
    "sync",
    "syscall",
    "testing",
    "text",
    "time",
    "unicode",
];

const NO_MODULE: &str = "there is no `go.mod` that names this tree";
const NOT_ASKED_FOR: &str = "no module that `go.mod` asks for holds it";
const INTERNAL: &str = "it is internal to another part of the tree";
const PROGRAM: &str = "it is a program, which nothing can import";

/// What manifests say, and which file is of which package.
#[derive(Debug, Default)]
pub(crate) struct Manifests {
    /// By folder.
    modules: BTreeMap<String, Manifest>,
    /// `go.work`, by folder.
    works: BTreeMap<String, Manifest>,
    packages: Packages,
    /// What each module is there for, by its folder.
    offers: BTreeMap<String, Offers>,
    /// The folder of every module, by the module's path.
    named: BTreeMap<String, String>,
}

impl Manifests {
    /// Reads a file of that name in that folder, if it is one that matters here.
    pub(super) fn add(&mut self, folder: &str, name: &str, text: &str) {
        let known = match name {
            "go.mod" => &mut self.modules,
            "go.work" => &mut self.works,
            _ => return,
        };
        let manifest = Manifest::read(folder, text);
        if !manifest.module.is_empty() {
            self.named
                .insert(manifest.module.clone(), folder.to_owned());
        }
        known.insert(folder.to_owned(), manifest);
    }

    /// Takes in which package every file says it belongs to.
    pub(super) fn join(&mut self, files: &BTreeMap<String, Arc<Facts>>) {
        self.packages = Packages::of(files);
        self.offers = entries::offers(self);
    }

    /// The folder of the module that a folder belongs to, and what its manifest says.
    fn module(&self, folder: &str) -> Option<(&str, &Manifest)> {
        above(folder).find_map(|it| {
            let (folder, manifest) = self.modules.get_key_value(it)?;
            Some((folder.as_str(), manifest))
        })
    }

    /// The import path of a folder.
    fn path_of(&self, folder: &str) -> Option<String> {
        let (root, manifest) = self.module(folder)?;
        Some(paths::join(&manifest.module, below(root, folder)?))
    }

    /// The folder that an import path means, by a replacement or by the module of the longest name.
    fn folder_of(&self, from: &str, path: &str) -> Found {
        let own = self.module(from).map(|(_, manifest)| manifest);
        let work = above(from).find_map(|it| self.works.get(it));
        let replaced = own
            .into_iter()
            .chain(work)
            .find_map(|it| above(path).find_map(|module| Some((module, it.replaces.get(module)?))));
        if let Some((module, folder)) = replaced {
            return match folder {
                Some(folder) => {
                    Found::Folder(paths::join(folder, below(module, path).unwrap_or("")))
                }
                None => Found::Outside,
            };
        }
        let holding = above(path).find_map(|module| Some((module, self.named.get(module)?)));
        let Some((module, root)) = holding.filter(|(module, _)| !module.is_empty()) else {
            return Found::Outside;
        };
        let folder = paths::join(root, below(module, path).unwrap_or(""));
        // A module inside another is no part of it.
        match self.module(&folder).is_some_and(|(at, _)| at == root) {
            true => Found::Folder(folder),
            false => Found::Nothing,
        }
    }
}

/// Where an import path leads.
enum Found {
    /// To a folder, which may or may not be there.
    Folder(String),
    /// Into a module of the tree that does not reach so far.
    Nothing,
    /// Out of the tree.
    Outside,
}

/// What is left of a path behind a module's.
fn rest<'p>(module: &str, path: &'p str) -> Option<&'p str> {
    let rest = path.strip_prefix(module)?;
    match rest.strip_prefix('/') {
        Some(rest) => Some(rest),
        None => rest.is_empty().then_some(rest),
    }
}

/// What is left of a folder below another.
fn below<'p>(root: &str, folder: &'p str) -> Option<&'p str> {
    match root.is_empty() {
        true => Some(folder),
        false => rest(root, folder),
    }
}

/// Whether a file of that name is wanted.
pub(super) fn is_manifest(name: &str) -> bool {
    matches!(name, "go.mod" | "go.work")
}

/// What an import means.
pub(super) fn resolve(world: &World, at: At<'_>, import: &Import) -> Target {
    let from = paths::folder(at.path);
    let path = import.path.as_str();
    if matches!(path, "C" | "unsafe") {
        return Target::Outside;
    }
    if path.starts_with("./") || path.starts_with("../") {
        return match paths::normal(&paths::join(from, path)) {
            Some(folder) => files(world, from, &folder),
            None => Target::Outside,
        };
    }
    match world.go.folder_of(from, path) {
        Found::Nothing => Target::Missing,
        Found::Folder(folder) if is_shut(world, from, path) => match files(world, from, &folder) {
            Target::Files(files) => Target::Shut(files, INTERNAL),
            other @ (Target::Outside | Target::Missing | Target::Shut(..) | Target::Unknown(_)) => {
                other
            }
        },
        Found::Folder(folder) => files(world, from, &folder),
        Found::Outside => outside(world, from, path),
    }
}

/// The files of the package in a folder; tests are no part of what others import.
fn files(world: &World, from: &str, folder: &str) -> Target {
    let wanted = |it: &&str| is_source(it) && !is_test(it);
    let read = world.go.packages.inside(folder).filter(wanted);
    let mut found: Vec<String> = read.map(str::to_owned).collect();
    if found.is_empty() {
        // Files that could not be read are there all the same.
        found.extend(world.inside(folder).filter(wanted).map(str::to_owned));
    }
    if found.is_empty() {
        return Target::Missing;
    }
    let named = world.go.packages.main_name(folder);
    match named {
        Some("main") if from != folder => Target::Unknown(PROGRAM),
        Some(name) => Target::Files(
            found
                .into_iter()
                .filter(|it| world.go.packages.of_file(it).is_none_or(|of| of == name))
                .collect(),
        ),
        None => Target::Files(found),
    }
}

/// Whether a path is internal to a tree of packages that the folder is no part of.
fn is_shut(world: &World, from: &str, path: &str) -> bool {
    let words: Vec<&str> = path.split('/').collect();
    let Some(at) = words.iter().rposition(|word| *word == "internal") else {
        return false;
    };
    let Some(own) = world.go.path_of(from) else {
        return false;
    };
    let parent = words.get(..at).unwrap_or_default().join("/");
    rest(&parent, &own).is_none() && !parent.is_empty()
}

fn outside(world: &World, from: &str, path: &str) -> Target {
    let first = path.split('/').next().unwrap_or(path);
    if STANDARD.contains(&first) {
        return Target::Outside;
    }
    match world.go.module(from) {
        Some((_, manifest)) => {
            let replaced = |it: &str| manifest.replaces.contains_key(it);
            let asked = above(path).any(|it| manifest.requires.contains(it) || replaced(it));
            match asked {
                true => Target::Outside,
                false => Target::Unknown(NOT_ASKED_FOR),
            }
        }
        None => Target::Unknown(NO_MODULE),
    }
}

/// Files whose names are in scope without an import: those of the same folder that give themselves the same package.
/// Tests see all of them, others see no tests.
pub(super) fn siblings(world: &World, at: At<'_>) -> Vec<String> {
    let (folder, test) = (paths::folder(at.path), is_test(at.path));
    let others = world.go.packages.inside(folder);
    let others = others.filter(|it| is_source(it) && *it != at.path);
    let seen = others.filter(|it| test || !is_test(it));
    let same = seen.filter(|it| {
        let package = world.go.packages.of_file(it);
        package.is_some_and(|it| it == at.facts.package)
    });
    same.map(str::to_owned).collect()
}

fn is_source(path: &str) -> bool {
    let name = paths::file_name(path);
    path.ends_with(".go") && !name.starts_with(['_', '.'])
}

fn is_test(path: &str) -> bool {
    path.ends_with("_test.go")
}
