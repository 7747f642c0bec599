//! Breaking uses in TypeScript and JavaScript.

use super::super::MESSAGE;
use super::super::script::FUNCTIONS;
use super::{Cut, Edit, Way, around, inside, of_type};
use crate::language::Language;
use crate::syntax::Node;

pub(super) fn cut(language: Language, node: Node<'_>, way: Way) -> Option<Cut> {
    let parent = node.parent()?;
    let named = parent.is("variable_declarator") && node.field_name() == "name";
    if named || parent.is("jsx_closing_element") || inside(node, &["import_statement"]).is_some() {
        return Some(Cut::Nothing);
    }
    if node.is("type_identifier") || parent.is("nested_type_identifier") {
        return Some(of_type(language, node));
    }
    if inside(node, &["type_query", "type_arguments"]).is_some() {
        return Some(Cut::Nothing);
    }
    // It is only handed on: whoever asks for it gets it from elsewhere.
    if parent.is_any(&["export_specifier", "export_statement", "export_clause"]) {
        return None;
    }
    if let Some(element) = element(node) {
        return Some(shown(element, way));
    }
    for (_, outer) in around(node) {
        if outer.is("decorator") {
            return (way == Way::Out).then(|| Cut::Runs(vec![Edit::without(outer)]));
        }
        if outer.is("expression_statement") {
            return statement(node, outer, way);
        }
        if outer.is_any(&FUNCTIONS) || outer.is_any(&["statement_block", "class_body"]) {
            break;
        }
    }
    Some(fails(node))
}

/// A statement that is nothing but an expression.
fn statement(node: Node<'_>, statement: Node<'_>, way: Way) -> Option<Cut> {
    let work = statement.named().next()?;
    let dropped = match work.kind() {
        "call_expression" | "await_expression" | "new_expression" | "binary_expression" => true,
        "unary_expression" => work.text().starts_with("void"),
        "assignment_expression" => {
            let left = work.field("left")?;
            let text = left.text();
            if text.starts_with("module.exports") || text.starts_with("exports.") {
                return None;
            }
            left.is_any(&["member_expression", "subscript_expression"])
        }
        _ => false,
    };
    Some(match (way, dropped) {
        // Braces around it all keep an `else` where it belongs.
        (Way::Out, true) => Cut::both(statement, "{ if (false) { ", " } }"),
        (Way::Out, false) | (Way::Fails, _) => fails(node),
    })
}

/// The element whose tag a name is.
fn element(node: Node<'_>) -> Option<Node<'_>> {
    let members = ["member_expression", "nested_identifier"];
    let mut tag = node;
    while let Some(parent) = tag.parent().filter(|it| it.is_any(&members)) {
        tag = parent;
    }
    let parent = tag.parent().filter(|_| tag.field_name() == "name")?;
    match parent.kind() {
        "jsx_self_closing_element" => Some(parent),
        "jsx_opening_element" => parent.parent(),
        _ => None,
    }
}

fn shown(element: Node<'_>, way: Way) -> Cut {
    let child = element
        .parent()
        .is_some_and(|it| it.is_any(&["jsx_element", "jsx_fragment"]));
    let (open, close) = match child {
        true => ("{", "}"),
        false => ("(", ")"),
    };
    match way {
        Way::Out => Cut::both(
            element,
            &format!("{open}false ? "),
            &format!(" : null{close}"),
        ),
        Way::Fails => Cut::both(element, &format!("{open}{}, ", thrown()), close),
    }
}

/// It throws where it is passed through, and has the type that it had.
fn fails(node: Node<'_>) -> Cut {
    let thrown = thrown();
    match node.is("shorthand_property_identifier") {
        true => Cut::Runs(vec![Edit::before(
            node.end(),
            &format!(": ({thrown}, {})", node.text()),
        )]),
        false => Cut::both(node, &format!("({thrown}, "), ")"),
    }
}

fn thrown() -> String {
    format!("(() => {{ throw new Error(\"{MESSAGE}\"); }})()")
}
