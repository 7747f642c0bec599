//! Files that a task touches, to tell whether two tasks would get into each other's way.

use std::collections::BTreeMap;

use ledger::ids::RelPath;

/// The files of one task, upper and lower case being one, as they are for some file systems.
#[derive(Debug)]
pub(crate) struct Touched<'p> {
    by_name: BTreeMap<String, &'p RelPath>,
}

impl<'p> Touched<'p> {
    pub(crate) fn new(paths: impl Iterator<Item = &'p RelPath>) -> Self {
        Self {
            by_name: paths
                .map(|path| (path.as_str().to_lowercase(), path))
                .collect(),
        }
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
