//! Files that a task touches, to tell whether two tasks would get into each other's way.

use std::collections::BTreeMap;

use ledger::ids::RelPath;
use ledger::plan::Task;
use ledger::scope::ScopeEntry;

/// The files of one task, upper and lower case being one, as they are for some file systems.
#[derive(Debug)]
pub(crate) struct Touched<'p> {
    by_name: BTreeMap<String, &'p RelPath>,
    /// Folders and patterns.
    wide: Vec<&'p ScopeEntry>,
}

impl<'p> Touched<'p> {
    pub(crate) fn new(paths: impl Iterator<Item = &'p RelPath>) -> Self {
        Self {
            by_name: paths
                .map(|path| (path.as_str().to_lowercase(), path))
                .collect(),
            wide: Vec::new(),
        }
    }

    /// All that a task may write and delete.
    pub(crate) fn of(task: &'p Task) -> Self {
        let entries = task.files.entries().iter();
        Self {
            wide: entries.filter(|it| it.as_file().is_none()).collect(),
            ..Self::new(task.files.files().chain(&task.deletes))
        }
    }

    /// What both touch, as it is written.
    pub(crate) fn shared(&self, other: &Touched<'p>) -> Vec<String> {
        let mut found: Vec<String> = self.common(other).iter().map(ToString::to_string).collect();
        found.extend(self.wide_in(other));
        found.extend(
            other
                .wide_in(self)
                .filter(|it| !found.contains(it))
                .collect::<Vec<_>>(),
        );
        found
    }

    /// Folders and patterns of this task that reach what the other one touches.
    fn wide_in<'t>(&'t self, other: &'t Touched<'p>) -> impl Iterator<Item = String> + 't {
        let meets = |it: &ScopeEntry| {
            let file = |path: &RelPath| it.meets(&ScopeEntry::File(path.clone()));
            other.by_name.values().any(|path| file(path))
                || other.wide.iter().any(|their| it.meets(their))
        };
        let wide = self.wide.iter().filter(move |it| meets(it));
        wide.map(ToString::to_string)
    }

    /// Files of this task that the other one touches too, or where one of them needs a folder and the other a file.
    pub(crate) fn common(&self, other: &Touched<'p>) -> Vec<&'p RelPath> {
        let mine = self.by_name.iter();
        let mut found: Vec<&RelPath> = mine
            .filter(|(name, _)| other.holds(name))
            .map(|(_, path)| *path)
            .collect();
        let theirs = other.by_name.iter();
        let within = theirs
            .filter(|(name, _)| !self.by_name.contains_key(*name) && self.holds(name))
            .map(|(_, path)| *path);
        found.extend(within);
        found
    }

    /// Whether a path, or a folder above it, is one of the files.
    fn holds(&self, name: &str) -> bool {
        let folders = name.match_indices('/').filter_map(|(at, _)| name.get(..at));
        folders
            .chain([name])
            .any(|part| self.by_name.contains_key(part))
    }
}

#[cfg(test)]
mod tests {
    use ledger::ids::RelPath;

    use super::Touched;

    #[test]
    fn the_same_file_and_a_file_for_a_folder_collide() {
        for (a, b, common) in [
            (&["src/a.rs", "b"][..], &["src/A.rs"][..], &["src/a.rs"][..]),
            (&["src"], &["src/a.rs"], &["src/a.rs"]),
            (&["src/a.rs"], &["src"], &["src/a.rs"]),
            (&["src/a"], &["src/ab", "src/a.rs"], &[]),
        ] {
            let paths = |list: &[&str]| list.iter().map(|it| RelPath::new(it).unwrap()).collect();
            let (a, b): (Vec<RelPath>, Vec<RelPath>) = (paths(a), paths(b));
            let (a, b) = (Touched::new(a.iter()), Touched::new(b.iter()));
            let found: Vec<&str> = a.common(&b).into_iter().map(RelPath::as_str).collect();
            assert_eq!(found, common);
        }
    }
}
