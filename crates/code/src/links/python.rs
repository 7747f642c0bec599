//! What it means in Python that an import is not used where it stands: others may take the name from there, and loading
//! a module may be all that is wanted of it.

use super::{Used, first};
use crate::facts::Facts;
use crate::language::Language;
use crate::parts::{Export, ExportKind, Import, ImportKind, ImportedName};
use crate::python::marks;

/// Names that modules are told to by what they do when they are loaded.
const TOLD: [&str; 14] = [
    "register",
    "connect",
    "subscribe",
    "add_url_rule",
    "include_router",
    "add_command",
    "add_typer",
    "register_blueprint",
    "Model",
    "Base",
    "DeclarativeBase",
    "Document",
    "SQLModel",
    "setattr",
];

/// Whether a module-level import passes names on, and nothing here uses them. In the `__init__` of a package that goes
/// without saying, elsewhere the file says so (`__all__`, `import a as a`).
#[must_use]
pub fn only_passes(path: &str, facts: &Facts, import: &Import) -> bool {
    if facts.language != Language::Python || import.kind != ImportKind::Static {
        return false;
    }
    let unused = |name: &ImportedName| {
        let local = name.local.as_ref();
        local.is_none_or(|local| !facts.references.contains_key(local))
    };
    let offered = |name: &ImportedName| {
        let called = name.local.as_deref().unwrap_or("*");
        let mut exports = facts.exports.iter().filter(|e| e.name == called);
        exports.any(|e| passes_on(path, facts, e) && e.line == import.line)
    };
    import.names.iter().all(unused) && import.names.iter().any(offered)
}

/// Whether an export is there for others to take: every one, but for names that a Python file happens to import.
#[must_use]
pub fn passes_on(path: &str, facts: &Facts, export: &Export) -> bool {
    let implied = facts.language == Language::Python
        && export.local.is_none()
        && match export.kind {
            ExportKind::Reexport { .. } => true,
            ExportKind::Value
            | ExportKind::Type
            | ExportKind::Default
            | ExportKind::Namespace
            | ExportKind::Restricted => false,
        };
    let name = super::paths::file_name(path);
    !implied || matches!(name, "__init__.py" | "__init__.pyi")
}

/// Whether an export hands on what an import brings, on purpose: in Python a definition of the same name hides the import.
pub(super) fn is_of_import(facts: &Facts, import: &Import, export: &Export) -> bool {
    let hides = facts.language == Language::Python && import.kind == ImportKind::Static;
    let own = match export.kind {
        ExportKind::Reexport { .. } => false,
        ExportKind::Value
        | ExportKind::Type
        | ExportKind::Default
        | ExportKind::Namespace
        | ExportKind::Restricted => true,
    };
    !(hides && own) && passes_on("", facts, export)
}

/// Whether loading a module tells others of it: a route, a task, a handler.
#[must_use]
pub fn registers(target: &Facts) -> bool {
    let mut outer = target.definitions.iter().filter(|d| !d.nested && !d.test);
    target.language == Language::Python && outer.any(|d| marks::handles(&d.marks))
}

/// One import for each name it brings, for each may be a module by itself.
pub fn apart(import: &Import) -> impl Iterator<Item = Import> {
    import.names.iter().map(|name| Import {
        names: vec![name.clone()],
        ..import.clone()
    })
}

/// The import by which a file gets a name that it passes on.
#[must_use]
pub fn passing(facts: &Facts, from: &str, name: &str) -> Option<Import> {
    let mut known = facts.imports.iter().filter(|it| it.path == from);
    if facts.language != Language::Python {
        return known.next().cloned();
    }
    let known = known.next().cloned();
    let asked = ImportedName {
        name: name.to_owned(),
        local: Some(name.to_owned()).filter(|name| name != "*"),
    };
    Some(Import {
        path: from.to_owned(),
        names: vec![asked],
        kind: ImportKind::Static,
        line: known.as_ref().map_or(1, |it| it.line),
        type_only: known.as_ref().is_some_and(|it| it.type_only),
        module: String::new(),
        test: known.as_ref().is_some_and(|it| it.test),
    })
}

/// `import a.b` binds `a`: whether what is written out below it leads there. `None` for any other import.
pub(super) fn dotted(facts: &Facts, import: &Import) -> Option<Used> {
    let [only] = import.names.as_slice() else {
        return None;
    };
    let local = only.local.as_deref()?;
    let rest = import.path.strip_prefix(local)?;
    if only.name != "*" || !rest.starts_with('.') || import.kind != ImportKind::Static {
        return None;
    }
    let leads = |other: &&Import| {
        let rest = other.path.strip_prefix(&import.path);
        other.kind == ImportKind::Path && rest.is_some_and(|r| r.is_empty() || r.starts_with('.'))
    };
    let mut paths = facts.imports.iter().filter(leads);
    let live = paths.clone().find(|path| !path.test);
    if let Some(path) = live.or_else(|| paths.next()) {
        return Some(match path.test {
            true => Used::InTests { line: path.line },
            false => Used::Yes { line: path.line },
        });
    }
    let root = facts
        .references
        .get(local)
        .map_or(Used::No, |uses| first(uses));
    match root {
        Used::No => None,
        Used::Yes { .. } | Used::InTests { .. } | Used::Unknown(_) => {
            Some(Used::Unknown("only the package above it is named"))
        }
    }
}

/// What an import does that nothing names: loading the module may be all that is wanted.
pub(super) fn loaded(facts: &Facts, import: &Import, target: Option<&Facts>) -> Used {
    let Some(target) = target.filter(|_| facts.language == Language::Python) else {
        return Used::No;
    };
    let defined = |name: &str| {
        target.exports.iter().any(|e| e.name == name)
            || target.definitions.iter().any(|d| d.name == name)
    };
    let whole = import
        .names
        .iter()
        .all(|n| n.name == "*" || !defined(&n.name));
    let told = || {
        TOLD.iter()
            .any(|name| target.references.contains_key(*name) || target.members.contains_key(*name))
    };
    let gathers = || {
        let modules = target
            .imports
            .iter()
            .filter(|it| it.kind == ImportKind::Static);
        let mut names = modules.flat_map(|it| it.names.iter().filter_map(|n| n.local.as_ref()));
        names.any(|name| !target.references.contains_key(name)) && target.definitions.is_empty()
    };
    if !whole {
        Used::No
    } else if registers(target) {
        match import.test {
            true => Used::InTests { line: import.line },
            false => Used::Yes { line: import.line },
        }
    } else if told() || gathers() {
        Used::Unknown("it may be imported for what loading it does")
    } else {
        Used::No
    }
}
