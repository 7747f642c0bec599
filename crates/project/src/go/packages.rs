//! Which file says that it belongs to which package, and where programs are.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{is_source, is_test};
use code::Facts;
use code::Language;
use code::links::paths;

/// Packages of all files.
#[derive(Debug, Default)]
pub(super) struct Packages {
    /// The package of every file.
    files: BTreeMap<String, String>,
    /// The files that stand directly in a folder.
    inside: BTreeMap<String, Vec<String>>,
    /// The package that a folder offers.
    folders: BTreeMap<String, String>,
    /// Folders whose package is a program that starts.
    programs: BTreeSet<String>,
}

impl Packages {
    pub(super) fn of(files: &BTreeMap<String, Arc<Facts>>) -> Packages {
        let mut found = Packages::default();
        let mut names: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        let mut starts: BTreeSet<&str> = BTreeSet::new();
        for (path, facts) in files.iter().filter(|(_, it)| it.language == Language::Go) {
            found.files.insert(path.clone(), facts.package.clone());
            let inside = found.inside.entry(paths::folder(path).to_owned());
            inside.or_default().push(path.clone());
            if is_test(path) || !is_source(path) || facts.package.is_empty() {
                continue;
            }
            let folder = paths::folder(path);
            let counts = names.entry(folder).or_default();
            let count = counts.entry(&facts.package).or_default();
            *count = count.saturating_add(1);
            if facts.starts.is_some() {
                starts.insert(folder);
            }
        }
        for (folder, counts) in names {
            // A script beside a library calls itself `main`; the library is what others mean.
            let most = counts
                .iter()
                .max_by_key(|(name, count)| (**count, **name != "main"));
            let name = most.map_or("main", |(name, _)| *name);
            if name == "main" && starts.contains(folder) {
                found.programs.insert(folder.to_owned());
            }
            found.folders.insert(folder.to_owned(), name.to_owned());
        }
        found
    }

    /// The package of a file.
    pub(super) fn of_file(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// The files that stand directly in a folder, sorted.
    pub(super) fn inside(&self, folder: &str) -> impl Iterator<Item = &str> {
        let files = self.inside.get(folder).into_iter().flatten();
        files.map(String::as_str)
    }

    /// The package that a folder offers.
    pub(super) fn main_name(&self, folder: &str) -> Option<&str> {
        self.folders.get(folder).map(String::as_str)
    }

    /// The folders of programs.
    pub(super) fn programs(&self) -> impl Iterator<Item = &str> {
        self.programs.iter().map(String::as_str)
    }
}
