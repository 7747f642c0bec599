//! Breaking uses in Go.

use super::super::go::fails;
use super::{Cut, Way, around, inside, of_type};
use crate::language::Language;
use crate::syntax::Node;

pub(super) fn cut(node: Node<'_>, way: Way) -> Option<Cut> {
    if inside(node, &["import_declaration", "package_clause"]).is_some() {
        return Some(Cut::Nothing);
    }
    if node.is_any(&["type_identifier", "package_identifier"]) && !is_made(node) {
        return Some(of_type(Language::Go, node));
    }
    for (inner, outer) in around(node) {
        match outer.kind() {
            "statement_list" => return Some(statement(inner, way)),
            "source_file" if inner.is("var_declaration") => {
                let fails = format!("func init() {{ {}}}; ", fails());
                return Some(Cut::before(inner, &fails));
            }
            "source_file" => return None,
            _ => {}
        }
    }
    None
}

/// Whether a value of a type is made: `T{}`, `new(T)`.
fn is_made(node: Node<'_>) -> bool {
    let mut of = node;
    let kinds = ["qualified_type", "generic_type"];
    while let Some(parent) = of.parent().filter(|it| it.is_any(&kinds)) {
        of = parent;
    }
    let makes = [
        "composite_literal",
        "argument_list",
        "type_conversion_expression",
    ];
    of.parent().is_some_and(|it| it.is_any(&makes))
}

fn statement(statement: Node<'_>, way: Way) -> Cut {
    match (way, is_dropped(statement)) {
        (Way::Out, true) => Cut::both(statement, "if false { ", " }"),
        (Way::Out, false) | (Way::Fails, _) => Cut::before(statement, &fails()),
    }
}

/// Whether a statement is for what it does alone.
fn is_dropped(statement: Node<'_>) -> bool {
    match statement.kind() {
        "expression_statement" => {
            let work = statement.named().next();
            work.is_some_and(|it| it.is("call_expression"))
        }
        "go_statement" | "defer_statement" => true,
        "assignment_statement" => statement.field("left").is_some_and(|left| {
            let places = ["selector_expression", "index_expression"];
            left.named()
                .all(|it| it.text() == "_" || it.is_any(&places))
        }),
        _ => false,
    }
}
