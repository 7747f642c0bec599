//! What other files can import from a Python file, and what of it comes from elsewhere.

use std::collections::BTreeSet;

use super::imports::Brought;
use super::public::{self, Public};
use crate::parts::{Definition, DefinitionKind, Export, ExportKind, Exported, Import};

/// Finds exports. A name that is imported can be imported from here in turn; where the file says that this is meant
/// (`__all__`, `import a as a`), the export names the local name too.
pub(super) fn find(
    public: &Public<'_>,
    definitions: &[Definition],
    brought: &[Brought],
) -> Vec<Export> {
    let mut found = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let own = || definitions.iter().filter(|d| is_own(d));
    for definition in own() {
        if definition.exported == Exported::Yes && seen.insert(&definition.name) {
            let line = definition.span.line;
            found.push(export(&definition.name, None, ExportKind::Value, line));
        }
    }
    for brought in brought.iter().filter(|b| b.outer) {
        passed_on(brought, public, &mut seen, &mut found);
    }
    seen.extend(own().map(|d| d.name.as_str()));
    found.extend(unknown(public, &seen, brought));
    found.sort_by_key(|export| export.line);
    found
}

/// Whether a definition is a name of the module itself.
fn is_own(definition: &Definition) -> bool {
    let member = definition.name.contains('.');
    !definition.nested && !member && definition.kind != DefinitionKind::Method
}

fn passed_on<'i>(
    brought: &'i Brought,
    public: &Public<'_>,
    seen: &mut BTreeSet<&'i str>,
    found: &mut Vec<Export>,
) {
    let import = &brought.import;
    for name in &import.names {
        let Some(local) = name.local.as_deref() else {
            found.push(export(
                "*",
                None,
                reexport(import, &import.path, "*"),
                import.line,
            ));
            continue;
        };
        let meant = match public.is_listed() {
            true => public.has(local),
            false => brought.again.iter().any(|again| again == local),
        };
        // `import os` offers nothing that anyone would take from here.
        let possible = !public.is_listed() && name.name != "*" && public::is_public(local);
        if (meant || possible) && seen.insert(local) {
            // `import a.b` binds `a`.
            let whole = import.path.strip_prefix(local);
            let from = match whole.is_some_and(|rest| rest.starts_with('.')) {
                true => local,
                false => import.path.as_str(),
            };
            let kind = reexport(import, from, &name.name);
            found.push(export(local, meant.then_some(local), kind, import.line));
        }
    }
}

/// Names in `__all__` that nothing here defines or brings in, and those that are made while the program runs.
fn unknown(public: &Public<'_>, seen: &BTreeSet<&str>, brought: &[Brought]) -> Vec<Export> {
    let outer = brought.iter().filter(|b| b.outer);
    let mut stars = outer.filter(|b| b.import.names.iter().any(|n| n.local.is_none()));
    let (star, more) = (stars.next(), stars.next());
    // One star says where a name is from; without any it is a module beside this one.
    let from = match (star, more) {
        (Some(only), None) => Some(only.import.path.as_str()),
        (None, _) if !public.computed => Some("."),
        (Some(_) | None, _) => None,
    };
    let passed_on = |from: &str, name: &str| ExportKind::Reexport {
        from: from.to_owned(),
        name: name.to_owned(),
        type_only: false,
    };
    let mut found = Vec::new();
    for (name, line) in public.listed().filter(|(name, _)| !seen.contains(name)) {
        if let Some(from) = from {
            found.push(export(name, Some(name), passed_on(from, name), line));
        }
    }
    if public.computed {
        found.push(export("*", None, passed_on("", "*"), 1));
    }
    found
}

fn reexport(import: &Import, from: &str, name: &str) -> ExportKind {
    ExportKind::Reexport {
        from: from.to_owned(),
        name: name.to_owned(),
        type_only: import.type_only,
    }
}

fn export(name: &str, local: Option<&str>, kind: ExportKind, line: u32) -> Export {
    Export {
        name: name.to_owned(),
        local: local.map(str::to_owned),
        module: String::new(),
        kind,
        line,
    }
}
