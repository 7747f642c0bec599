//! Why a Go file begins something by itself.

use std::collections::BTreeMap;

use super::{Manifests, below, is_source, is_test};
use crate::world::World;
use crate::{At, Entry, EntryKind};
use code::ImportKind;
use code::links::paths;

/// Folders whose programs are not what a module is there for.
const ASIDE: [&str; 11] = [
    "example", "examples", "tools", "tool", "hack", "scripts", "script", "internal", "testdata",
    "test", "gen",
];

/// Why a file begins something by itself, if it does.
pub(crate) fn entry(world: &World, at: At<'_>) -> Option<Entry> {
    let facts = at.facts;
    if facts.starts.is_some() {
        return Some(Entry::new(EntryKind::Program, "the program's `main`"));
    }
    let folder = paths::folder(at.path);
    if folder.split('/').any(|word| word == "testdata") {
        return Some(Entry::new(EntryKind::Test, "data of tests"));
    }
    if facts.definitions.is_empty() {
        let only_loads = facts
            .imports
            .iter()
            .all(|it| it.kind == ImportKind::SideEffect);
        if only_loads {
            let why = "a file that only documents its package or loads others";
            return Some(Entry::new(EntryKind::Tool, why));
        }
    }
    let called = |mark: &String| matches!(mark.as_str(), "export" | "wasmexport" | "linkname");
    if facts
        .definitions
        .iter()
        .any(|it| it.marks.iter().any(called))
    {
        let why = "called from outside of Go, by a mark on it";
        return Some(Entry::new(EntryKind::Framework, why));
    }
    let offered = facts.package != "main" && is_source(at.path) && is_offered(world, folder);
    offered.then(|| {
        let why = format!(
            "a file of the package `{}`, which others may import",
            facts.package
        );
        Entry::new(EntryKind::Library, why)
    })
}

/// What a module is there for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offers {
    /// Its own folder holds a program.
    program_at_root: bool,
    /// It holds programs that are not there for examples and tools.
    programs: bool,
}

/// What every module with programs in it is there for, by its folder.
pub(super) fn offers(manifests: &Manifests) -> BTreeMap<String, Offers> {
    let mut found: BTreeMap<String, Offers> = BTreeMap::new();
    for program in manifests.packages.programs() {
        let root = manifests.module(program).map_or("", |(root, _)| root);
        let inner = below(root, program).unwrap_or("");
        let aside = |word: &str| ASIDE.contains(&word) || word.starts_with(['_', '.']);
        let offers = found.entry(root.to_owned()).or_default();
        if inner.is_empty() && shows_only(manifests, program) {
            continue;
        }
        offers.program_at_root |= inner.is_empty();
        offers.programs |= !inner.split('/').any(aside);
    }
    found
}

/// Whether the files of a program say by their names that it shows how something is used: `example.go`.
fn shows_only(manifests: &Manifests, program: &str) -> bool {
    let inside = manifests.packages.inside(program);
    let mut sources = inside
        .filter(|it| is_source(it) && !is_test(it))
        .filter(|it| manifests.packages.of_file(it) == Some("main"))
        .peekable();
    sources.peek().is_some()
        && sources.all(|it| {
            let name = paths::file_name(it).trim_end_matches(".go");
            let mut words = name.split(['_', '-']);
            words.any(|word| matches!(word, "example" | "examples" | "demo"))
        })
}

/// Whether other modules are meant to import the package of a folder.
fn is_offered(world: &World, folder: &str) -> bool {
    let root = world.go.module(folder).map_or("", |(root, _)| root);
    let inner = below(root, folder).unwrap_or("");
    let hidden = |word: &str| matches!(word, "internal" | "vendor") || word.starts_with(['_', '.']);
    let path = world.go.path_of(folder).unwrap_or_default();
    if inner.split('/').any(hidden) || path.split('/').any(|word| word == "internal") {
        return false;
    }
    let offers = world.go.offers.get(root).copied().unwrap_or_default();
    // With a package at its root a module is a library that brings programs along.
    let main = world.go.packages.main_name(root);
    let library = main.is_some_and(|name| name != "main");
    let shared = inner.split('/').next() == Some("pkg");
    !offers.programs || library || (shared && !offers.program_at_root)
}
