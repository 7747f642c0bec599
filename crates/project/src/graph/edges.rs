//! The edges that leave one file: its imports followed to where their names come from, and names of its package.

use std::collections::{BTreeMap, BTreeSet};

use super::units::{LOADED, Units, methods_of, names_of};
use super::{Edge, Id, Link, targets};
use crate::{At, Project, siblings};
use code::Facts;
use code::Language;
use code::is_test_path;
use code::links::{self, Used};
use code::{ExportKind, Import, ImportKind, Use};

/// Modules that a name is followed through.
const STEPS_MAX: u8 = 8;

/// What leaves a file.
#[derive(Default)]
pub(super) struct Found {
    pub(super) edges: Vec<Edge>,
    /// Specifiers that nobody can follow, with the names they bring.
    pub(super) loose: Vec<(String, Vec<String>)>,
}

/// All edges that leave a file, one for each target.
pub(super) fn of(
    project: &Project,
    ids: &BTreeMap<String, Id>,
    path: &str,
    facts: &Facts,
    units: &mut Units,
) -> Found {
    let mut walk = Walk::new(project, ids, path, facts);
    for import in &facts.imports {
        walk.import(import, units);
    }
    walk.scope(units);
    walk.finish()
}

/// The edges that one import makes.
pub(super) fn of_import(
    project: &Project,
    ids: &BTreeMap<String, Id>,
    (path, facts): (&str, &Facts),
    import: &Import,
) -> Vec<Edge> {
    let mut walk = Walk::new(project, ids, path, facts);
    walk.import(import, &mut Units::default());
    walk.finish().edges
}

/// Whether a file brings in one that is no code: a style sheet, a data file.
pub(super) fn to_asset(project: &Project, from: &str, to: &str) -> Link {
    let Some(facts) = project.facts(from) else {
        return Link::None;
    };
    let leads = |import: &&Import| {
        targets(project, from, import).is_ok_and(|files| files.iter().any(|file| file == to))
    };
    let found = facts.imports.iter().find(leads);
    found.map_or(Link::None, |import| {
        joined(import, links::used(facts, import, None))
    })
}

pub(super) struct Walk<'p> {
    pub(super) project: &'p Project,
    ids: &'p BTreeMap<String, Id>,
    pub(super) path: &'p str,
    pub(super) facts: &'p Facts,
    best: BTreeMap<Id, (Link, bool)>,
    loose: Vec<(String, Vec<String>)>,
}

impl<'p> Walk<'p> {
    fn new(
        project: &'p Project,
        ids: &'p BTreeMap<String, Id>,
        path: &'p str,
        facts: &'p Facts,
    ) -> Walk<'p> {
        Walk {
            project,
            ids,
            path,
            facts,
            best: BTreeMap::new(),
            loose: Vec::new(),
        }
    }

    fn finish(mut self) -> Found {
        self.best
            .remove(&self.ids.get(self.path).copied().unwrap_or(Id::MAX));
        let edges = self.best.into_iter();
        Found {
            edges: edges
                .map(|(to, (link, passes))| Edge { to, link, passes })
                .collect(),
            loose: self.loose,
        }
    }

    fn add(&mut self, to: Id, link: Link, passes: bool) {
        let (known, only) = self.best.entry(to).or_insert((Link::None, true));
        *only &= passes || !matches!(link, Link::Used(..));
        if link > *known {
            *known = link;
        }
    }

    fn import(&mut self, import: &Import, units: &mut Units) {
        if self.facts.language == Language::Python && import.names.len() > 1 {
            // Each name may be a module by itself.
            for one in links::python::apart(import) {
                self.import(&one, units);
            }
            return;
        }
        let names: Vec<&str> = import.names.iter().map(|it| it.name.as_str()).collect();
        let files = match targets(self.project, self.path, import) {
            Ok(files) => files,
            Err(_) => {
                let names = names.iter().map(|it| (*it).to_owned()).collect();
                self.loose.push((import.path.clone(), names));
                return;
            }
        };
        if files.len() > 1 && by_member(self.facts.language) {
            self.package(import, files, units);
            return;
        }
        for file in files {
            let Some(id) = self.ids.get(&file).copied() else {
                continue;
            };
            let target = self.project.facts(&file);
            let used = self.used(import, target, &file);
            let handed_on = links::python::only_passes(self.path, self.facts, import);
            let link = match (handed_on, used) {
                (true, Used::No) => joined(import, Used::Yes { line: import.line }),
                (_, used) => joined(import, used),
            };
            let loads = target.is_some_and(links::python::registers);
            let passes = import.kind == ImportKind::Reexport || (handed_on && !loads);
            self.add(id, link.clone(), passes);
            for end in self.ends(&file, import) {
                self.add(end, link.clone(), passes);
            }
        }
    }

    /// Files that the names of an import come from, beyond the module that was asked.
    fn ends(&self, file: &str, import: &Import) -> BTreeSet<Id> {
        let mut ends = BTreeSet::new();
        let Some(facts) = self.project.facts(file) else {
            return ends;
        };
        // `from . import strategy as s`: the name is the module, and everything of it is meant.
        let module = |name: &str| self.facts.language == Language::Python && is_module(file, name);
        let named = |name: &str| name == "*" || module(name);
        let whole = import.names.is_empty() || import.names.iter().any(|it| named(&it.name));
        if whole {
            let passed = facts.exports.iter().filter(|it| passes_on(&it.kind));
            for export in passed {
                let asked = import.kind == ImportKind::Reexport
                    || export.name == "*"
                    || self.facts.members.contains_key(&export.name)
                    || self.facts.references.contains_key(&export.name);
                if asked {
                    self.follow(file, &export.name, STEPS_MAX, &mut ends);
                }
            }
        }
        for name in import.names.iter().filter(|it| it.name != "*") {
            self.follow(file, &name.name, STEPS_MAX, &mut ends);
        }
        ends
    }

    /// Where a name that a module offers comes from.
    fn follow(&self, file: &str, name: &str, steps: u8, ends: &mut BTreeSet<Id>) {
        let (Some(facts), Some(steps)) = (self.project.facts(file), steps.checked_sub(1)) else {
            return;
        };
        let exact = facts.exports.iter().filter(|it| it.name == name);
        let stars = facts.exports.iter().filter(|it| it.name == "*");
        let own = exact.clone().any(|it| !passes_on(&it.kind));
        let wanted: Vec<_> = match own {
            true => Vec::new(),
            false if exact.clone().next().is_some() => exact.collect(),
            false => stars.collect(),
        };
        for export in wanted {
            let ExportKind::Reexport {
                from, name: inner, ..
            } = &export.kind
            else {
                continue;
            };
            let asked = if inner == "*" { name } else { inner.as_str() };
            let Some(import) = links::python::passing(facts, from, asked) else {
                continue;
            };
            for next in targets(self.project, file, &import).unwrap_or_default() {
                let Some(id) = self.ids.get(&next).copied() else {
                    continue;
                };
                let offers = self
                    .project
                    .facts(&next)
                    .is_some_and(|it| offers(it, asked));
                if (offers || name == "*" || export.name != "*") && ends.insert(id) {
                    self.follow(&next, asked, steps, ends);
                }
            }
        }
    }

    /// An import of a package that is many files: those count that define a name that is used.
    fn package(&mut self, import: &Import, files: Vec<String>, units: &mut Units) {
        let used = links::used(self.facts, import, None);
        let (project, ids) = (self.project, self.ids);
        let names = units
            .folders
            .entry(files)
            .or_insert_with_key(|files| names_of(project, ids, files));
        let star = import
            .names
            .iter()
            .any(|it| it.name == "*" && it.local.is_none());
        let uses = match star {
            true => &self.facts.references,
            false => &self.facts.members,
        };
        let mut found = Vec::new();
        for (name, uses) in uses {
            let homes = names.get(name.as_str()).into_iter().flatten();
            found.extend(homes.map(|id| (*id, by_uses(import.line, uses))));
        }
        let loads = names.get(LOADED).into_iter().flatten();
        found.extend(loads.map(|id| (*id, joined(import, Used::Yes { line: import.line }))));
        if found.is_empty() && used == Used::No {
            let all: BTreeSet<Id> = names.values().flatten().copied().collect();
            found.extend(all.into_iter().map(|id| (id, Link::Idle(import.line))));
        }
        for (id, link) in found {
            self.add(id, link, false);
        }
    }

    /// Names of the file's own package, which need no import.
    fn scope(&mut self, units: &mut Units) {
        let at = At {
            path: self.path,
            facts: self.facts,
        };
        let (project, ids) = (self.project, self.ids);
        if !matches!(self.facts.language, Language::Go | Language::Java) {
            return;
        }
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        // Tests see more names than others of their package.
        let test = is_test_path(self.path, self.facts.language);
        let scope = if test { " in tests" } else { "" };
        let key = (
            self.facts.language,
            folder.to_owned(),
            format!("{}{scope}", self.facts.package),
        );
        let names = units.names.entry(key).or_insert_with(|| {
            let mut files = siblings(&project.world, at);
            files.push(self.path.to_owned());
            names_of(project, ids, &files)
        });
        let mut found = Vec::new();
        let java = self.facts.language == Language::Java;
        // In Java a type of the package is meant by its plain name alone, unless an import gives that to another.
        let members = Some(&self.facts.members).filter(|_| !java);
        let imported = self.facts.imports.iter().filter(|_| java);
        let imported = imported.flat_map(|it| &it.names);
        let imported: BTreeSet<&str> = imported.filter_map(|it| it.local.as_deref()).collect();
        let uses = self.facts.references.iter();
        for (name, uses) in uses.chain(members.into_iter().flatten()) {
            let Some(first) = uses.first().filter(|_| !imported.contains(name.as_str())) else {
                continue;
            };
            let homes = names.get(name.as_str()).into_iter().flatten();
            found.extend(homes.map(|id| (*id, by_uses(first.line, uses))));
        }
        // Who has a value of a type may call its methods by an interface that is elsewhere.
        let types = self
            .facts
            .definitions
            .iter()
            .filter(|it| !it.nested && !java);
        for it in types.filter(|it| !it.name.contains('.')) {
            let homes = names.get(&methods_of(&it.name)).into_iter().flatten();
            found.extend(homes.map(|id| (*id, Link::Used(it.span.line, 1))));
        }
        // What runs when the package is loaded runs with any file of it.
        let loads = names.get(LOADED).into_iter().flatten();
        found.extend(loads.map(|id| (*id, Link::Used(1, 1))));
        for (id, link) in found {
            self.add(id, link, false);
        }
    }
}

/// Whether a file of Python is the module of a name: `name.py`, `name/__init__.py`.
fn is_module(file: &str, name: &str) -> bool {
    let stem = file.strip_suffix(".py").unwrap_or(file);
    let stem = stem.strip_suffix("/__init__").unwrap_or(stem);
    stem.rsplit('/').next() == Some(name)
}

/// Languages in which an import names a package, and names of it are written behind the package's.
fn by_member(language: Language) -> bool {
    match language {
        Language::Go | Language::Java => true,
        Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Python
        | Language::Other => false,
    }
}

fn offers(facts: &Facts, name: &str) -> bool {
    facts
        .exports
        .iter()
        .any(|it| it.name == name || it.name == "*")
        || facts.definitions.iter().any(|it| it.name == name)
}

fn passes_on(kind: &ExportKind) -> bool {
    match kind {
        ExportKind::Reexport { .. } => true,
        ExportKind::Value
        | ExportKind::Type
        | ExportKind::Default
        | ExportKind::Namespace
        | ExportKind::Restricted => false,
    }
}

fn joined(import: &Import, used: Used) -> Link {
    match used {
        Used::Yes { line } => Link::Used(import.line, line),
        Used::InTests { line } => Link::Tests(line),
        Used::No => Link::Idle(import.line),
        Used::Unknown(why) => Link::Maybe(import.line, why),
    }
}

fn by_uses(import: u32, uses: &[Use]) -> Link {
    match (uses.iter().find(|it| !it.test), uses.first()) {
        (Some(live), _) => Link::Used(import, live.line),
        (None, Some(test)) => Link::Tests(test.line),
        (None, None) => Link::None,
    }
}
