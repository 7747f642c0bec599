//! What every resolver may look at: which paths there are, what manifests say, and what declarations of all files
//! together make.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::vendored::Vendored;
use super::{go, java, python, rust, script};
use code::Facts;

/// Paths and manifests of one tree.
#[derive(Debug, Default)]
pub(crate) struct World {
    paths: BTreeSet<String>,
    pub(crate) rust: rust::Manifests,
    pub(crate) script: script::Manifests,
    pub(crate) python: python::Manifests,
    pub(crate) go: go::Manifests,
    pub(crate) java: java::Manifests,
    pub(crate) vendored: Vendored,
}

impl World {
    pub(crate) fn new(
        paths: impl IntoIterator<Item = String>,
        manifests: &[(String, String)],
    ) -> World {
        let mut world = World {
            paths: paths.into_iter().collect(),
            ..World::default()
        };
        for path in &world.paths {
            world.vendored.add_path(path);
        }
        for (path, text) in manifests {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            world.rust.add(folder, name, text);
            world.script.add(folder, name, text);
            world.python.add(folder, name, text);
            world.go.add(folder, name, text);
            world.java.add(folder, name, text);
            world.vendored.add_attributes(folder, name, text);
        }
        world
    }

    /// Takes in what can only be known from all files together: which modules Rust's `mod` declarations make,
    /// which package each file of Go belongs to, which types Java's packages hold, and which packages of Python are
    /// called like tests and hold none.
    pub(crate) fn join(&mut self, files: &BTreeMap<String, Arc<Facts>>) {
        let crates = rust::Layout::of(self, files);
        self.rust.settle(crates);
        self.go.join(files);
        let types = self.java.index(self, files);
        self.java.settle(types);
        let shipped = python::shipped(self, files);
        self.python.settle(shipped);
    }

    /// Whether a file stands at that path.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// Every path, sorted.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().map(String::as_str)
    }

    /// Everything below a folder (`""`: everything), sorted.
    pub(crate) fn under(&self, folder: &str) -> impl Iterator<Item = &str> {
        let start = match folder.is_empty() {
            true => String::new(),
            false => format!("{folder}/"),
        };
        let from = self.paths.range(start.clone()..);
        from.map(String::as_str)
            .take_while(move |path| path.starts_with(&start))
    }

    /// The files that stand directly in a folder, sorted.
    pub(crate) fn inside(&self, folder: &str) -> impl Iterator<Item = &str> {
        let skip = if folder.is_empty() {
            0
        } else {
            folder.len().saturating_add(1)
        };
        self.under(folder)
            .filter(move |path| path.get(skip..).is_some_and(|rest| !rest.contains('/')))
    }
}

/// A folder and those above it, innermost first, the top last (`""`).
pub(crate) fn above(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |at| {
        (!at.is_empty()).then(|| at.rsplit_once('/').map_or("", |(up, _)| up))
    })
}
