//! Breaking uses in Rust.

use super::super::rust::fails;
use super::{Cut, Way, around, inside, of_type};
use crate::language::Language;
use crate::syntax::Node;

const PATHS: [&str; 5] = [
    "scoped_identifier",
    "scoped_type_identifier",
    "generic_type",
    "generic_type_with_turbofish",
    "generic_function",
];

/// Calls, of which nothing need be done with the result.
const CALLS: [&str; 4] = [
    "call_expression",
    "macro_invocation",
    "await_expression",
    "try_expression",
];

pub(super) fn cut(node: Node<'_>, way: Way) -> Option<Cut> {
    let named = node.field_name() == "name" && node.parent().is_some_and(|it| it.is("mod_item"));
    let brings = [
        "use_declaration",
        "extern_crate_declaration",
        "visibility_modifier",
    ];
    if named || inside(node, &brings).is_some() {
        return Some(Cut::Nothing);
    }
    if inside(node, &["attribute_item", "macro_definition"]).is_some() {
        return None;
    }
    let path = path(node);
    let typed = path.is_any(&["type_identifier", "scoped_type_identifier", "generic_type"]);
    if typed && !path.parent().is_some_and(|it| it.is("struct_expression")) {
        return Some(of_type(Language::Rust, node));
    }
    for (inner, outer) in around(node) {
        let value = match outer.kind() {
            "block" => return statement(inner, outer, way),
            "match_arm" => inner.field_name() == "value",
            "closure_expression" => inner.field_name() == "body",
            _ => false,
        };
        if value {
            return Some(Cut::both(inner, &format!("{{ {}", fails()), " }"));
        }
    }
    None
}

/// The path that begins with a name.
fn path(node: Node<'_>) -> Node<'_> {
    let mut path = node;
    while let Some(parent) = path.parent().filter(|it| it.is_any(&PATHS)) {
        path = parent;
    }
    path
}

fn statement(inner: Node<'_>, block: Node<'_>, way: Way) -> Option<Cut> {
    let item = inner.kind().ends_with("_item") || inner.is("macro_definition");
    let marked = block
        .named()
        .take_while(|it| it.id() < inner.id())
        .last()
        .is_some_and(|it| it.is("attribute_item"));
    if item || marked {
        return None;
    }
    Some(match (way, is_dropped(inner, block)) {
        (Way::Out, true) => Cut::both(inner, "if false { ", " }"),
        (Way::Out, false) | (Way::Fails, _) => Cut::before(inner, &fails()),
    })
}

/// Whether a statement is for what it does alone.
fn is_dropped(statement: Node<'_>, block: Node<'_>) -> bool {
    match statement.kind() {
        "expression_statement" => {
            let work = statement.named().next();
            work.is_some_and(|it| it.is_any(&CALLS)) && statement.text().ends_with(';')
        }
        "let_declaration" => statement
            .field("pattern")
            .is_some_and(|it| it.text() == "_"),
        kind => {
            let function = block.parent().filter(|it| it.is("function_item"));
            CALLS.contains(&kind) && function.is_some_and(|it| it.field("return_type").is_none())
        }
    }
}
