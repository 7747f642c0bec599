//! The outside of a body: which of its statements could hold work, and which only silence a warning or write to a log.

use crate::rust::values;
use crate::syntax::Node;

/// How many blocks around a single expression are unwrapped.
const UNWRAP_MAX: usize = 8;

const LOGGING: [&str; 16] = [
    "println",
    "print",
    "eprintln",
    "eprint",
    "dbg",
    "log",
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "event",
    "info_span",
    "debug_span",
    "span",
    "instrument",
];

/// The statements of a block that could hold work, blocks around a single expression taken off.
pub(in crate::rust) fn statements(block: Node<'_>) -> Vec<Node<'_>> {
    let mut block = block;
    for _ in 0..UNWRAP_MAX {
        let found: Vec<Node<'_>> = block.named().filter(|n| !is_nothing(*n)).collect();
        match found.as_slice() {
            [single] => match inner_block(*single) {
                Some(inner) => block = inner,
                None => return found,
            },
            [] | [_, ..] => return found,
        }
    }
    block.named().collect()
}

/// The block of `{ .. }`, `unsafe { .. }`, `async { .. }` and `Box::pin(async { .. })`.
pub(in crate::rust) fn inner_block(statement: Node<'_>) -> Option<Node<'_>> {
    let expression = values::unwrap(statement);
    match expression.kind() {
        "block" => Some(expression),
        "unsafe_block" | "async_block" => expression.child("block"),
        "call_expression" => {
            let function = expression.field("function")?;
            let argument = expression.field("arguments")?.named().next()?;
            let pins = function.text() == "Box::pin" && argument.is("async_block");
            pins.then(|| argument.child("block")).flatten()
        }
        _ => None,
    }
}

/// Items, and statements that only silence a warning: `let _ = x;`, `_ = x;`, `drop(x);`.
fn is_nothing(statement: Node<'_>) -> bool {
    let kind = statement.kind();
    let item = kind.ends_with("_item") || kind == "use_declaration" || kind == "macro_definition";
    if item || kind == "empty_statement" || kind == "label" {
        return true;
    }
    let name_or_tuple = |node: Option<Node<'_>>| {
        node.is_some_and(|n| n.is_any(&["identifier", "tuple_expression", "reference_expression"]))
    };
    let expression = values::unwrap(statement);
    match expression.kind() {
        "let_declaration" => {
            expression.field("pattern").is_some_and(|p| p.text() == "_")
                && name_or_tuple(expression.field("value"))
        }
        "assignment_expression" => {
            expression.field("left").is_some_and(|l| l.text() == "_")
                && name_or_tuple(expression.field("right"))
        }
        "call_expression" => {
            expression
                .field("function")
                .is_some_and(|f| f.text() == "drop")
                && name_or_tuple(expression.field("arguments").and_then(|a| a.named().next()))
        }
        _ => false,
    }
}

/// Whether a statement only writes to a log or to the console.
pub(in crate::rust) fn is_logging(statement: Node<'_>) -> bool {
    let expression = values::unwrap(statement);
    expression.is("macro_invocation")
        && expression.field("macro").is_some_and(|name| {
            let name = name.text();
            LOGGING.contains(&name.rsplit("::").next().unwrap_or(name))
        })
}
