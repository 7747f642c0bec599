//! Specifiers with holes in them: every file of the tree that fits.

use super::config;
use super::files::{self, joined};
use super::globs::{self, Glob};
use super::packages;
use super::specifier::{Asked, is_relative};
use crate::Target;
use crate::world::above;

/// Most files that one pattern brings in.
const FILES_MAX: usize = 5_000;

impl Asked<'_> {
    /// All files that a pattern fits.
    pub(super) fn pattern(&self, pattern: &str) -> Target {
        let start = globs::head(pattern);
        let base = if is_relative(pattern) {
            joined(self.folder, start)
        } else {
            self.place(start)
        };
        let Some(base) = base else {
            return Target::Unknown("nothing in the tree says where the pattern begins");
        };
        let rest = pattern
            .get(start.len()..)
            .unwrap_or("")
            .trim_start_matches('/');
        let whole = match base.as_str() {
            "" => rest.to_owned(),
            base => format!("{base}/{rest}"),
        };
        let glob = Glob::new(&whole);
        // What ends without an ending may have one left out.
        let open = !files::name(rest).contains('.');
        let fits = |path: &&str| {
            let stem = path.rsplit_once('.').map_or(*path, |(stem, _)| stem);
            glob.matches(path) || (open && glob.matches(stem))
        };
        let found = self
            .world
            .under(&base)
            .filter(|path| *path != self.from)
            .filter(fits);
        let found: Vec<String> = found.take(FILES_MAX).map(str::to_owned).collect();
        match found.is_empty() {
            true => Target::Unknown("the pattern fits no file of the tree"),
            false => Target::Files(found),
        }
    }

    /// The folder that an aliased beginning of a pattern means.
    fn place(&self, start: &str) -> Option<String> {
        let exists = |folder: &String| self.world.under(folder).next().is_some();
        let (root, _) = self.world.script.package_of(self.folder).unzip();
        let root = root.unwrap_or("");
        if let Some(rest) = start.strip_prefix('/') {
            return joined(root, rest).filter(exists);
        }
        let rules = self.world.script.rules();
        for folder in above(self.folder) {
            for path in config::inside(&self.world.script.configs, folder) {
                let paths = rules.get(&path).map_or(&[][..], |rules| &rules.paths);
                let targets = packages::targets(paths, start);
                let slashed = packages::targets(paths, &format!("{start}/"));
                let mut found = targets.into_iter().chain(slashed);
                let found = found.find_map(|at| joined("", &at).filter(exists));
                if found.is_some() {
                    return found;
                }
            }
        }
        let (_, rest) = start.split_once('/').unwrap_or((start, ""));
        let plain =
            start.starts_with("@/") || start.starts_with("~/") || matches!(start, "@" | "~");
        let tops = ["src", "", "app"].iter().filter(|_| plain);
        let mut found = tops.filter_map(|top| joined(root, top).and_then(|at| joined(&at, rest)));
        found.find(exists)
    }
}
