//! Whether one file brings in another and uses it: by its imports, through modules that pass things on, and by names
//! that manifests give to modules.

use std::collections::BTreeSet;

use code::{Import, ImportKind, Language, Limits, links};

use super::files::Files;
use crate::facts::{FileFacts, ImportFact, Manifest, UsedFact};

/// Modules that an import is followed through.
const STEPS_MAX: usize = 6;

/// How one file is joined to another, weakest first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wire {
    /// Not at all.
    None,
    /// Imported, and not used; the line.
    Unused(u32),
    /// Used in tests alone; the line.
    Tests(u32),
    /// Perhaps, and why that can't be told.
    Maybe(u32, String),
    /// Imported here and used there; the lines.
    Used(u32, u32),
}

/// Everything about one pair of files.
pub(super) struct Pair<'f, 'a> {
    pub(super) files: &'f Files<'a>,
    pub(super) from: &'f str,
    pub(super) to: &'f str,
    pub(super) facts: &'f FileFacts,
}

impl Pair<'_, '_> {
    /// The strongest of all imports.
    pub(super) fn wire(&self) -> Wire {
        let imports = self.facts.imports.iter();
        imports
            .map(|import| self.of(import))
            .max()
            .unwrap_or(Wire::None)
    }

    /// What one import does.
    pub(super) fn of(&self, import: &ImportFact) -> Wire {
        let files = self.meant(import);
        if files.iter().any(|file| file == self.to) || self.passed(&files, &import.names, 0) {
            return self.used(import);
        }
        if let Some(why) = self.perhaps(import) {
            return Wire::Maybe(import.line, why);
        }
        Wire::None
    }

    /// The files an import means among those that were looked at: by its path, or by a manifest.
    fn meant(&self, import: &ImportFact) -> Vec<String> {
        let standing = |path: &&String| *path == self.to || self.files.stands(path);
        let direct: Vec<String> = import
            .files
            .iter()
            .filter(standing)
            .take(1)
            .cloned()
            .collect();
        if !direct.is_empty() || import.local {
            return direct;
        }
        let named = self.by_manifest(import);
        named.iter().filter(standing).take(1).cloned().collect()
    }

    /// Whether one of these files passes on one of these names from the target.
    fn passed(&self, files: &[String], names: &[String], step: usize) -> bool {
        if step >= STEPS_MAX {
            return false;
        }
        let modules = files.iter().filter_map(|path| self.files.facts(path));
        modules.flat_map(|facts| &facts.imports).any(|inner| {
            let fits = |name: &String| {
                names.is_empty()
                    || name == "*"
                    || names.contains(name)
                    || names.iter().any(|n| n == "*")
            };
            if !inner.passes || !(inner.names.is_empty() || inner.names.iter().any(fits)) {
                return false;
            }
            let standing = |path: &&String| *path == self.to || self.files.stands(path);
            let next: Vec<String> = inner
                .files
                .iter()
                .filter(standing)
                .take(1)
                .cloned()
                .collect();
            next.iter().any(|file| file == self.to)
                || self.passed(&next, names, step.saturating_add(1))
        })
    }

    fn used(&self, import: &ImportFact) -> Wire {
        match &import.used {
            UsedFact::Yes(line) => Wire::Used(import.line, *line),
            UsedFact::Tests(line) => Wire::Tests(*line),
            UsedFact::No => Wire::Unused(import.line),
            UsedFact::Unknown(why) => self.used_by_names(import, why),
        }
    }

    /// A glob import or a trait: what the target offers tells whether any of it is used.
    fn used_by_names(&self, import: &ImportFact, why: &str) -> Wire {
        let Some(target) = self.files.facts(self.to) else {
            return Wire::Maybe(import.line, why.to_owned());
        };
        let all = import.names.iter().any(|name| name == "*");
        let offers = target.offers.keys().filter(|_| all);
        let traits = target
            .traits
            .iter()
            .filter(|(name, _)| all || import.names.contains(name));
        let methods = traits.flat_map(|(_, methods)| methods);
        let used = offers
            .chain(methods)
            .find_map(|name| self.facts.uses.get(name));
        let is_trait = import
            .names
            .iter()
            .any(|name| target.traits.contains_key(name));
        match used {
            Some(line) => Wire::Used(import.line, *line),
            None if target.cut || self.facts.cut => Wire::Maybe(import.line, why.to_owned()),
            None if all || is_trait || !target.offers.is_empty() => Wire::Unused(import.line),
            None => Wire::Maybe(import.line, why.to_owned()),
        }
    }

    /// The files that a name given by a manifest may mean.
    fn by_manifest(&self, import: &ImportFact) -> Vec<String> {
        let mut found = Vec::new();
        for (path, standing) in self.files.iter() {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let Some(manifest) = standing.facts.as_ref().and_then(|it| it.manifest.as_ref()) else {
                continue;
            };
            let above = |file: &str| folder.is_empty() || file.starts_with(&format!("{folder}/"));
            let counts = match manifest {
                Manifest::Crate(_) => above(self.from) || above(self.to),
                Manifest::Aliases(_) => above(self.from),
            };
            if counts {
                found.extend(by_names(manifest, folder, import));
            }
        }
        found
    }

    /// Why an import that leads nowhere known may still mean the target.
    fn perhaps(&self, import: &ImportFact) -> Option<String> {
        let stem = self.to.rsplit_once('.').map_or(self.to, |(stem, _)| stem);
        let stem = ["/index", "/mod", "/lib"]
            .iter()
            .find_map(|end| stem.strip_suffix(end))
            .unwrap_or(stem);
        if !import.local && is_called(&import.path, stem) {
            return Some(format!("`{}` may be another name for it", import.path));
        }
        let offers = &self.files.facts(self.to)?.offers;
        let shared = import
            .names
            .iter()
            .find(|name| *name != "*" && *name != "default" && offers.contains_key(*name))?;
        let known_elsewhere = import.files.iter().any(|path| self.files.stands(path));
        if known_elsewhere || (!import.local && !self.may_be_own(import)) {
            return None;
        }
        Some(format!(
            "`{shared}` may come from it through `{}`",
            import.path
        ))
    }
}

impl Pair<'_, '_> {
    /// Whether a path of Rust may begin with the crate's own name: not when manifests say how the crates are called.
    fn may_be_own(&self, import: &ImportFact) -> bool {
        let first = import.path.split("::").next().unwrap_or("");
        let rust = Language::of_path(self.from) == Language::Rust;
        let known = self.files.iter().any(|(_, standing)| {
            let manifest = standing.facts.as_ref().and_then(|it| it.manifest.as_ref());
            matches!(manifest, Some(Manifest::Crate(names)) if !names.is_empty())
        });
        rust && !known && !["std", "core", "alloc"].contains(&first)
    }
}

/// Whether a specifier ends as a path without its extension does.
fn is_called(specifier: &str, stem: &str) -> bool {
    let specifier = specifier.trim_start_matches(['@', '~', '#', '/']);
    let words: Vec<&str> = specifier
        .split(['/', ':'])
        .filter(|word| !word.is_empty())
        .collect();
    let stem: Vec<&str> = stem.split('/').filter(|word| *word != "src").collect();
    let Some(last) = stem.last() else {
        return false;
    };
    match words.iter().rposition(|word| word == last) {
        Some(0) | None => false,
        // The words before have to agree as far as both go, but for the alias itself.
        Some(at) => {
            let before = words.get(1..at).unwrap_or_default().iter().rev();
            before.zip(stem.iter().rev().skip(1)).all(|(a, b)| a == b)
        }
    }
}

fn by_names(manifest: &Manifest, folder: &str, import: &ImportFact) -> Vec<String> {
    match manifest {
        Manifest::Crate(names) => {
            let Some((first, rest)) = import.path.split_once("::") else {
                return Vec::new();
            };
            if !names.iter().any(|name| name == first) {
                return Vec::new();
            }
            let root = format!("{folder}/src/lib.rs");
            let root = root.trim_start_matches('/');
            candidates(
                Language::Rust,
                ImportKind::Use,
                &format!("crate::{rest}"),
                root,
            )
        }
        Manifest::Aliases(aliases) => {
            let fitting = aliases.iter().filter_map(|(alias, targets)| {
                let rest = match alias.split_once('*') {
                    Some((head, tail)) => import.path.strip_prefix(head)?.strip_suffix(tail)?,
                    None if *alias == import.path => "",
                    None => return None,
                };
                Some(
                    targets
                        .iter()
                        .map(move |target| target.replacen('*', rest, 1)),
                )
            });
            let places: BTreeSet<String> = fitting.flatten().collect();
            let here = |path: &String| {
                candidates(
                    Language::TypeScript,
                    ImportKind::Static,
                    &format!("./{path}"),
                    "x.ts",
                )
            };
            places.iter().flat_map(here).collect()
        }
    }
}

/// The files that a path written in a file may mean.
fn candidates(language: Language, kind: ImportKind, path: &str, from: &str) -> Vec<String> {
    let nothing = code::facts(language, "", &Limits::default());
    let import = Import {
        path: path.to_owned(),
        names: Vec::new(),
        line: 1,
        kind,
        type_only: false,
        module: String::new(),
        test: false,
    };
    links::candidates(&nothing, &import, from)
}
