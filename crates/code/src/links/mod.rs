//! How an import in one file names another file, and whether the file makes use of what it imports.
//!
//! By paths and facts alone: no disk, no path aliases, no workspaces, no package names.

use crate::facts::Facts;
use crate::language::Language;
use crate::parts::{Definition, DefinitionKind, ExportKind, Import, ImportKind, Use};

mod java;
pub mod paths;
pub mod python;
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
    } else if facts.language == Language::Java {
        java::candidates(facts, import, from_path)
    } else if facts.language == Language::Rust {
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
        ImportKind::Mod | ImportKind::ModAt => module(facts, import, target),
        ImportKind::Dynamic if is_text(facts, import) => Used::Unknown("a text names it"),
        ImportKind::Static | ImportKind::Dynamic | ImportKind::Require | ImportKind::Use => {
            let named = python::dotted(facts, import);
            match named.unwrap_or_else(|| names(facts, import, target)) {
                Used::No => python::loaded(facts, import, target),
                used @ (Used::Yes { .. } | Used::InTests { .. } | Used::Unknown(_)) => used,
            }
        }
    }
}

/// Whether only a text that stands where modules are named brings something in.
fn is_text(facts: &Facts, import: &Import) -> bool {
    facts.language == Language::Python && import.names.iter().any(|n| n.local.is_none())
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
            ("*", None, Some(target)) => any_of(facts, import, target),
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
        let meant = python::is_of_import(facts, import, export);
        inside == local && export.module == import.module && meant
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
    if facts.language != Language::Rust {
        return Used::No;
    }
    let others = facts.imports.iter().filter(|other| {
        let apart = other.kind != ImportKind::Mod && other.line != import.line;
        apart && starts_at(other, local, &import.module)
    });
    // One step only: were chains followed, a circle of imports would use itself.
    others.fold(Used::No, |sum, other| match other.kind {
        ImportKind::Path if other.test => better(sum, Used::InTests { line: other.line }),
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

/// A module is used if it is public, named in code, or named by another import that is not idle; if it holds tests,
/// which run because it is declared; or if it holds nothing but modules, which is all it is for.
fn module(facts: &Facts, import: &Import, target: Option<&Facts>) -> Used {
    let Some(name) = import.names.first().and_then(|n| n.local.as_deref()) else {
        return Used::No;
    };
    let mut exports = facts.exports.iter();
    let public = exports
        .find(|e| e.name == name && e.module == import.module && e.kind != ExportKind::Restricted);
    if let Some(public) = public {
        return Used::Yes { line: public.line };
    }
    let macros = match import.names.iter().any(|n| n.name == "*") {
        true => Used::Unknown("its macros may be used"),
        false => Used::No,
    };
    let held = match target {
        Some(target) if holds_modules(target) && !import.test => Used::Yes { line: import.line },
        Some(target) if holds_tests(target) => Used::InTests { line: import.line },
        // What is for tests alone runs because it is declared, if it runs at all.
        Some(_) | None if import.test => Used::InTests { line: import.line },
        Some(_) | None => Used::No,
    };
    let named = better(by_name(facts, name), by_imports(facts, import, name));
    better(named, better(macros, held))
}

/// Whether a file has tests.
fn holds_tests(facts: &Facts) -> bool {
    let mut definitions = facts.definitions.iter();
    definitions.any(|d| d.test && d.kind == DefinitionKind::Function)
        // `proptest! { #[test] fn .. }`
        || facts.macro_words.contains_key("test")
}

/// Whether a file declares modules and defines nothing else.
fn holds_modules(facts: &Facts) -> bool {
    let mut imports = facts.imports.iter();
    let mut definitions = facts.definitions.iter();
    imports.any(|it| matches!(it.kind, ImportKind::Mod | ImportKind::ModAt))
        && definitions.all(|d| d.kind == DefinitionKind::Module || d.test)
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
fn any_of(facts: &Facts, import: &Import, target: &Facts) -> Used {
    let java = facts.language == Language::Java;
    let exports = target.exports.iter();
    let exports = exports.filter(|export| !java || java::brings(import, target, export));
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
