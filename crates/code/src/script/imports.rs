//! What a TypeScript or JavaScript file brings in, by any form the language has.

use super::loads;
use super::shape::{self, Bound};
use crate::parts::{Import, ImportKind, ImportedName};
use crate::scan::{Scan, unquoted};
use crate::syntax::Node;

/// How far around `import("x")` the name it is bound to is looked for.
const AROUND_MAX: usize = 10;

/// Calls that turn a dynamic import into a component of its default export.
const LAZY: [&str; 4] = ["lazy", "dynamic", "loadable", "defineAsyncComponent"];

pub(super) fn find(scan: &Scan<'_>) -> Vec<Import> {
    let mut found = Vec::new();
    let kinds = [
        "import_statement",
        "export_statement",
        "call_expression",
        "new_expression",
    ];
    for node in scan.live_of(&kinds) {
        let import = match node.kind() {
            "import_statement" => statement(node, scan),
            "export_statement" => passed_on(node, scan),
            "call_expression" => loaded(node, scan),
            _ => None,
        };
        if import.is_none() && node.is_any(&["call_expression", "new_expression"]) {
            let loads = loads::find(node).into_iter();
            found.extend(loads.map(|(path, kind)| Import {
                path,
                ..import_of(node, scan, kind)
            }));
        }
        found.extend(import);
    }
    found
}

/// Whether a bare `type` stands directly in a node: `import type ..`, `{ type T }`.
pub(super) fn is_type(node: Node<'_>) -> bool {
    node.children()
        .any(|n| !n.is_named() && matches!(n.text(), "type" | "typeof"))
}

fn statement(node: Node<'_>, scan: &Scan<'_>) -> Option<Import> {
    if let Some(required) = node.child("import_require_clause") {
        let path = required.field("source")?;
        let names = required.child("identifier").map(|n| name("*", n.text()));
        let import = import(node, scan, path, ImportKind::Require);
        return Some(Import {
            names: names.into_iter().collect(),
            type_only: is_type(node),
            ..import
        });
    }
    let path = node.field("source")?;
    let Some(clause) = node.child("import_clause") else {
        return Some(import(node, scan, path, ImportKind::SideEffect));
    };
    let mut names = Vec::new();
    let mut values = 0usize;
    for part in clause.named() {
        match part.kind() {
            "identifier" => {
                names.push(name("default", part.text()));
                values = values.saturating_add(1);
            }
            "namespace_import" => {
                names.extend(part.child("identifier").map(|n| name("*", n.text())));
                values = values.saturating_add(1);
            }
            "named_imports" => {
                for specifier in part.named().filter(|n| n.is("import_specifier")) {
                    names.extend(specified(specifier));
                    values = values.saturating_add(usize::from(!is_type(specifier)));
                }
            }
            _ => {}
        }
    }
    let type_only = is_type(node) || (values == 0 && !names.is_empty());
    Some(Import {
        names,
        type_only,
        ..import(node, scan, path, ImportKind::Static)
    })
}

/// `export .. from "x"`.
fn passed_on(node: Node<'_>, scan: &Scan<'_>) -> Option<Import> {
    let path = node.field("source")?;
    let clause = node.child("export_clause");
    let specifiers = clause.into_iter().flat_map(Node::named);
    let names = specifiers.filter_map(|specifier| {
        let original = unquoted(specifier.field("name")?.text());
        let alias = specifier
            .field("alias")
            .map_or(original, |a| unquoted(a.text()));
        Some(name(original, alias))
    });
    let mut names: Vec<ImportedName> = names.collect();
    if clause.is_none() {
        names.push(ImportedName {
            name: "*".to_owned(),
            local: None,
        });
    }
    Some(Import {
        names,
        type_only: is_type(node),
        ..import(node, scan, path, ImportKind::Reexport)
    })
}

/// `import("x")` and `require("x")`.
fn loaded(call: Node<'_>, scan: &Scan<'_>) -> Option<Import> {
    let path = shape::loaded(call)?;
    let dynamic = call.field("function").is_some_and(|f| f.is("import"));
    let kind = match dynamic {
        true => ImportKind::Dynamic,
        false => ImportKind::Require,
    };
    let type_kinds = [
        "type_annotation",
        "type_alias_declaration",
        "type_arguments",
        "union_type",
    ];
    let type_only = call
        .ancestors()
        .take(AROUND_MAX)
        .any(|n| n.is_any(&type_kinds));
    Some(Import {
        names: names_around(call),
        type_only: dynamic && type_only,
        ..import(call, scan, path, kind)
    })
}

/// The names a loaded module is bound to where it is loaded; none if it is used on the spot.
fn names_around(call: Node<'_>) -> Vec<ImportedName> {
    let mut property = None;
    let mut lazily = false;
    for around in call.ancestors().take(AROUND_MAX) {
        match around.kind() {
            "member_expression" => property = property.or(around.field("property")),
            "arrow_function" | "arguments" => lazily = true,
            "call_expression" if lazily => {
                let callee = around.field("function").map_or("", shape::last_name);
                if !LAZY.contains(&callee) {
                    return Vec::new();
                }
                property = None;
            }
            "await_expression"
            | "parenthesized_expression"
            | "as_expression"
            | "non_null_expression" => {}
            "variable_declarator" => {
                let pattern = around.field("name");
                return pattern.map_or_else(Vec::new, |p| bound_names(p, property, lazily));
            }
            "assignment_expression" => {
                // In a function it is put into a variable of its own, which is use enough.
                let inside = around.ancestors().any(|it| it.is_any(&shape::FUNCTIONS));
                let left = around
                    .field("left")
                    .filter(|l| l.is("identifier") && !inside);
                return left.map_or_else(Vec::new, |l| bound_names(l, property, lazily));
            }
            _ => return Vec::new(),
        }
    }
    Vec::new()
}

fn bound_names(pattern: Node<'_>, property: Option<Node<'_>>, lazily: bool) -> Vec<ImportedName> {
    let whole = match (property, lazily) {
        (Some(property), false) => property.text(),
        (Some(_) | None, true) => "default",
        (None, false) => "*",
    };
    let taken = |bound: Bound<'_>| {
        let local = bound.name.text();
        let original = match (property, pattern.is("identifier"), bound.key) {
            (_, true, _) => whole,
            (Some(property), false, _) => property.text(),
            (None, false, Some(key)) => shape::key(key).unwrap_or("*"),
            (None, false, None) => local,
        };
        name(original, local)
    };
    shape::bound(pattern).into_iter().map(taken).collect()
}

fn specified(specifier: Node<'_>) -> Option<ImportedName> {
    let original = unquoted(specifier.field("name")?.text());
    let local = specifier.field("alias").map_or(original, Node::text);
    Some(name(original, local))
}

fn import(node: Node<'_>, scan: &Scan<'_>, path: Node<'_>, kind: ImportKind) -> Import {
    Import {
        path: unquoted(path.text()).to_owned(),
        ..import_of(node, scan, kind)
    }
}

/// An import at a node, without a path.
fn import_of(node: Node<'_>, scan: &Scan<'_>, kind: ImportKind) -> Import {
    Import {
        path: String::new(),
        names: Vec::new(),
        line: node.line(),
        kind,
        type_only: false,
        module: String::new(),
        test: scan.in_test(node),
    }
}

fn name(original: &str, local: &str) -> ImportedName {
    ImportedName {
        name: original.to_owned(),
        local: Some(local.to_owned()),
    }
}
