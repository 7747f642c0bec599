//! How Java names files of a tree, and where its programs and libraries begin.
//!
//! Packages are what files say they are, so nothing is guessed from folders where the files were read.
//!
//! Reading order: `builds` (modules and what they are for) → `index` (types and packages) → [`resolve`] → `named`
//! (classes that other files name) → `entries`.

mod builds;
mod entries;
mod index;
mod named;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::world::World;
use super::{At, Target};
use builds::Builds;
use code::Facts;
use code::Language;
use code::is_test_path;
use code::{Import, ImportKind};
use index::Index;
use named::Named;

pub(super) use entries::entry;

/// Files of a package whose folders are looked into for one that can't be read.
const FOLDERS_MAX: usize = 20;

const UNREAD: &str = "a file of that name is there, and could not be read";
const BUILT: &str = "the build may write it";
const KIN: &str = "it may be in a file of another language";
const NO_PACKAGE: &str = "no file of the tree is in that package, though some are in one above it";
const BY_NAME: &str = "it is loaded by its name, and may be missing by design";

/// What manifests say, and what all files together make.
#[derive(Debug, Default)]
pub(crate) struct Manifests {
    builds: Builds,
    named: Named,
    index: Index,
}

impl Manifests {
    /// Reads a file of that name in that folder, if it is one that matters here.
    pub(super) fn add(&mut self, folder: &str, name: &str, text: &str) {
        self.builds.add(folder, name, text);
        let path = match folder.is_empty() {
            true => name.to_owned(),
            false => format!("{folder}/{name}"),
        };
        if is_manifest(&path) {
            self.named.add(folder, name, text);
        }
    }

    /// Which types and packages the files of a tree make.
    pub(super) fn index(&self, world: &World, files: &BTreeMap<String, Arc<Facts>>) -> Index {
        Index::of(world, &self.builds, files)
    }

    pub(super) fn settle(&mut self, index: Index) {
        self.index = index;
    }
}

/// Whether a file at that path is wanted.
pub(super) fn is_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(
        name,
        "pom.xml" | "build.gradle" | "build.gradle.kts" | "settings.gradle" | "settings.gradle.kts"
    ) || named::is_wanted(path)
}

/// What an import means.
pub(super) fn resolve(world: &World, at: At<'_>, import: &Import) -> Target {
    let java = &world.java;
    let name = import.path.as_str();
    let types = java.index.types(name);
    if !types.is_empty() {
        return Target::Files(nearest(java, at, types));
    }
    let everything = import.names.iter().any(|it| it.name == "*");
    if everything {
        let files = visible(java, at, java.index.package(name), false);
        if !files.is_empty() {
            return Target::Files(files);
        }
    }
    // A file that is there and can't be read, for its bytes are no text.
    let (package, last) = name.rsplit_once('.').unwrap_or(("", name));
    let beside = java.index.package(package).iter().take(FOLDERS_MAX);
    let mut folders = beside.filter_map(|it| it.rsplit_once('/'));
    if folders.any(|(folder, _)| world.has(&format!("{folder}/{last}.java"))) {
        return Target::Unknown(UNREAD);
    }
    absent(java, at, import, everything)
}

/// Of several files that declare a type, those nearest to whoever asks: its own source folder before others of its
/// module, those before other modules, and tests last.
fn nearest(java: &Manifests, at: At<'_>, files: Vec<&str>) -> Vec<String> {
    let module = java.builds.module(at.path);
    let asks = is_test_path(at.path, Language::Java);
    let rank = |file: &str| {
        let test = !asks && is_test_path(file, Language::Java);
        let other = java.builds.module(file);
        let apart = match other == module {
            true => 0u8,
            false if java.builds.sees(module, other) => 1,
            false => 2,
        };
        (test, apart, std::cmp::Reverse(shared(at.path, file)))
    };
    let best = files.iter().map(|file| rank(file)).min();
    let best = files.into_iter().filter(|file| Some(rank(file)) == best);
    best.map(str::to_owned).collect()
}

/// How many folders two paths begin with alike.
fn shared(a: &str, b: &str) -> usize {
    let pairs = a.split('/').zip(b.split('/'));
    pairs.take_while(|(a, b)| a == b).count()
}

/// Files of a package that a file can name types of, itself left out. `near`: those of modules that it does not depend
/// on are left out too.
fn visible(java: &Manifests, at: At<'_>, files: &[String], near: bool) -> Vec<String> {
    let asks = is_test_path(at.path, Language::Java);
    let module = java.builds.module(at.path);
    let seen = files.iter().filter(|file| {
        let test = !asks && is_test_path(file, Language::Java);
        let apart = near && !java.builds.sees(module, java.builds.module(file));
        file.as_str() != at.path && !test && !apart
    });
    seen.cloned().collect()
}

/// A name that no file of the tree declares.
fn absent(java: &Manifests, at: At<'_>, import: &Import, everything: bool) -> Target {
    let name = import.path.as_str();
    let package = match everything && index::package_of(name).len() < name.len() {
        true if !name.contains(char::is_uppercase) => name,
        true | false => index::package_of(name),
    };
    let own = !package.is_empty() && !java.index.package(package).is_empty();
    if !own {
        let below = java.index.is_below(package) && package.matches('.').count() > 1;
        return match below && import.kind == ImportKind::Static {
            true => Target::Unknown(NO_PACKAGE),
            false => Target::Outside,
        };
    }
    let build = java.builds.of(java.builds.module(at.path));
    if build.is_some_and(builds::Build::generates) || is_made(name) {
        return Target::Unknown(BUILT);
    }
    if java.index.has_kin(package) {
        return Target::Unknown(KIN);
    }
    match import.kind {
        ImportKind::Dynamic => Target::Unknown(BY_NAME),
        // Everything of a package whose only file is the one that asks.
        _ if everything && package == name => Target::Outside,
        ImportKind::Static
        | ImportKind::SideEffect
        | ImportKind::Require
        | ImportKind::Reexport
        | ImportKind::Mod
        | ImportKind::ModAt
        | ImportKind::Use
        | ImportKind::Path => Target::Missing,
    }
}

/// Whether a type's name is of the kind that annotation processors and protocol compilers give.
fn is_made(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let mut letters = last.chars();
    let query = letters.next() == Some('Q') && letters.next().is_some_and(char::is_uppercase);
    query
        || last.contains('_')
        || ["Grpc", "OuterClass", "MapperImpl", "BuildConfig"]
            .iter()
            .any(|end| last.ends_with(end))
        || last.starts_with("Dagger")
        || name
            .split('.')
            .any(|word| matches!(word, "generated" | "BuildConfig" | "R"))
}

/// Files whose names are in scope without an import.
pub(super) fn siblings(world: &World, at: At<'_>) -> Vec<String> {
    let java = &world.java;
    let package = at.facts.package.as_str();
    let files = visible(java, at, java.index.package(package), true);
    if !package.is_empty() {
        return files;
    }
    // Without a package it is the folder that counts.
    let folder = |path: &str| path.rsplit_once('/').map_or("", |(at, _)| at).to_owned();
    let own = folder(at.path);
    files
        .into_iter()
        .filter(|file| folder(file) == own)
        .collect()
}
