//! How Rust names files of a tree, and where its programs and libraries begin.
//!
//! Which file is which module is read from the `mod` declarations, as the compiler reads them: a file that nothing
//! declares is part of no crate, wherever it stands.
//!
//! Reading order: `manifest` (one `Cargo.toml`) → `crates` (packages and their roots) → `tree` (modules) → `walk`
//! (paths) → `entries`.

mod crates;
mod entries;
mod manifest;
mod tree;
mod walk;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::world::World;
use super::{At, Target};
use code::Facts;
use code::links::{self, paths};
use code::{Import, ImportKind};
use crates::{Crates, Sort};
use manifest::Manifest;
use tree::{Home, Spot, Tree};
use walk::{Walk, Written};

pub(super) use entries::{entry, is_in_library, is_in_tests};

/// Whether a file is a module that other crates can't name by its own path.
pub(super) fn is_inside(world: &World, path: &str) -> bool {
    world.rust.layout.is_inside(path)
}

/// Whether a file declares another one as its module, tests aside; the line.
pub(super) fn declares(world: &World, at: At<'_>, to: &str) -> Option<u32> {
    let modules = at
        .facts
        .imports
        .iter()
        .filter(|it| matches!(it.kind, ImportKind::Mod | ImportKind::ModAt) && !it.test);
    let mut leading = modules.filter(|it| match declared(world, at, it) {
        Target::Files(files) => files.iter().any(|file| file == to),
        Target::Outside | Target::Missing | Target::Shut(..) | Target::Unknown(_) => false,
    });
    leading.next().map(|it| it.line)
}

/// Most crates that one file is resolved for.
const HOMES_MAX: usize = 16;

const GENERATED: &str = "the build writes the file that is included";
const HOMELESS: &str = "the file belongs to no crate that is known";

/// What manifests say, and what follows from it for the files of the tree.
#[derive(Debug, Default)]
pub(crate) struct Manifests {
    manifests: BTreeMap<String, Manifest>,
    layout: Layout,
}

/// Crates and modules of the tree.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    crates: Crates,
    tree: Tree,
}

impl Manifests {
    /// Reads a file of that name in that folder, if it is one that matters here.
    pub(super) fn add(&mut self, folder: &str, name: &str, text: &str) {
        if is_manifest(name) {
            self.manifests
                .insert(folder.to_owned(), Manifest::read(text));
        }
    }

    /// Features that code of a file asks for and that the manifest of its package does not declare, each with its line.
    pub(super) fn undeclared(&self, path: &str, facts: &Facts) -> Vec<(String, u32)> {
        let folders = path.match_indices('/').map(|(at, _)| at).rev();
        let folders = folders.filter_map(|at| path.get(..at)).chain([""]);
        let mut packages =
            folders.filter_map(|it| Some((it, self.manifests.get(it)?.package.as_ref()?)));
        let Some((_, package)) = packages.next() else {
            return Vec::new();
        };
        let Some(known) = &package.features else {
            return Vec::new();
        };
        let asked = facts.features.iter();
        asked
            .filter(|(name, _)| !known.contains(*name))
            .map(|(name, line)| (name.clone(), *line))
            .collect()
    }

    pub(super) fn settle(&mut self, layout: Layout) {
        self.layout = layout;
    }
}

impl Layout {
    /// Finds the crates of a tree, and the modules that its files declare.
    pub(super) fn of(world: &World, files: &BTreeMap<String, Arc<Facts>>) -> Layout {
        let crates = Crates::of(world, &world.rust.manifests);
        let tree = Tree::of(world, &crates, files);
        Layout { crates, tree }
    }

    /// What a file is to each crate that declares it; by its place alone where none does.
    fn homes(&self, path: &str) -> Vec<Home> {
        match self.tree.homes(path) {
            [] => self.guess(path).into_iter().collect(),
            homes => homes.iter().take(HOMES_MAX).cloned().collect(),
        }
    }

    /// The module that a file would be if it were declared where it stands.
    fn guess(&self, path: &str) -> Option<Home> {
        let (folder, _) = self.crates.package_of(path)?;
        let own = self.crates.crates.iter().enumerate();
        let own = own.filter(|(_, it)| it.package == folder && it.sort != Sort::Build);
        let below = |root: &str| {
            let top = paths::folder(root);
            let rest = match top.is_empty() {
                true => Some(path),
                false => path.strip_prefix(top).and_then(|it| it.strip_prefix('/')),
            };
            rest.map(|rest| (top.len(), rest))
        };
        let fits = own.filter_map(|(krate, it)| {
            let (length, rest) = below(&it.root)?;
            let library = matches!(it.sort, Sort::Library | Sort::Macros);
            Some(((length, library), krate, rest))
        });
        let (_, krate, rest) = fits.max_by_key(|(rank, ..)| *rank)?;
        let stem = rest.strip_suffix(".rs").unwrap_or(rest);
        let module = stem.strip_suffix("/mod").unwrap_or(stem);
        Some(Home {
            spot: Spot {
                krate,
                module: module.replace('/', "::"),
            },
            children: match paths::file_name(path) {
                "lib.rs" | "main.rs" => paths::folder(path).to_owned(),
                _ => tree::children_of(path),
            },
            test: false,
            inside: false,
        })
    }

    /// Whether every crate that declares a file keeps its path to itself: a module that is not `pub`, or a program's.
    pub(super) fn is_inside(&self, path: &str) -> bool {
        let homes = self.tree.homes(path);
        !homes.is_empty() && homes.iter().all(|home| home.inside)
    }
}

/// Whether a file of that name is wanted.
pub(super) fn is_manifest(name: &str) -> bool {
    name == "Cargo.toml"
}

/// What an import means.
pub(super) fn resolve(world: &World, at: At<'_>, import: &Import) -> Target {
    match import.kind {
        ImportKind::Mod | ImportKind::ModAt => declared(world, at, import),
        ImportKind::SideEffect => included(world, at, import),
        ImportKind::Static
        | ImportKind::Dynamic
        | ImportKind::Require
        | ImportKind::Reexport
        | ImportKind::Use
        | ImportKind::Path => named(world, at, import),
    }
}

/// `mod x;`: a file below the one that declares it.
fn declared(world: &World, at: At<'_>, import: &Import) -> Target {
    let homes = world.rust.layout.homes(at.path);
    let alone = [tree::children_of(at.path)];
    let children: Vec<&str> = match homes.is_empty() {
        true => alone.iter().map(String::as_str).collect(),
        false => homes.iter().map(|home| home.children.as_str()).collect(),
    };
    let there = |import: &Import| {
        let places = children
            .iter()
            .flat_map(|children| tree::places(children, at.path, import));
        let mut found: Vec<String> = places.filter(|path| world.has(path)).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let mut found = there(import);
    if found.is_empty() {
        // Attributes may name a file for each platform: any of them will do.
        let twins = at.facts.imports.iter().filter(|it| {
            it.kind == ImportKind::ModAt && it.line == import.line && it.names == import.names
        });
        found = twins.flat_map(there).collect();
    }
    match found.is_empty() {
        true => Target::Missing,
        false => Target::Files(found),
    }
}

/// `include!("x.rs")`, `include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/x"))`.
fn included(world: &World, at: At<'_>, import: &Import) -> Target {
    let written = import.path.as_str();
    let beside = paths::folder(at.path);
    let path = if written.contains("OUT_DIR") {
        return Target::Unknown(GENERATED);
    } else if let Some(rest) = written.strip_prefix("concat!(env!(\"CARGO_MANIFEST_DIR\"),") {
        let package = world.rust.layout.crates.package_of(at.path);
        let parts = rest.trim_end_matches([')', ',']).split("\",\"");
        let rest: String = parts.map(|part| part.trim_matches('"')).collect();
        package.map(|(folder, _)| paths::join(folder, rest.trim_start_matches('/')))
    } else if written.contains(['(', '"', '!']) {
        return Target::Unknown("the name of the file is put together");
    } else {
        Some(paths::join(beside, written))
    };
    match path.as_deref().and_then(paths::normal) {
        Some(path) if world.has(&path) => Target::Files(vec![path]),
        Some(_) => Target::Missing,
        None => Target::Outside,
    }
}

/// A path of names, asked in every crate that the file is part of.
fn named(world: &World, at: At<'_>, import: &Import) -> Target {
    let layout = &world.rust.layout;
    let homes = layout.homes(at.path);
    if homes.is_empty() {
        return homeless(world, at, import);
    }
    let written = Written {
        path: &import.path,
        whole: import.names.iter().any(|name| name.name == "*"),
        declared: import.kind != ImportKind::Path,
    };
    let targets = homes.iter().map(|home| {
        let from = home.spot.below(&import.module);
        Walk::new(&layout.crates, &layout.tree).target(&from, written)
    });
    targets.reduce(both).unwrap_or(Target::Unknown(HOMELESS))
}

/// What two crates make of one import: what either finds counts.
fn both(one: Target, other: Target) -> Target {
    match (one, other) {
        (Target::Files(mut files), Target::Files(more)) => {
            files.extend(more);
            files.sort_unstable();
            files.dedup();
            Target::Files(files)
        }
        (Target::Files(files), _) | (_, Target::Files(files)) => Target::Files(files),
        (Target::Unknown(why), _) | (_, Target::Unknown(why)) => Target::Unknown(why),
        (Target::Outside, _) | (_, Target::Outside) => Target::Outside,
        (Target::Missing | Target::Shut(..), Target::Missing | Target::Shut(..)) => Target::Missing,
    }
}

/// A file outside of any package: paths alone must do.
fn homeless(world: &World, at: At<'_>, import: &Import) -> Target {
    if let Some(path) = links::resolve(at.facts, import, at.path, |path| world.has(path)) {
        return Target::Files(vec![path]);
    }
    let first = import.path.split("::").next().unwrap_or("");
    match matches!(first, "crate" | "self" | "super") {
        true => Target::Unknown(HOMELESS),
        false => Target::Outside,
    }
}
