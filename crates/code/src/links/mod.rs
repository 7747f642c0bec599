//! How an import in one file names another file, and whether the file makes use of what it imports.
//!
//! By paths and facts alone: no disk, no path aliases, no workspaces, no package names.

use crate::facts::Facts;
use crate::parts::{Definition, DefinitionKind, Import, ImportKind, Use};

mod paths;
mod rust;
mod script;

const MAYBE_TRAIT: &str = "it may be a trait, used through its methods";

/// Whether a file uses what an import brings in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Used {
    /// In code that runs, at this line.
    Yes {
        /// The line (from 1) of the first use.
        line: u32,
    },
    /// In test code only.
    InTests {
        /// The line (from 1) of the first use.
        line: u32,
    },
    /// Nothing it brings is used.
    No,
    /// Syntax cannot tell, and why.
    Unknown(&'static str),
}

/// The repository-relative paths an import may mean, likeliest first. Empty for packages and for what needs
/// more than paths (aliases, other crates).
#[must_use]
pub fn candidates(facts: &Facts, import: &Import, from_path: &str) -> Vec<String> {
    let mut found = if facts.language.is_script() {
        script::candidates(&import.path, from_path)
    } else if facts.language.has_syntax() {
        rust::candidates(facts, import, from_path)
    } else {
        Vec::new()
    };
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|path| seen.insert(path.clone()));
    found
}

/// Whether an import written in `from_path` can mean the file `to_path`, as far as paths tell. Where several
/// files could be meant, [`resolve`] knows better.
#[must_use]
pub fn resolves(facts: &Facts, import: &Import, from_path: &str, to_path: &str) -> bool {
    let Some(to_path) = paths::normal(to_path) else {
        return false;
    };
    candidates(facts, import, from_path).contains(&to_path)
}

/// The file an import means, given which files exist.
#[must_use]
pub fn resolve(
    facts: &Facts,
    import: &Import,
    from_path: &str,
    exists: impl Fn(&str) -> bool,
) -> Option<String> {
    let mut candidates = candidates(facts, import, from_path).into_iter();
    candidates.find(|path| exists(path))
}

/// Whether live code makes use of anything an import brings. `target` is the file it means, if known: it
/// tells traits and glob imports apart from imports that nobody uses.
///
/// Only this one file is looked at: `mod x;` may be of use to others that name `crate::x`.
/// Side-effect imports, re-exports, written-out paths and modules loaded on the spot are uses by themselves.
#[must_use]
pub fn used(facts: &Facts, import: &Import, target: Option<&Facts>) -> Used {
    let itself = match import.test {
        true => Used::InTests { line: import.line },
        false => Used::Yes { line: import.line },
    };
    match import.kind {
        ImportKind::SideEffect | ImportKind::Reexport | ImportKind::Path => itself,
        ImportKind::Dynamic | ImportKind::Require if import.names.is_empty() => itself,
        ImportKind::Mod | ImportKind::ModAt => module(facts, import),
        ImportKind::Static | ImportKind::Dynamic | ImportKind::Require | ImportKind::Use => {
            names(facts, import, target)
        }
    }
}

fn names(facts: &Facts, import: &Import, target: Option<&Facts>) -> Used {
    let mut sum = Used::No;
    for name in &import.names {
        let one = match (&name.local, name.name.as_str()) {
            (Some(local), _) => local_use(facts, import, local),
            (None, "*") => Used::No,
            (None, _) => Used::Unknown("imported for its methods alone"),
        };
        sum = better(sum, one);
        if sum != Used::No {
            continue;
        }
        let unseen = match (name.name.as_str(), &name.local, target) {
            ("*", None, Some(target)) => any_of(facts, target),
            ("*", None, None) => Used::Unknown("everything is imported"),
            (name, _, Some(target)) => through_trait(facts, target, name),
            (name, _, None) if import.kind == ImportKind::Use && starts_big(name) => {
                Used::Unknown(MAYBE_TRAIT)
            }
            (_, _, None) => Used::No,
        };
        sum = better(sum, unseen);
    }
    sum
}

fn local_use(facts: &Facts, import: &Import, local: &str) -> Used {
    let passed_on = facts.exports.iter().find(|export| {
        let inside = export.local.as_deref().unwrap_or(&export.name);
        inside == local && export.module == import.module
    });
    let passed_on = passed_on.map_or(Used::No, |export| Used::Yes { line: export.line });
    let named = by_name(facts, local);
    better(named, better(passed_on, by_imports(facts, import, local)))
}

fn by_name(facts: &Facts, local: &str) -> Used {
    facts
        .references
        .get(local)
        .map_or(Used::No, |uses| first(uses))
}

/// Whether another import, itself not idle, starts its path at a name: `use a as b; use b::C;`.
fn by_imports(facts: &Facts, import: &Import, local: &str) -> Used {
    if facts.language.is_script() {
        return Used::No;
    }
    let others = facts.imports.iter().filter(|other| {
        let apart = other.kind != ImportKind::Mod && other.line != import.line;
        apart && starts_at(other, local, &import.module)
    });
    // One step only: were chains followed, a circle of imports would use itself.
    others.fold(Used::No, |sum, other| match other.kind {
        ImportKind::Reexport | ImportKind::Path => Used::Yes { line: other.line },
        ImportKind::Static
        | ImportKind::SideEffect
        | ImportKind::Dynamic
        | ImportKind::Require
        | ImportKind::Mod
        | ImportKind::ModAt
        | ImportKind::Use => better(sum, plainly(facts, other)),
    })
}

/// Whether a name of an import stands in code, other imports aside.
fn plainly(facts: &Facts, import: &Import) -> Used {
    let uses = import.names.iter().map(|name| match &name.local {
        Some(local) => {
            let known = by_name(facts, local);
            let trait_perhaps = known == Used::No && starts_big(local);
            if trait_perhaps {
                Used::Unknown(MAYBE_TRAIT)
            } else {
                known
            }
        }
        None => Used::Unknown("everything is imported"),
    });
    uses.fold(Used::No, better)
}

/// A module is used if it is public, named in code, or named by another import that is not idle.
fn module(facts: &Facts, import: &Import) -> Used {
    let Some(name) = import.names.first().and_then(|n| n.local.as_deref()) else {
        return Used::No;
    };
    let public = facts
        .exports
        .iter()
        .find(|e| e.name == name && e.module == import.module);
    if let Some(public) = public {
        return Used::Yes { line: public.line };
    }
    let macros = match import.names.iter().any(|n| n.name == "*") {
        true => Used::Unknown("its macros may be used"),
        false => Used::No,
    };
    better(
        by_name(facts, name),
        better(macros, by_imports(facts, import, name)),
    )
}

/// Whether the first step of a path is that name, as seen from the inline module where the name stands.
fn starts_at(import: &Import, name: &str, module: &str) -> bool {
    let mut steps = import.path.split("::");
    let first = match steps.next() {
        Some("self") if import.module == module => steps.next(),
        Some("super") if import.module.rsplit_once("::").map_or("", |(up, _)| up) == module => {
            steps.next()
        }
        Some("crate") => steps.find(|step| *step == name),
        first => first.filter(|_| import.module == module),
    };
    first == Some(name)
}

/// Whether anything that the target exports is used here by name.
fn any_of(facts: &Facts, target: &Facts) -> Used {
    let exports = target.exports.iter();
    let uses = exports.filter_map(|export| facts.references.get(&export.name));
    uses.fold(Used::No, |sum, uses| better(sum, first(uses)))
}

/// Whether methods of the target's trait of that name are called here.
fn through_trait(facts: &Facts, target: &Facts, name: &str) -> Used {
    let is_trait = |d: &Definition| d.kind == DefinitionKind::Trait && d.name == name;
    if !target.definitions.iter().any(is_trait) {
        return Used::No;
    }
    let prefix = format!("{name}::");
    let methods = target
        .definitions
        .iter()
        .filter_map(|d| d.name.strip_prefix(&prefix));
    let uses = methods.filter_map(|method| facts.members.get(method));
    uses.fold(Used::No, |sum, uses| better(sum, first(uses)))
}

fn first(uses: &[Use]) -> Used {
    match (uses.iter().find(|u| !u.test), uses.first()) {
        (Some(live), _) => Used::Yes { line: live.line },
        (None, Some(test)) => Used::InTests { line: test.line },
        (None, None) => Used::No,
    }
}

fn better(a: Used, b: Used) -> Used {
    let rank = |used: &Used| match used {
        Used::Yes { .. } => 0,
        Used::Unknown(_) => 1,
        Used::InTests { .. } => 2,
        Used::No => 3,
    };
    if rank(&b) < rank(&a) { b } else { a }
}

fn starts_big(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}
