//! Under which names a file uses what comes from another one: what would have to go for the link between them to go.

use std::collections::BTreeSet;

use super::graph::Link;
use super::{At, Project, Target, siblings};
use code::Facts;
use code::Language;
use code::links::python::passes_on;
use code::{DefinitionKind, Export, ExportKind, Import, ImportKind, ImportedName, Use};

/// Names of one link that are told; one of more is told without any.
const NAMES_MAX: usize = 50;
/// Longest name that is told, in bytes.
const NAME_BYTES_MAX: usize = 200;

impl Project {
    /// The names under which a file uses what comes from another, as they stand in its code: `slugify`, `api.send`,
    /// `crate::slug::slugify`. None where it hands on what comes from there, or uses it in ways that have no name.
    #[must_use]
    pub fn names_between(&self, from: &str, to: &str) -> Vec<String> {
        let (Some(at), Some(target)) = (self.at(from), self.facts(to)) else {
            return Vec::new();
        };
        let mut found = BTreeSet::new();
        for import in at
            .facts
            .imports
            .iter()
            .filter(|it| !it.test && !it.type_only)
        {
            if import.kind == ImportKind::Path {
                let used = matches!(self.brings(from, import, to), Link::Used(..));
                found.extend(used.then(|| import.path.clone()));
                continue;
            }
            for name in &import.names {
                let one = Import {
                    names: vec![name.clone()],
                    ..import.clone()
                };
                if !matches!(self.brings(from, &one, to), Link::Used(..)) {
                    continue;
                }
                if import.kind == ImportKind::Reexport || is_handed_on(at, &one) {
                    return Vec::new();
                }
                found.extend(self.of_import(at, (&one, name), (to, target)));
            }
        }
        found.extend(self.of_package(at, (to, target)));
        let long = |it: &String| it.len() > NAME_BYTES_MAX;
        match found.len() > NAMES_MAX || found.iter().any(long) {
            true => Vec::new(),
            false => found.into_iter().collect(),
        }
    }

    /// The names that one import brings.
    fn of_import(
        &self,
        at: At<'_>,
        (import, name): (&Import, &ImportedName),
        (to, target): (&str, &Facts),
    ) -> Vec<String> {
        let facts = at.facts;
        let Some(local) = &name.local else {
            let all = offered(target);
            return all
                .filter(|it| live(facts, it))
                .map(str::to_owned)
                .collect();
        };
        let behind = |local: &str| {
            let all = offered(target).filter(|it| facts.members.contains_key(*it));
            all.map(|it| format!("{local}.{it}")).collect()
        };
        match facts.language {
            Language::Go => behind(local),
            // `import a.b` binds `a`, and means what stands below `a.b`.
            Language::Python
                if name.name == "*" && import.path.starts_with(&format!("{local}.")) =>
            {
                vec![import.path.clone()]
            }
            Language::Python | Language::TypeScript | Language::Tsx | Language::Vue
                if name.name == "*" && !self.leads(at.path, import, to) =>
            {
                behind(local)
            }
            Language::Rust
            | Language::Python
            | Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Java
            | Language::Other => vec![local.clone()],
        }
    }

    /// Whether an import means a file itself, and not one that passes its names on.
    fn leads(&self, from: &str, import: &Import, to: &str) -> bool {
        match self.resolve(from, import) {
            Target::Files(files) => files.iter().any(|it| it == to),
            Target::Outside | Target::Missing | Target::Shut(..) | Target::Unknown(_) => false,
        }
    }

    /// Names of the file's own package, which need no import (Go, Java).
    fn of_package<'t>(
        &self,
        at: At<'_>,
        (to, target): (&str, &'t Facts),
    ) -> impl Iterator<Item = String> + use<'t> {
        let facts = at.facts;
        let beside = siblings(&self.world, at).iter().any(|it| it == to);
        let imported = facts.imports.iter().flat_map(|it| &it.names);
        let imported: BTreeSet<&str> = imported.filter_map(|it| it.local.as_deref()).collect();
        let own = |name: &str| facts.definitions.iter().any(|it| it.name == name);
        let free = |name: &str| live(facts, name) && !imported.contains(name) && !own(name);
        let all: Vec<&str> = defined(target).filter(|it| beside && free(it)).collect();
        all.into_iter().map(str::to_owned)
    }
}

/// Whether others may take from here what an import brings.
fn is_handed_on(at: At<'_>, import: &Import) -> bool {
    let local = import.names.first().and_then(|it| it.local.as_deref());
    let of_import = |it: &&Export| {
        matches!(it.kind, ExportKind::Reexport { .. }) && local == Some(it.name.as_str())
    };
    let mut exports = at.facts.exports.iter().filter(of_import);
    exports.any(|it| passes_on(at.path, at.facts, it))
}

/// Whether live code uses a name.
fn live(facts: &Facts, name: &str) -> bool {
    let uses = facts.references.get(name);
    uses.is_some_and(|it: &Vec<Use>| it.iter().any(|it| !it.test))
}

/// What a file defines at its top that others of its package may name.
fn defined(facts: &Facts) -> impl Iterator<Item = &str> {
    let own = facts.definitions.iter().filter(|it| !it.nested && !it.test);
    let own = own.filter(|it| it.kind != DefinitionKind::Method && !it.name.contains('.'));
    own.map(|it| it.name.as_str())
}

/// What a file offers to others by name.
fn offered(facts: &Facts) -> impl Iterator<Item = &str> {
    let exports = facts.exports.iter().map(|it| it.name.as_str());
    exports.filter(|it| !matches!(*it, "*" | "=" | "default"))
}
