//! Whether a function is handed on at a place where its name stands, so that somebody else says what it is given.

use crate::phrases;
use crate::syntax::Node;

/// Whether a name is handed on or kept at its place, and not called, exported or bound.
pub(in crate::script) fn is_handed(place: Node<'_>) -> bool {
    let Some(parent) = place.parent() else {
        return false;
    };
    let field = place.field_name();
    match parent.kind() {
        "arguments" | "array" | "pair" | "object" | "return_statement" | "ternary_expression"
        | "spread_element" | "jsx_expression" => field != "key",
        "assignment_expression" | "variable_declarator" | "assignment_pattern" => {
            matches!(field, "right" | "value") && !is_exports(parent)
        }
        "binary_expression" => {
            let operator = parent.field("operator").map_or("", Node::text);
            matches!(operator, "||" | "??" | "&&")
        }
        "arrow_function" => field == "body",
        _ => false,
    }
}

/// `ParseError.prototype.constructor = ParseError;`
pub(in crate::script) fn is_own_constructor(place: Node<'_>) -> bool {
    let parent = place.parent().filter(|_| place.field_name() == "right");
    let left = parent.and_then(|it| it.field("left"));
    let owner = left.and_then(|it| it.text().strip_suffix(".prototype.constructor"));
    owner == Some(place.text())
}

/// Whether something is put among the exports of the module.
fn is_exports(assignment: Node<'_>) -> bool {
    let left = assignment.field("left").map_or("", Node::text);
    left.starts_with("module.exports") || left.starts_with("exports")
}

/// Whether a name is one of a function that others call with what they have.
pub(in crate::script) fn answers_a_call(name: &str) -> bool {
    const FIRST: [&str; 5] = ["on", "handle", "before", "after", "render"];
    const WORDS: [&str; 14] = [
        "callback",
        "handler",
        "hook",
        "listener",
        "middleware",
        "reducer",
        "selector",
        "noop",
        "plugin",
        "default",
        "fallback",
        "mock",
        "stub",
        "polyfill",
    ];
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    FIRST.contains(&first) && words.len() > 1
        || words.iter().any(|word| WORDS.contains(&word.as_str()))
}
