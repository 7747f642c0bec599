//! Assertions that hold whatever the code does.

use super::shape;
use crate::syntax::Node;

/// Whether an assertion holds whatever the code does, and if so, whether that is certain.
pub(super) fn holds(node: Node<'_>) -> Option<bool> {
    if node.is("assert_statement") {
        return truth(node.named().next()?);
    }
    let name = shape::called(node);
    if !name.starts_with("assert") {
        return None;
    }
    let mut given = shape::arguments(node);
    let (first, second) = (given.next()?, given.next());
    match name {
        "assertTrue" | "assert_" => truth(first),
        "assertFalse" => is_literal(first)
            .then(|| !is_true(first))
            .filter(|holds| *holds),
        "assertIsNone" => first.is("none").then_some(true),
        "assertIsNotNone" => (is_literal(first) && !first.is("none")).then_some(true),
        "assertEqual" | "assertEquals" | "assertIs" | "assertAlmostEqual" | "assertListEqual"
        | "assertDictEqual" => same(first, second?),
        _ => None,
    }
}

/// Whether a condition always holds.
fn truth(condition: Node<'_>) -> Option<bool> {
    let condition = match condition.is("tuple") {
        true => condition,
        false => shape::bare(condition),
    };
    match condition.kind() {
        "true" | "integer" | "float" | "string" if is_true(condition) => Some(true),
        // `assert (a, "message")`: a tuple with something in it.
        "tuple" => condition.named().next().map(|_| true),
        "not_operator" => {
            let inner = condition.field("argument")?;
            (is_literal(inner) && !is_true(inner)).then_some(true)
        }
        "boolean_operator" => {
            let either = condition
                .field("operator")
                .is_some_and(|o| o.text() == "or");
            let sides = [condition.field("left")?, condition.field("right")?];
            let settled = sides.iter().any(|side| is_literal(*side) && is_true(*side));
            (either && settled).then_some(true)
        }
        "comparison_operator" => {
            let mut parts = condition.named();
            let (left, right, more) = (parts.next()?, parts.next()?, parts.next());
            let operator = condition
                .children()
                .find(|n| n.field_name() == "operators")?
                .text();
            let equal = matches!(operator, "==" | "is" | "<=" | ">=") && more.is_none();
            equal.then(|| same(left, right)).flatten()
        }
        _ => None,
    }
}

/// Whether two sides of a comparison are one: literals for certain, one name twice only likely, for a test may ask
/// whether a thing equals itself.
fn same(left: Node<'_>, right: Node<'_>) -> Option<bool> {
    if left.text() != right.text() {
        return None;
    }
    if is_literal(left) {
        return Some(true);
    }
    left.is_any(&["identifier", "attribute"]).then_some(false)
}

fn is_literal(node: Node<'_>) -> bool {
    match node.kind() {
        "true" | "false" | "none" | "integer" | "float" => true,
        "string" => !shape::has_holes(node),
        _ => false,
    }
}

fn is_true(literal: Node<'_>) -> bool {
    match literal.kind() {
        "true" => true,
        "integer" | "float" => literal.text().contains(|c: char| matches!(c, '1'..='9')),
        "string" => shape::string(literal).is_none_or(|text| !text.is_empty()),
        _ => false,
    }
}
