//! A value that one call is handed and the very same call beside it is not: `run(line, p.Dir, p.Timeout)`, and further down
//! `run(line, p.Dir, 0)`. Whether it should be is for the plan to say.

use std::collections::BTreeMap;

use crate::go::bodies::stubs::Finding;
use crate::go::shape::{Call, Head};
use crate::parts::{Certainty, Reason};
use crate::syntax::Node;

/// A function of more nodes than this is not looked at.
const FUNCTION_NODES_MAX: u32 = 20_000;
/// Calls of one function that are compared.
const CALLS_MAX: usize = 30;
/// Arguments of the shortest call that is known to be the same but for one.
const ARITY_MIN: usize = 2;

/// Calls that are handed nothing where their like is handed a field.
pub(in crate::go) fn find(function: Node<'_>) -> Vec<Finding<'_>> {
    let body = function
        .field("body")
        .filter(|it| it.size() <= FUNCTION_NODES_MAX);
    let own = Head::of(function).receiver.and_then(|it| it.name);
    let (Some(body), Some(own)) = (body, own) else {
        return Vec::new();
    };
    let mut calls: BTreeMap<&str, Vec<(Node<'_>, Vec<Node<'_>>)>> = BTreeMap::new();
    for node in body.descendants().filter(|it| it.is("call_expression")) {
        let Some(call) = Call::of(node) else { continue };
        let given: Vec<Node<'_>> = call.arguments().take(CALLS_MAX).collect();
        let alike = calls.entry(call.path()).or_default();
        if given.len() >= ARITY_MIN && alike.len() < CALLS_MAX {
            alike.push((node, given));
        }
    }
    let mut found = Vec::new();
    for (name, alike) in &calls {
        for (node, given) in alike {
            let field = alike.iter().find_map(|it| left_out(given, &it.1, own));
            if let Some(field) = field {
                let what = format!("{name}(.. {field})");
                let reason = Reason::ParameterIgnored;
                found.push(Finding::new(*node, what, reason, Certainty::Faint));
            }
        }
    }
    found
}

/// The field that one call is handed and the other, the same but for that, is not.
fn left_out<'t>(given: &[Node<'t>], other: &[Node<'t>], own: &str) -> Option<&'t str> {
    if given.len() != other.len() {
        return None;
    }
    let mut differ = given
        .iter()
        .zip(other)
        .filter(|(one, two)| one.text() != two.text());
    let (one, two) = differ.next().filter(|_| differ.next().is_none())?;
    let nothing = matches!(one.text(), "0" | "nil" | "\"\"" | "false");
    let of = two.field("operand").filter(|it| it.text() == own)?;
    let field = two.field("field").filter(|_| of.is("identifier"))?;
    nothing.then(|| field.text())
}
