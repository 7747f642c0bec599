//! What a specifier means: a file of the tree, something from outside, or nothing that is there.

use super::config;
use super::files::{self, joined};
use super::packages::{self, unique};
use crate::world::{World, above};
use crate::{At, Target};
use code::{Import, ImportKind};

/// Words in paths of files that programs write and nobody keeps.
const WRITTEN: [&str; 18] = [
    "generated",
    "__generated__",
    "_generated",
    "gen",
    ".gen",
    "+types",
    "$types",
    ".next",
    ".nuxt",
    ".svelte-kit",
    ".prisma",
    ".velite",
    ".contentlayer",
    "dist",
    "build",
    "out",
    "styled-system",
    "pkg",
];

/// One question.
pub(super) struct Asked<'w> {
    pub(super) world: &'w World,
    /// The path of the file that asks.
    pub(super) from: &'w str,
    pub(super) folder: &'w str,
    /// Plain JavaScript takes what stands there as written.
    script: bool,
}

/// What an import means.
pub(super) fn resolve(world: &World, at: At<'_>, import: &Import) -> Target {
    let asked = Asked {
        world,
        from: at.path,
        folder: files::folder(at.path),
        script: [".js", ".jsx", ".mjs", ".cjs"]
            .iter()
            .any(|e| at.path.ends_with(e)),
    };
    let written = import.path.rsplit('!').next().unwrap_or(&import.path);
    let specifier = match written.get(1..).and_then(|rest| rest.find(['?', '#'])) {
        Some(end) => written.get(..end.saturating_add(1)).unwrap_or(written),
        None => written,
    };
    if specifier.is_empty() {
        return Target::Unknown("it names no module");
    }
    let loads = matches!(import.kind, ImportKind::Dynamic | ImportKind::Require);
    if loads && specifier.contains('*') {
        return asked.pattern(specifier);
    }
    if is_relative(specifier) {
        return asked.relative(specifier);
    }
    asked.bare(specifier)
}

pub(super) fn is_relative(specifier: &str) -> bool {
    matches!(specifier, "." | "..") || specifier.starts_with("./") || specifier.starts_with("../")
}

impl Asked<'_> {
    fn relative(&self, specifier: &str) -> Target {
        let Some(base) = joined(self.folder, specifier) else {
            return Target::Unknown("it leads out of the tree");
        };
        let found = self.at(&base, specifier.ends_with(['/', '.']));
        if !found.is_empty() {
            return Target::Files(found);
        }
        let others = self.beside(&base);
        if !others.is_empty() {
            return Target::Files(others);
        }
        nothing_there(&base)
    }

    /// The files a path means, a folder's own manifest included.
    fn at(&self, base: &str, folder_only: bool) -> Vec<String> {
        if !folder_only && let Some(file) = files::file(self.world, base, self.script) {
            return vec![file];
        }
        if let Some(package) = self.world.script.packages.get(base) {
            let found = package.root(self.world, base);
            if !found.is_empty() {
                return found;
            }
        }
        match files::index(self.world, base) {
            Some(index) => vec![index],
            None if folder_only => Vec::new(),
            None => files::find(self.world, base, self.script),
        }
    }

    /// The same path below other folders that are as one with this file's (`rootDirs`).
    fn beside(&self, base: &str) -> Vec<String> {
        let rules = self.world.script.rules();
        for folder in above(self.folder) {
            for path in config::inside(&self.world.script.configs, folder) {
                let roots = rules.get(&path).map_or(&[][..], |rules| &rules.roots);
                let rest = roots
                    .iter()
                    .find_map(|root| base.strip_prefix(root.as_str()));
                let Some(rest) = rest.filter(|rest| rest.starts_with('/')) else {
                    continue;
                };
                let tries = roots.iter().filter_map(|root| joined(root, rest));
                let found: Vec<String> = tries.flat_map(|base| self.at(&base, false)).collect();
                if !found.is_empty() {
                    return unique(found);
                }
            }
        }
        Vec::new()
    }

    fn bare(&self, specifier: &str) -> Target {
        if specifier.starts_with('#')
            && let Some(target) = self.internal(specifier)
        {
            return target;
        }
        let scheme = specifier.split('/').next().unwrap_or(specifier);
        if scheme.contains(':') {
            return Target::Outside;
        }
        let mut promised = None;
        for rule in [Asked::configured, Asked::package, Asked::aliased] {
            match rule(self, specifier) {
                Some(Target::Missing) => promised = promised.or(Some(Target::Missing)),
                Some(found) => return found,
                None => {}
            }
        }
        let declared = self.declares(package_name(specifier));
        match promised {
            Some(_) if declared => Target::Outside,
            Some(_) => nothing_there(specifier),
            None => self.usual(specifier).unwrap_or(Target::Outside),
        }
    }

    /// `paths` and `baseUrl`.
    fn configured(&self, specifier: &str) -> Option<Target> {
        let rules = self.world.script.rules();
        let mut promised = None;
        for folder in above(self.folder) {
            for path in config::inside(&self.world.script.configs, folder) {
                let Some(rules) = rules.get(&path) else {
                    continue;
                };
                let targets = packages::targets(&rules.paths, specifier);
                let plain = rules.paths.iter().all(|(key, _)| key == "*");
                let found = targets.iter().find_map(|target| self.source(target));
                if let Some(found) = found {
                    return Some(Target::Files(found));
                }
                if !targets.is_empty() && !plain {
                    promised = Some(Target::Missing);
                }
                let base = rules
                    .base
                    .as_deref()
                    .and_then(|base| joined(base, specifier));
                let found = base.map_or_else(Vec::new, |base| self.at(&base, false));
                if !found.is_empty() {
                    return Some(Target::Files(found));
                }
            }
        }
        promised
    }

    /// The files a path from the top means, or the sources of what is yet to be built there.
    fn source(&self, path: &str) -> Option<Vec<String>> {
        let there = self.at(path, false);
        if !there.is_empty() {
            return Some(there);
        }
        let (package, _) = self.world.script.package_of(files::folder(path))?;
        let rest = path.strip_prefix(package)?.trim_start_matches('/');
        let found = files::source(self.world, package, rest);
        (!found.is_empty()).then_some(found)
    }

    /// `#name`, as the own package maps it.
    fn internal(&self, specifier: &str) -> Option<Target> {
        let (folder, package) = self.world.script.package_of(self.folder)?;
        if package.imports.is_empty() {
            let written = matches!(specifier, "#imports" | "#app" | "#components" | "#build");
            let framework = written || package.dependencies.contains_key("nuxt");
            return framework.then_some(Target::Outside);
        }
        let targets = packages::targets(&package.imports, specifier);
        let local = targets.iter().filter(|target| target.starts_with('.'));
        let found: Vec<String> = local
            .flat_map(|t| files::source(self.world, folder, t))
            .collect();
        Some(
            match (
                found.is_empty(),
                targets.iter().any(|t| !t.starts_with('.')),
            ) {
                (false, _) => Target::Files(unique(found)),
                (true, true) => Target::Outside,
                // An alias of the same look may still stand elsewhere.
                (true, false) if targets.is_empty() => return self.configured(specifier),
                (true, false) => Target::Missing,
            },
        )
    }

    /// A package of this tree by its name, the own one too.
    fn package(&self, specifier: &str) -> Option<Target> {
        let name = package_name(specifier);
        let rest = specifier
            .get(name.len()..)
            .unwrap_or("")
            .trim_start_matches('/');
        let manifests = &self.world.script;
        let own = manifests.package_of(self.folder);
        let named = manifests.named_so(name);
        let is_own = |folder: &str| own.is_some_and(|(at, _)| at == folder);
        let local = own.is_some_and(|(_, package)| package.asks_locally(name));
        let meant = |folder: &str| is_own(folder) || local || self.together(folder);
        let best = named.iter().filter(|(folder, _)| meant(folder));
        let best = best.min_by_key(|(folder, _)| (!is_own(folder), folder.len(), *folder));
        let Some((folder, package)) = best else {
            let stranger = named.is_empty() || self.declares(name);
            return (!stranger).then_some(Target::Unknown(
                "a package of the tree bears that name, and nothing says that it is meant",
            ));
        };
        let found = match rest {
            "" => Some(package.root(self.world, folder)),
            rest => package.inside(self.world, folder, rest),
        };
        Some(match found {
            Some(found) if !found.is_empty() => Target::Files(found),
            Some(_) => Target::Unknown("what the package offers there is yet to be built"),
            None => Target::Missing,
        })
    }

    /// Whether this file and a folder are of one workspace.
    fn together(&self, folder: &str) -> bool {
        let workspaces = &self.world.script.workspaces;
        above(self.folder).any(|top| {
            let patterns = workspaces.get(top);
            patterns.is_some_and(|patterns| packages::is_member(top, patterns, folder))
        })
    }

    /// Whether a package above says that it depends on that name.
    fn declares(&self, name: &str) -> bool {
        let packages = &self.world.script.packages;
        let mut above = above(self.folder).filter_map(|at| packages.get(at));
        above.any(|package| package.dependencies.contains_key(name))
    }

    /// Aliases of the build's configuration.
    fn aliased(&self, specifier: &str) -> Option<Target> {
        for folder in above(self.folder) {
            let aliases = self.world.script.aliases.get(folder);
            for alias in aliases.into_iter().flatten() {
                let rest = specifier.strip_prefix(&alias.name);
                let Some(rest) = rest.filter(|r| r.is_empty() || r.starts_with('/')) else {
                    continue;
                };
                let Some(target) = &alias.target else {
                    return Some(Target::Unknown("an alias of the build means it"));
                };
                let base = joined(folder, target).and_then(|at| joined(&at, rest));
                let found = base.map_or_else(Vec::new, |base| self.at(&base, false));
                return Some(match found.is_empty() {
                    false => Target::Files(found),
                    true => Target::Missing,
                });
            }
        }
        None
    }

    /// What `@/`, `~/` and their like usually mean where nothing says so.
    fn usual(&self, specifier: &str) -> Option<Target> {
        let signs: [(&str, &[&str]); 6] = [
            ("@/", &["src", "", "app"]),
            ("~/", &["src", "", "app"]),
            ("@@/", &["", "src"]),
            ("~~/", &["", "src"]),
            ("$lib/", &["src/lib"]),
            ("/", &["", "public"]),
        ];
        if specifier.starts_with("$app/") || specifier.starts_with("$env/") {
            return Some(Target::Outside);
        }
        let (sign, tops) = signs.iter().find(|(sign, _)| specifier.starts_with(sign))?;
        let rest = specifier.strip_prefix(sign)?;
        let folder = self
            .world
            .script
            .package_of(self.folder)
            .map_or("", |(folder, _)| folder);
        for top in *tops {
            let base = joined(folder, top).and_then(|at| joined(&at, rest));
            let found = base.map_or_else(Vec::new, |base| self.at(&base, false));
            if !found.is_empty() {
                return Some(Target::Files(found));
            }
        }
        Some(Target::Unknown(
            "nothing in the tree says what the alias means",
        ))
    }
}

/// A file that is not there: missing, unless a program writes it where nobody keeps it.
fn nothing_there(path: &str) -> Target {
    let mut words = path.split(['/', '.']);
    let dotted = |word: &str| WRITTEN.contains(&word) || path.contains("/.");
    match words.any(dotted) {
        true => Target::Unknown("a program writes such files, and they are not kept"),
        false => Target::Missing,
    }
}

/// `@a/b` of `@a/b/c`, `a` of `a/b`.
fn package_name(specifier: &str) -> &str {
    let mut slashes = specifier.match_indices('/').map(|(at, _)| at);
    let end = match specifier.starts_with('@') {
        true => slashes.nth(1),
        false => slashes.next(),
    };
    end.and_then(|end| specifier.get(..end))
        .unwrap_or(specifier)
}
