//! Statements that do no work.

use crate::phrases;
use crate::script::shape;
use crate::syntax::Node;

/// Whether a block holds no statement, and a comment that the work is still to come.
pub(in crate::script) fn says_to_come(body: Node<'_>) -> bool {
    let mut notes = body.children().filter(|n| n.is("comment"));
    body.named().next().is_none() && notes.any(|n| phrases::not_implemented(n.text()))
}

/// The statements of a block that could hold work.
pub(in crate::script) fn statements(block: Node<'_>) -> Vec<Node<'_>> {
    let work = block.named().filter(|n| {
        let directive =
            n.is("expression_statement") && n.named().next().is_some_and(|e| e.is("string"));
        let discard = n.is("expression_statement") && is_discard(shape::expression(*n));
        let declares = n.kind().starts_with("function_")
            || n.is_any(&[
                "empty_statement",
                "interface_declaration",
                "type_alias_declaration",
            ]);
        !directive && !discard && !declares
    });
    work.collect()
}

/// `void x;`, which only silences a warning.
pub(in crate::script) fn is_discard(expression: Node<'_>) -> bool {
    expression.is("unary_expression")
        && expression
            .children()
            .next()
            .is_some_and(|c| c.text() == "void")
        && expression
            .named()
            .next()
            .is_some_and(|n| n.is("identifier"))
}

pub(in crate::script) fn logs(expression: Node<'_>) -> bool {
    let callee = expression
        .field("function")
        .filter(|_| expression.is("call_expression"));
    callee.is_some_and(|callee| {
        let first = shape::first_name(callee);
        let method = callee.field("property").map_or("", Node::text);
        let log = ["console", "logger", "log"].contains(&first);
        let levels = ["log", "info", "debug", "warn", "error", "trace", "table"];
        (log && levels.contains(&method)) || callee.text() == "alert"
    })
}

pub(in crate::script) fn prevents(expression: Node<'_>) -> bool {
    let callee = expression
        .field("function")
        .filter(|_| expression.is("call_expression"));
    callee.is_some_and(|callee| {
        let stopping = [
            "preventDefault",
            "stopPropagation",
            "stopImmediatePropagation",
        ];
        stopping.contains(&shape::last_name(callee))
    })
}

pub(in crate::script) fn stops(expression: Node<'_>) -> bool {
    let callee = expression.field("function");
    callee.is_some_and(|callee| shape::last_name(callee) != "preventDefault")
}
