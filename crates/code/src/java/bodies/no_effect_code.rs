//! What is there in Java and does nothing: a line number that never counts, an order in which all is equal, a field that
//! `equals` passes over.

use crate::java::bodies::inconsistent_pairs;
use crate::java::bodies::stubs::Finding;
use crate::java::shape;
use crate::java::slips;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How much of a method, a loop or a condition is searched, in nodes.
const NODES_MAX: usize = 20_000;

/// What does nothing where a statement stands.
pub(in crate::java) fn find(node: Node<'_>) -> Option<Finding> {
    match node.kind() {
        "method_declaration" => inconsistent_pairs::differ(node),
        "variable_declarator" => place(node).or_else(|| slips::orders_nothing(node)),
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
