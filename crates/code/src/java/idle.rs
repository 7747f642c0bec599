//! Branches and loops of Java that are there and do nothing: a choice that is looked at and changes nothing, a loop that
//! turns once at most, a line number that never counts.

use super::shape;
use super::stubs::Finding;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How much of a method, a loop or a condition is searched, in nodes.
const NODES_MAX: usize = 20_000;

/// What does nothing where a statement stands.
pub(super) fn find(node: Node<'_>) -> Option<Finding> {
    match node.kind() {
        "if_statement" => choice(node),
        "for_statement" => turns_once(node),
        "variable_declarator" => place(node),
        _ => None,
    }
}

fn finding(what: String, reason: Reason, certainty: Certainty) -> Finding {
    Finding {
        what,
        reason,
        certainty,
    }
}

/// `if (verbose) {}`: it is looked at, and that is all.
fn choice(node: Node<'_>) -> Option<Finding> {
    const WORKS: [&str; 4] = [
        "method_invocation",
        "assignment_expression",
        "update_expression",
        "object_creation_expression",
    ];
    let condition = node.field("condition")?;
    let block = node.field("consequence").filter(|it| it.is("block"))?;
    let empty = block.named().next().is_none() && !block.children().any(Node::is_extra);
    let alone = node.field("alternative").is_none();
    let mut parts = condition.descendants().take(NODES_MAX);
    (empty && alone && !parts.any(|it| it.is_any(&WORKS))).then(|| {
        let what = format!("if {}", condition.text());
        finding(what, Reason::Idle, Certainty::Certain)
    })
}

/// `for (int i = 0; i < n; i++) { ..; break; }`.
fn turns_once(node: Node<'_>) -> Option<Finding> {
    let counts = node.field("condition").is_some() && node.field("update").is_some();
    let body = node.field("body").filter(|it| it.is("block"))?;
    let last = shape::statements(body).last().copied()?;
    let leaves = last.is("return_statement") || last.text() == "break;";
    let mut inside = body.descendants().take(NODES_MAX);
    let again = inside.any(|it| it.is_any(&["continue_statement", "labeled_statement"]));
    (counts && leaves && !again)
        .then(|| finding("for".to_owned(), Reason::Idle, Certainty::Certain))
}

/// `int line = 1;`, which an error tells and nothing counts, though the method goes through something.
fn place(declarator: Node<'_>) -> Option<Finding> {
    let name = declarator.field("name")?;
    let local = declarator
        .parent()
        .filter(|it| it.is("local_variable_declaration"))?;
    let fixed = declarator
        .field("value")
        .is_some_and(|it| it.is("decimal_integer_literal"));
    if !fixed || !phrases::tells_a_place(name.text()) {
        return None;
    }
    let body = shape::function_around(local)?.field("body")?;
    let loops = ["while_statement", "for_statement", "enhanced_for_statement"];
    let goes_through = body.descendants().any(|it| it.is_any(&loops));
    let uses = body.descendants().take(NODES_MAX);
    let uses = uses.filter(|it| it.is("identifier") && it.text() == name.text());
    let mut told = false;
    for node in uses.filter(|it| it.id() != name.id()) {
        let parent = node.parent()?;
        let set = parent.is_any(&[
            "update_expression",
            "variable_declarator",
            "formal_parameter",
        ]) || (parent.is("assignment_expression") && node.field_name() == "left");
        if set {
            return None;
        }
        told |= node.ancestors().take(10).any(|it| it.is("throw_statement"));
    }
    (told && goes_through).then(|| {
        finding(
            name.text().to_owned(),
            Reason::FixedValue,
            Certainty::Likely,
        )
    })
}
