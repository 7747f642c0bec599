//! Errors that are dropped as honest code often drops them: for a value that stands in, with a word in a log that
//! hardly anybody reads, for the next of several. Whether that will do is for whoever knows what was asked.

use crate::parts::{Certainty, Reason};
use crate::script::error_handling::error_reports;
use crate::script::error_handling::errors;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// How much of a clause is looked at, in nodes.
const CLAUSE_NODES_MAX: usize = 2_000;

/// What a comment says where dropping an error is right, whatever else was asked.
const RIGHT: [&str; 20] = [
    "best effort",
    "best-effort",
    "optional",
    "not fatal",
    "non-fatal",
    "not critical",
    "may not exist",
    "does not exist",
    "doesn't exist",
    "not exist",
    "not found",
    "missing",
    "absent",
    "unsupported",
    "not support",
    "not available",
    "unavailable",
    "cleanup",
    "clean up",
    "already",
];

/// A clause, or the function that a promise's `catch` is given, after which nobody knows of the error.
pub(in crate::script) fn find(node: Node<'_>) -> Option<(String, Reason, Certainty)> {
    let (body, parameter) = match node.kind() {
        "catch_clause" => (node.field("body")?, node.field("parameter")),
        "arrow_function" | "function_expression" => {
            errors::caught_later(node)?;
            (
                node.field("body")?,
                shape::parameters(node).first().copied(),
            )
        }
        _ => return None,
    };
    let tried = node.parent().filter(|_| node.is("catch_clause"));
    let meant = errors::asks_whether(node)
        || errors::cleans_up(node)
        || is_tried_for_less(node)
        || tried.is_some_and(|tried| errors::answers_yes_or_no(tried, body));
    if meant || is_right(node) {
        return None;
    }
    (!tells(body, parameter)).then(|| {
        let what = "catch".to_owned();
        (what, Reason::SwallowedError, Certainty::Faint)
    })
}

/// Whether what is tried is only there to be done if it can be.
fn is_tried_for_less(node: Node<'_>) -> bool {
    let tried = node.parent().filter(|p| p.is("try_statement"));
    tried.is_some_and(errors::is_best_effort)
}

/// Whether anything is done with the error, or anything is called that is no whisper.
fn tells(body: Node<'_>, parameter: Option<Node<'_>>) -> bool {
    let names: Vec<&str> = parameter
        .into_iter()
        .flat_map(shape::bound)
        .map(|bound| bound.name.text())
        .collect();
    let mut skip_until = 0;
    let inside = std::iter::once(body).chain(body.descendants());
    for node in inside.take(CLAUSE_NODES_MAX) {
        if node.id() < skip_until {
            continue;
        }
        if node.is("expression_statement") && errors::whispers(node) {
            skip_until = node.id().saturating_add(node.size());
            continue;
        }
        let told = match node.kind() {
            "call_expression" if errors::goes_on(node) => false,
            "throw_statement" | "call_expression" | "new_expression" | "yield_expression"
            | "update_expression" => true,
            "identifier" | "shorthand_property_identifier" => names.contains(&node.text()),
            // A flag that is set says that it failed, and so does what is set under the name of an error.
            "assignment_expression" => {
                let value = node.field("right");
                let flag = value.is_some_and(|it| it.is_any(&["true", "false", "object"]));
                let emptied = value.and_then(values::value);
                let emptied = matches!(emptied, Some(Value::Nothing | Value::Default));
                flag || !emptied && error_reports::is_told(node)
            }
            "pair" => true,
            _ => false,
        };
        if told {
            return true;
        }
    }
    false
}

/// Whether a comment says that the error is none to be told of.
fn is_right(node: Node<'_>) -> bool {
    let inside = node.descendants().take(CLAUSE_NODES_MAX);
    let mut notes = inside.filter(|n| n.is("comment"));
    notes.any(|n| {
        let note = n.text().to_lowercase();
        RIGHT.iter().any(|sign| note.contains(sign))
    })
}
