//! What a Rust file brings in: `use`, `mod x;`, `extern crate`, `include!`; and what it passes on: `pub use`.

use super::attributes::Attributes;
use super::included;
use super::items::{self, Place};
use crate::parts::{Export, ExportKind, Exported, Import, ImportKind, ImportedName};
use crate::scan::Scan;
use crate::syntax::Node;

/// Longest path, in bytes. Nested lists could else grow it without end.
const PATH_BYTES_MAX: usize = 2_048;

/// Imports and the exports that `pub use` makes of them.
#[derive(Default)]
pub(super) struct Imports {
    pub(super) imports: Vec<Import>,
    pub(super) exports: Vec<Export>,
    pub(super) truncated: bool,
}

/// One path of a `use`, with the list around it resolved.
struct Leaf {
    path: String,
    name: ImportedName,
    line: u32,
}

pub(super) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Imports {
    let mut found = Imports::default();
    let declaring = included::declaring(scan);
    let kinds = [
        "use_declaration",
        "mod_item",
        "extern_crate_declaration",
        "macro_invocation",
    ];
    for node in scan.live_of(&kinds) {
        match node.kind() {
            "use_declaration" => declare(node, scan, &mut found),
            "mod_item" if node.field("body").is_none() => {
                modules(node, scan, attributes, &mut found.imports);
            }
            "extern_crate_declaration" => found.imports.extend(external(node, scan)),
            "macro_invocation" => included::find(node, scan, &declaring, &mut found.imports),
            _ => {}
        }
    }
    found
}

/// A path as other code would write it: no white space, no `r#`.
pub(super) fn plain_path(text: &str) -> String {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    compact.replace("r#", "")
}

fn declare(node: Node<'_>, scan: &Scan<'_>, found: &mut Imports) {
    let place = Place::of(node);
    let test = scan.in_test(node);
    let exported = match (test || place.nested, items::visibility(node)) {
        (false, exported) => exported,
        (true, _) => Exported::No,
    };
    let kind = match exported {
        Exported::Yes | Exported::TypeOnly => ImportKind::Reexport,
        Exported::Restricted | Exported::No => ImportKind::Use,
    };
    let module = place.module_path();
    for leaf in leaves(node, &mut found.truncated) {
        if let Some(kind) = reexport(&leaf, exported, &place) {
            found.exports.push(Export {
                name: leaf.name.local.clone().unwrap_or_else(|| "*".to_owned()),
                local: None,
                module: module.clone(),
                kind,
                line: leaf.line,
            });
        }
        found.imports.push(Import {
            path: leaf.path,
            names: vec![leaf.name],
            line: leaf.line,
            kind,
            type_only: false,
            module: module.clone(),
            test,
        });
    }
}

fn reexport(leaf: &Leaf, exported: Exported, place: &Place<'_>) -> Option<ExportKind> {
    let silent = leaf.name.local.is_none() && leaf.name.name != "*";
    match exported {
        Exported::No => None,
        _ if silent => None,
        Exported::Restricted => Some(ExportKind::Restricted),
        Exported::Yes | Exported::TypeOnly if !place.is_public() => Some(ExportKind::Restricted),
        Exported::Yes | Exported::TypeOnly => Some(ExportKind::Reexport {
            from: leaf.path.clone(),
            name: leaf.name.name.clone(),
            type_only: false,
        }),
    }
}

/// `mod x;`, once for each file that an attribute names, whichever of them the build then takes.
fn modules<'t>(
    node: Node<'t>,
    scan: &Scan<'t>,
    attributes: &Attributes<'t>,
    found: &mut Vec<Import>,
) {
    let Some(name) = node.field("name").map(|name| plain_path(name.text())) else {
        return;
    };
    let mut names = vec![same(&name)];
    if attributes.has(node, "macro_use") {
        names.push(everything());
    }
    let import = |path: &str, kind| Import {
        path: path.to_owned(),
        names: names.clone(),
        line: node.line(),
        kind,
        type_only: false,
        module: Place::of(node).module_path(),
        test: scan.in_test(node),
    };
    let at = attributes.path(node);
    found.extend(at.map(|path| import(path, ImportKind::ModAt)));
    let perhaps = attributes.conditional_paths(node);
    found.extend(perhaps.map(|path| import(path, ImportKind::ModAt)));
    if at.is_none() {
        found.push(import(&name, ImportKind::Mod));
    }
}

fn external(node: Node<'_>, scan: &Scan<'_>) -> Option<Import> {
    let name = node.field("name")?.text();
    let local = node.field("alias").map_or(name, Node::text);
    Some(Import {
        path: name.to_owned(),
        names: vec![ImportedName {
            name: name.to_owned(),
            local: Some(local.to_owned()),
        }],
        line: node.line(),
        kind: ImportKind::Use,
        type_only: false,
        module: Place::of(node).module_path(),
        test: scan.in_test(node),
    })
}

/// The paths a `use` names, lists resolved.
fn leaves(declaration: Node<'_>, truncated: &mut bool) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    let mut open: Vec<(Node<'_>, String)> = Vec::new();
    open.extend(declaration.field("argument").map(|n| (n, String::new())));
    while let Some((node, prefix)) = open.pop() {
        if prefix.len() > PATH_BYTES_MAX {
            *truncated = true;
            continue;
        }
        match node.kind() {
            "use_list" => {
                let mut children: Vec<Node<'_>> = node.named().collect();
                children.reverse();
                open.extend(children.into_iter().map(|child| (child, prefix.clone())));
            }
            "scoped_use_list" => {
                let path = node.field("path").map_or("", Node::text);
                let prefix = join(&prefix, path);
                open.extend(node.field("list").map(|list| (list, prefix)));
            }
            _ => leaves.push(leaf(node, &prefix)),
        }
    }
    leaves
}

fn leaf(node: Node<'_>, prefix: &str) -> Leaf {
    let line = node.line();
    if node.is("use_wildcard") {
        let path = node.named().next().map_or("", Node::text);
        return Leaf {
            path: join(prefix, path),
            name: everything(),
            line,
        };
    }
    let alias = node.field("alias").map(Node::text);
    let written = match alias {
        Some(_) => node.field("path").map_or("", Node::text),
        None => node.text(),
    };
    let full = join(prefix, written);
    let path = full
        .strip_suffix("::self")
        .map_or(full.clone(), str::to_owned);
    let last = path.rsplit("::").next().unwrap_or(&path).to_owned();
    let local = match alias {
        Some("_") => None,
        Some(alias) => Some(plain_path(alias)),
        None => Some(last.clone()),
    };
    let name = ImportedName { name: last, local };
    Leaf { path, name, line }
}

fn join(prefix: &str, path: &str) -> String {
    let path = plain_path(path);
    match (prefix.is_empty(), path.is_empty()) {
        (true, _) => path,
        (false, true) => prefix.to_owned(),
        (false, false) => format!("{prefix}::{path}"),
    }
}

pub(super) fn everything() -> ImportedName {
    ImportedName {
        name: "*".to_owned(),
        local: None,
    }
}

pub(super) fn same(name: &str) -> ImportedName {
    ImportedName {
        name: name.to_owned(),
        local: Some(name.to_owned()),
    }
}
