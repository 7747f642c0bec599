//! Files that macros bring in: `include!("x.rs")`, `include_str!`, and `mod x;` inside a macro that wraps items, such
//! as `cfg_if!`. What a macro makes of its words can't be known; that it passes items on is what such calls are for.

use std::collections::BTreeSet;

use super::items::Place;
use crate::parts::{Import, ImportKind, ImportedName};
use crate::rust::imports::{everything, plain_path, same};
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// Macros of this file that declare modules by names they are given: `mod $name;`.
pub(super) fn declaring<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let macros = scan.live_of(&["macro_definition"]);
    let declares = |node: &Node<'t>| {
        let tokens = || node.descendants().filter(|token| token.is_leaf());
        let after = tokens().skip(1);
        tokens()
            .zip(after)
            .any(|(one, next)| one.text() == "mod" && next.is("metavariable"))
    };
    let named = macros.filter(declares);
    named
        .filter_map(|node| node.field("name"))
        .map(Node::text)
        .collect()
}

/// Most names of one call that are taken for modules.
const GIVEN_MAX: usize = 10_000;

/// Finds what one call of a macro brings in.
pub(super) fn find(
    call: Node<'_>,
    scan: &Scan<'_>,
    declaring: &BTreeSet<&str>,
    found: &mut Vec<Import>,
) {
    let Some(name) = call.field("macro").map(Node::text) else {
        return;
    };
    match name.rsplit("::").next().unwrap_or(name) {
        "include" => found.extend(included(call, scan, vec![everything()])),
        "include_str" | "include_bytes" => found.extend(included(call, scan, Vec::new())),
        name if declaring.contains(name) => given(call, scan, found),
        _ if is_item(call) => wrapped(call, scan, found),
        _ => {}
    }
}

/// Whether a macro is called where items stand.
pub(super) fn is_item(call: Node<'_>) -> bool {
    let mut around = call
        .ancestors()
        .skip_while(|n| n.is("expression_statement"));
    let places = ["source_file", "declaration_list"];
    around.next().is_some_and(|p| p.is_any(&places))
}

/// The path is the text of a literal, else the argument as it is written.
fn included(call: Node<'_>, scan: &Scan<'_>, names: Vec<ImportedName>) -> Option<Import> {
    let tokens = call.child("token_tree")?;
    let mut arguments = tokens.named();
    let path = match (arguments.next(), arguments.next()) {
        (Some(only), None) if only.is("string_literal") => scan::unquoted(only.text()).to_owned(),
        _ => {
            let text = tokens.text();
            let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
            inner.chars().filter(|c| !c.is_whitespace()).collect()
        }
    };
    Some(import(call, scan, path, names, ImportKind::SideEffect))
}

/// Names that a macro may make modules of. Not all of them need be: each is a path, of which nothing is asked.
fn given(call: Node<'_>, scan: &Scan<'_>, found: &mut Vec<Import>) {
    let names = call.child("token_tree").into_iter();
    let names = names.flat_map(Node::descendants).filter(|token| {
        token.is("identifier") && token.text().starts_with(|c: char| c.is_lowercase())
    });
    found.extend(names.take(GIVEN_MAX).map(|name| {
        let path = format!("self::{}", plain_path(name.text()));
        import(name, scan, path, Vec::new(), ImportKind::Path)
    }));
}

/// `mod x;` among the words of a macro's call, with the `#[path]` before it.
fn wrapped(call: Node<'_>, scan: &Scan<'_>, found: &mut Vec<Import>) {
    let mut recent: [Option<Node<'_>>; 3] = [None; 3];
    let mut at: Option<&str> = None;
    let inner = call.descendants().filter(|node| !node.is_extra());
    for token in inner {
        if token.is("token_tree") && token.text().starts_with('[') {
            at = path_attribute(token).or(at);
        } else if token.is_leaf() {
            let [_, before, last] = recent;
            recent = [before, last, Some(token)];
            let [keyword, name, end] = recent.map(|it| it.map_or("", Node::text));
            let named = last.is_some_and(|word| word.is("identifier"));
            if end == ";" && keyword == "mod" && named {
                let name = plain_path(name);
                let names = vec![same(&name)];
                found.push(match at.take() {
                    Some(path) => import(token, scan, path.to_owned(), names, ImportKind::ModAt),
                    None => import(token, scan, name, names, ImportKind::Mod),
                });
            } else if matches!(end, ";" | "}") {
                at = None;
            }
        }
    }
}

/// The file of `[path = "x.rs"]`.
fn path_attribute(tokens: Node<'_>) -> Option<&str> {
    let mut inner = tokens.named();
    let is_path = inner.next().is_some_and(|word| word.text() == "path");
    let text = inner.next().filter(|text| text.is("string_literal"))?;
    is_path.then(|| scan::unquoted(text.text()))
}

fn import(
    at: Node<'_>,
    scan: &Scan<'_>,
    path: String,
    names: Vec<ImportedName>,
    kind: ImportKind,
) -> Import {
    Import {
        path,
        names,
        line: at.line(),
        kind,
        type_only: false,
        module: Place::of(at).module_path(),
        test: scan.in_test(at),
    }
}
