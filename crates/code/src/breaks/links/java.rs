//! Breaking uses in Java.

use super::super::java::fails;
use super::{Cut, Edit, Way, around, inside, of_type};
use crate::language::Language;
use crate::syntax::Node;

/// What may have one statement in place of a block.
const BARE: [&str; 5] = [
    "if_statement",
    "while_statement",
    "for_statement",
    "enhanced_for_statement",
    "do_statement",
];

pub(super) fn cut(node: Node<'_>, way: Way) -> Option<Cut> {
    if inside(node, &["import_declaration", "package_declaration"]).is_some() {
        return Some(Cut::Nothing);
    }
    if let Some(mark) = inside(node, &["annotation", "marker_annotation"]) {
        return (way == Way::Out).then(|| Cut::Runs(vec![Edit::without(mark)]));
    }
    let heirs = ["superclass", "super_interfaces", "extends_interfaces"];
    if inside(node, &heirs)
        .is_some_and(|it| inside(node, &["block"]).is_none_or(|b| b.id() < it.id()))
    {
        return None;
    }
    if node.is("type_identifier") && !is_made(node) {
        return Some(of_type(Language::Java, node));
    }
    for (inner, outer) in around(node) {
        let place = inner.field_name();
        match outer.kind() {
            "block" | "constructor_body" => return statement(inner, false, way),
            "switch_block_statement_group" if !inner.is("switch_label") => {
                return statement(inner, false, way);
            }
            kind if BARE.contains(&kind) && is_bare(place) && !inner.is("block") => {
                return statement(inner, true, way);
            }
            "class_body" | "enum_body_declarations" => return field(inner),
            _ => {}
        }
    }
    None
}

fn is_bare(place: &str) -> bool {
    matches!(place, "consequence" | "alternative" | "body")
}

/// Whether a value of a type is made, or the type itself is handed on.
fn is_made(node: Node<'_>) -> bool {
    let mut of = node;
    let kinds = ["scoped_type_identifier", "generic_type"];
    while let Some(parent) = of.parent().filter(|it| it.is_any(&kinds)) {
        of = parent;
    }
    let makes = [
        "object_creation_expression",
        "array_creation_expression",
        "method_reference",
        "class_literal",
    ];
    of.parent().is_some_and(|it| it.is_any(&makes))
}

/// `bare`: it stands where one statement alone may.
fn statement(statement: Node<'_>, bare: bool, way: Way) -> Option<Cut> {
    if statement.is("explicit_constructor_invocation")
        || statement.kind().ends_with("_declaration") && !statement.is("local_variable_declaration")
    {
        return None;
    }
    Some(match (way, is_dropped(statement)) {
        // Braces around it all keep an `else` where it belongs.
        (Way::Out, true) => Cut::both(statement, "{ if (false) { ", " } }"),
        (Way::Out, false) | (Way::Fails, _) if bare => {
            Cut::both(statement, &format!("{{ {}", fails()), " }")
        }
        (Way::Out, false) | (Way::Fails, _) => Cut::before(statement, &fails()),
    })
}

/// What a field begins with: its class fails when it is made, or loaded.
fn field(inner: Node<'_>) -> Option<Cut> {
    let modifiers = inner.child("modifiers").map_or("", Node::text);
    let fixed = modifiers.split_whitespace().any(|it| it == "static");
    let when = if fixed { "static " } else { "" };
    let fails = format!("{when}{{ {}}} ", fails());
    inner
        .is("field_declaration")
        .then(|| Cut::before(inner, &fails))
}

/// Whether a statement is for what it does alone.
fn is_dropped(statement: Node<'_>) -> bool {
    let work = statement
        .named()
        .next()
        .filter(|_| statement.is("expression_statement"));
    work.is_some_and(|work| match work.kind() {
        "method_invocation" | "object_creation_expression" => true,
        "assignment_expression" => work
            .field("left")
            .is_some_and(|it| it.is_any(&["field_access", "array_access"])),
        _ => false,
    })
}
