//! What a TypeScript or JavaScript file exports: ES modules, `export =`, and CommonJS.

use std::collections::BTreeMap;

use super::imports::is_type;
use super::shape;
use crate::parts::{Export, ExportKind, Import};
use crate::scan::{Scan, unquoted};
use crate::syntax::Node;

mod common;

/// What a name at module level stands for.
enum Local<'i> {
    Type,
    Imported {
        from: &'i str,
        name: &'i str,
        type_only: bool,
    },
}

/// Finds exports. `imports` tells which exported names come from elsewhere.
pub(super) fn find(scan: &Scan<'_>, imports: &[Import]) -> Vec<Export> {
    let locals = locals(scan, imports);
    let mut found = Vec::new();
    for node in scan.live_of(&["export_statement", "expression_statement"]) {
        match node.kind() {
            "export_statement" => {
                if let Some(module) = module_of(node) {
                    statement(node, &module, &locals, &mut found);
                }
            }
            "expression_statement" if node.parent().is_some_and(|p| p.is("program")) => {
                if let Some(expression) = node.named().next() {
                    common::common(scan, expression, &locals, &mut found);
                }
            }
            _ => {}
        }
    }
    found
}

/// The exported namespaces around an export; `None` if one of them is not exported, or it is ambient.
fn module_of(node: Node<'_>) -> Option<String> {
    let mut names = Vec::new();
    for around in node.ancestors() {
        match around.kind() {
            "internal_module" | "module" => {
                let statement = around.ancestors().take(3);
                let mut statement = statement.filter(|n| n.is("export_statement"));
                statement.next()?;
                names.push(around.field("name")?.text());
            }
            "statement_block"
            | "export_statement"
            | "expression_statement"
            | "program"
            | "ambient_declaration" => {}
            _ => return None,
        }
    }
    names.reverse();
    Some(names.join("."))
}

fn statement(
    node: Node<'_>,
    module: &str,
    locals: &BTreeMap<&str, Local<'_>>,
    found: &mut Vec<Export>,
) {
    let line = node.line();
    let mut push = |name: &str, local: Option<&str>, kind: ExportKind, line: u32| {
        found.push(Export {
            name: name.to_owned(),
            local: local.map(str::to_owned),
            module: module.to_owned(),
            kind,
            line,
        });
    };
    let token = |text: &str| node.children().any(|n| !n.is_named() && n.text() == text);
    let source = node.field("source").map(|s| unquoted(s.text()));
    let types = is_type(node);
    if let Some(clause) = node.child("export_clause") {
        for specifier in clause.named() {
            let Some(local) = specifier.field("name").map(|n| unquoted(n.text())) else {
                continue;
            };
            let name = specifier
                .field("alias")
                .map_or(local, |a| unquoted(a.text()));
            let types = types || is_type(specifier);
            let kind = clause_kind(local, source, types, locals);
            push(
                name,
                (name != local).then_some(local),
                kind,
                specifier.line(),
            );
        }
    } else if let (Some(from), true) = (
        source,
        node.child("namespace_export").is_some() || token("*"),
    ) {
        let named = node.child("namespace_export");
        let alias = named
            .and_then(|n| n.named().next())
            .map(|n| unquoted(n.text()));
        let kind = ExportKind::Reexport {
            from: from.to_owned(),
            name: "*".to_owned(),
            type_only: types,
        };
        push(alias.unwrap_or("*"), None, kind, line);
    } else if token("default") {
        let value = node.field("declaration").or_else(|| node.field("value"));
        push(
            "default",
            value.and_then(own_name),
            ExportKind::Default,
            line,
        );
    } else if token("=") {
        let local = node.named().last().filter(|n| n.is("identifier"));
        push("=", local.map(Node::text), ExportKind::Default, line);
    } else if token("namespace") {
        let name = node.child("identifier").map_or("", Node::text);
        push(name, None, ExportKind::Namespace, line);
    } else if let Some(declaration) = node.field("declaration") {
        for (name, kind) in declared(declaration) {
            push(name.text(), None, kind, name.line());
        }
    }
}

fn clause_kind(
    local: &str,
    source: Option<&str>,
    types: bool,
    locals: &BTreeMap<&str, Local<'_>>,
) -> ExportKind {
    let reexport = |from: &str, name: &str, type_only: bool| ExportKind::Reexport {
        from: from.to_owned(),
        name: name.to_owned(),
        type_only,
    };
    match (source, locals.get(local)) {
        (Some(from), _) => reexport(from, local, types),
        (
            None,
            Some(Local::Imported {
                from,
                name,
                type_only,
            }),
        ) => reexport(from, name, types || *type_only),
        (None, Some(Local::Type)) => ExportKind::Type,
        (None, None) if types => ExportKind::Type,
        (None, None) => ExportKind::Value,
    }
}

/// The names a declaration declares, with what they are.
pub(super) fn declared(declaration: Node<'_>) -> Vec<(Node<'_>, ExportKind)> {
    let named = |kind: ExportKind| {
        let name = declaration.field("name");
        name.map(|name| (name, kind)).into_iter().collect()
    };
    match declaration.kind() {
        "lexical_declaration" | "variable_declaration" => declaration
            .named()
            .filter_map(|declarator| declarator.field("name"))
            .flat_map(shape::bound)
            .map(|bound| (bound.name, ExportKind::Value))
            .collect(),
        "interface_declaration" | "type_alias_declaration" => named(ExportKind::Type),
        "internal_module" | "module" => named(ExportKind::Namespace),
        "ambient_declaration" => declaration.named().next().map_or_else(Vec::new, |inner| {
            // Ambient declarations hold no further ambient ones, so this ends.
            if inner.is("ambient_declaration") {
                Vec::new()
            } else {
                declared(inner)
            }
        }),
        "import_alias" => declaration
            .child("identifier")
            .map(|name| (name, ExportKind::Value))
            .into_iter()
            .collect(),
        _ => named(ExportKind::Value),
    }
}

fn own_name(value: Node<'_>) -> Option<&str> {
    if value.is("identifier") {
        return Some(value.text());
    }
    value.field("name").map(Node::text)
}

fn locals<'i>(scan: &Scan<'i>, imports: &'i [Import]) -> BTreeMap<&'i str, Local<'i>> {
    let mut locals: BTreeMap<&str, Local<'_>> = BTreeMap::new();
    for import in imports {
        for name in &import.names {
            let Some(local) = &name.local else { continue };
            let imported = Local::Imported {
                from: &import.path,
                name: &name.name,
                type_only: import.type_only,
            };
            locals.insert(local, imported);
        }
    }
    let top = scan.tree.root().into_iter().flat_map(Node::named);
    let mut values: Vec<&str> = Vec::new();
    for node in top {
        let declaration = node.field("declaration").unwrap_or(node);
        for (name, kind) in declared(declaration) {
            if kind == ExportKind::Type {
                locals.insert(name.text(), Local::Type);
            } else {
                values.push(name.text());
            }
        }
    }
    // A name may be a type and a value at once; then it is a value.
    for value in values {
        // What is loaded into a constant is declared there as well.
        let loaded = |it: &Local<'_>| {
            matches!(
                it,
                Local::Imported {
                    type_only: false,
                    ..
                }
            )
        };
        if !locals.get(value).is_some_and(loaded) {
            locals.remove(value);
        }
    }
    locals
}
