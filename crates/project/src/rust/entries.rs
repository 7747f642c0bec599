//! Where Rust code begins by itself: the roots of crates, and what a mark hands to somebody outside.

use super::Sort;
use crate::world::World;
use crate::{At, Entry, EntryKind};
use code::Definition;
use code::links::paths;

/// Marks that make a definition known to a linker or to another language's loader.
const SYMBOLS: [&str; 10] = [
    "no_mangle",
    "export_name",
    "wasm_bindgen",
    "pymodule",
    "napi",
    "global_allocator",
    "panic_handler",
    "rustler",
    "php_module",
    "magnus",
];

/// Marks whose macro writes the definition into a list that is read at run time.
const COLLECTED: [&str; 5] = ["distributed_slice", "ctor", "dtor", "typetag", "inventory"];

/// Why a file begins something by itself, if it does.
pub(crate) fn entry(world: &World, at: At<'_>) -> Option<Entry> {
    let layout = &world.rust.layout;
    let root = layout.crates.crates.iter().find(|it| it.root == at.path);
    if let Some(root) = root {
        let package = layout.crates.packages.get(&root.package);
        return package.is_none_or(|it| it.joined).then(|| of(root.sort));
    }
    if is_in_tests(world, at.path) {
        return Some(Entry::new(EntryKind::Test, "a module of tests"));
    }
    if !layout.tree.homes(at.path).is_empty() {
        return marked(at);
    }
    match layout.crates.package_of(at.path) {
        Some((folder, _)) => beside_tests(world, folder, at.path),
        None => loose(at),
    }
}

/// Whether a file is part of nothing but tests and benchmarks.
pub(crate) fn is_in_tests(world: &World, path: &str) -> bool {
    let homes = world.rust.layout.tree.homes(path);
    !homes.is_empty() && homes.iter().all(|it| it.test)
}

/// Whether a file is part of a library, so that what it offers is there for others.
pub(crate) fn is_in_library(world: &World, path: &str) -> bool {
    let layout = &world.rust.layout;
    let crates = layout.tree.homes(path).iter();
    let mut crates = crates.filter_map(|it| layout.crates.crates.get(it.spot.krate));
    crates.any(|it| matches!(it.sort, Sort::Library | Sort::Macros))
}

fn of(sort: Sort) -> Entry {
    let (kind, why) = match sort {
        Sort::Library => (EntryKind::Library, "the root of a library"),
        Sort::Macros => (EntryKind::Library, "the root of a library of macros"),
        Sort::Program => (EntryKind::Program, "the root of a program"),
        Sort::Example => (EntryKind::Tool, "an example"),
        Sort::Test => (EntryKind::Test, "the root of a test"),
        Sort::Bench => (EntryKind::Test, "a benchmark"),
        Sort::Build => (EntryKind::Tool, "the script that runs before the build"),
    };
    Entry::new(kind, why)
}

fn marked(at: At<'_>) -> Option<Entry> {
    let marks = |list: &'static [&'static str]| {
        let live = at.facts.definitions.iter().filter(|it| !it.test);
        let mut all = live.flat_map(|it: &Definition| &it.marks);
        all.find(|mark| list.contains(&mark.as_str()))
    };
    if let Some(mark) = marks(&SYMBOLS) {
        let why = format!("named outside by `#[{mark}]`");
        return Some(Entry::new(EntryKind::Library, why));
    }
    let mark = marks(&COLLECTED)?;
    let why = format!("collected by `#[{mark}]`");
    Some(Entry::new(EntryKind::Framework, why))
}

/// A file below `tests` that no test declares may be one that tests read: a case for the compiler to refuse. In a
/// folder that is itself a test or a module, it is one that somebody forgot.
fn beside_tests(world: &World, package: &str, path: &str) -> Option<Entry> {
    let inside = paths::join(package, "tests/");
    let rest = path.strip_prefix(&inside)?;
    let (first, _) = rest.split_once('/')?;
    let forgotten = ["/main.rs", "/mod.rs", ".rs"]
        .iter()
        .any(|end| world.has(&format!("{inside}{first}{end}")));
    (!forgotten).then(|| Entry::new(EntryKind::Test, "a file that tests may read"))
}

/// A file outside of any package that begins with `main`: it is built by hand.
fn loose(at: At<'_>) -> Option<Entry> {
    at.facts.starts?;
    Some(Entry::new(
        EntryKind::Program,
        "a program by itself, outside of any package",
    ))
}
