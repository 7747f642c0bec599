//! Functions that do nothing but to call another one with all that they were given.

use super::Habit;
use super::head::Head;
use crate::syntax::Node;

/// Layers around a call that are taken off.
const LAYERS_MAX: usize = 6;

/// The function that one of that name only calls.
pub(super) fn passes(name: &str, head: &Head<'_>) -> Option<Habit> {
    let all = head.statements();
    let [only] = all.as_slice() else { return None };
    let call = bare(*only);
    if head.opaque || !call.is_any(&["call_expression", "call", "method_invocation"]) {
        return None;
    }
    let given = call.field("arguments")?;
    let given = given.named().map(|it| bare(it).text());
    if !given.eq(head.parameters.iter().copied()) {
        return None;
    }
    let (owner, called) = callee(call)?;
    let above = matches!(owner, Some("super" | "super()"));
    let own = owner.is_none() || owner == head.receiver || owner == Some("Self");
    match (above, called == name) {
        (true, true) => Some(Habit::PassesUp),
        (false, false) if own => Some(Habit::PassesOn(called.to_owned())),
        (true, false) | (false, true | false) => None,
    }
}

/// What a call is made on, and the name of what it calls.
fn callee(call: Node<'_>) -> Option<(Option<&str>, &str)> {
    if call.is("method_invocation") {
        let owner = call.field("object").map(Node::text);
        return Some((owner, call.field("name")?.text()));
    }
    let function = call.field("function")?;
    match function.kind() {
        "identifier" => Some((None, function.text())),
        "member_expression"
        | "attribute"
        | "field_expression"
        | "selector_expression"
        | "scoped_identifier" => {
            let owner = function.named().next()?;
            let called = function.named().last()?;
            Some((Some(owner.text()), called.text()))
        }
        _ => None,
    }
}

/// An expression without what stands around it: `return`, `await`, `&`, parentheses.
fn bare(node: Node<'_>) -> Node<'_> {
    const AROUND: [&str; 8] = [
        "return_statement",
        "return_expression",
        "expression_statement",
        "expression_list",
        "await_expression",
        "await",
        "parenthesized_expression",
        "reference_expression",
    ];
    let mut at = node;
    for _ in 0..LAYERS_MAX {
        let inner = at.named().last().filter(|_| at.is_any(&AROUND));
        match inner {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at
}
