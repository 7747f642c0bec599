//! Packages that are called like tests and are none: help for the tests of others, as `django.test` or `numpy.testing`.
//! Not which single file is a test.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{entries, modules, resolve};
use crate::world::World;
use crate::{At, EntryKind, Target};
use code::Facts;
use code::Language;
use code::is_test_path;
use code::{Definition, DefinitionKind, Import};
use code::{PYTHON_TEST_FOLDERS, is_named_python_test};

/// Folders that are called like tests.
#[derive(Debug, Default)]
pub(crate) struct Shipped {
    /// No test stands in them.
    bare: BTreeSet<String>,
    /// Code that is no test imports something of them.
    asked: BTreeSet<String>,
}

impl Shipped {
    pub(super) fn of(world: &World, files: &BTreeMap<String, Arc<Facts>>) -> Shipped {
        let own = || {
            let all = files.iter();
            all.filter(|(_, facts)| facts.language == Language::Python)
        };
        let mut all: BTreeSet<&str> = BTreeSet::new();
        let mut full: BTreeSet<&str> = BTreeSet::new();
        for (path, facts) in own() {
            let mut around = called_alike(path);
            all.extend(around.clone());
            // A folder of tests inside such a package says nothing about the package.
            full.extend(around.next().filter(|_| holds_tests(path, facts)));
        }
        let bare = all.difference(&full).map(|it| (*it).to_owned()).collect();
        let mut asked = BTreeSet::new();
        for (path, facts) in own() {
            if is_test_path(path, Language::Python) || holds_tests(path, facts) {
                continue;
            }
            for import in facts.imports.iter().filter(|it| names_one(it)) {
                if let Target::Files(found) = resolve(world, At { path, facts }, import) {
                    asked.extend(
                        found
                            .iter()
                            .flat_map(|it| called_alike(it))
                            .map(str::to_owned),
                    );
                }
            }
        }
        Shipped { bare, asked }
    }
}

/// Whether a file that stands in a folder called like tests belongs to a package that is used like any other: none of
/// these folders holds a test, and code that is no test imports it, or the library offers it.
pub(super) fn is_shipped(world: &World, at: At<'_>) -> bool {
    let shipped = &world.python.shipped;
    let mut around = called_alike(at.path).peekable();
    if around.peek().is_none() || is_named_python_test(at.path) {
        return false;
    }
    let mut asked = false;
    for folder in around {
        if !shipped.bare.contains(folder) {
            return false;
        }
        asked |= shipped.asked.contains(folder);
    }
    let offered = || {
        let entry = entries::entry(world, at);
        entry.is_some_and(|it| it.kind == EntryKind::Library)
    };
    asked || offered()
}

/// The folders around a file that are called like tests, innermost first.
fn called_alike(path: &str) -> impl Iterator<Item = &str> + Clone {
    let around = std::iter::successors(Some(modules::folder(path)), |it| {
        (!it.is_empty()).then(|| modules::folder(it))
    });
    around.filter(|it| PYTHON_TEST_FOLDERS.contains(&it.rsplit('/').next().unwrap_or(it)))
}

/// Classes for the tests of others are test code too, and hold no test themselves; nor does every file whose name ends
/// like a test's.
fn holds_tests(path: &str, facts: &Facts) -> bool {
    let runs = |it: &Definition| {
        let name = it.name.rsplit('.').next().unwrap_or(&it.name);
        let kind = matches!(it.kind, DefinitionKind::Function | DefinitionKind::Method);
        it.test && kind && (name.starts_with("test") || name == "runTest")
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with("test_") || name == "conftest.py" || facts.definitions.iter().any(runs)
}

/// Whether an import has a word of such a folder.
fn names_one(import: &Import) -> bool {
    let mut words = import.path.split('.');
    let mut names = import.names.iter();
    words.any(|it| PYTHON_TEST_FOLDERS.contains(&it))
        || names.any(|it| PYTHON_TEST_FOLDERS.contains(&it.name.as_str()))
}
