//! Assertions that say nothing about the code they stand in a test of.

use super::shape;
use super::stubs::Finding;
use super::values;
use crate::constant::{self, Flags};
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// Assertions that hold whatever the code does.
pub(super) fn constant(call: Node<'_>) -> Option<Finding> {
    let method = shape::method(call);
    let given: Vec<Node<'_>> = shape::arguments(call).take(4).map(shape::bare).collect();
    let sure = match method {
        "assertTrue" | "assertFalse" | "isTrue" | "isFalse" if is_of_assert(call) => {
            let wanted = matches!(method, "assertTrue" | "isTrue");
            let settled = condition(&given).and_then(always);
            (settled == Some(wanted)).then_some(true)
        }
        "assertNull" => condition(&given)
            .filter(|it| it.is("null_literal"))
            .map(|_| true),
        "assertNotNull" => {
            let literal = |it: &&Node<'_>| values::value(**it).is_some() && !it.is("null_literal");
            match given.as_slice() {
                [single] => Some(single).filter(literal).map(|_| true),
                _ => None,
            }
        }
        "assertEquals" | "assertSame" | "assertArrayEquals" | "assertIterableEquals" => {
            same(call, pair(&given)?)
        }
        "assertNotEquals" | "assertNotSame" => {
            let (a, b) = pair(&given)?;
            (is_literal(a) && is_literal(b)).then_some(true)
        }
        "assertThat" | "that" | "then" => fluent(call, &given),
        _ => None,
    }?;
    let in_catch = call.ancestors().take(8).any(|n| n.is("catch_clause"));
    Some(Finding {
        what: "assertion".to_owned(),
        reason: Reason::ConstantAssertion,
        certainty: match sure && !in_catch {
            true => Certainty::Certain,
            false => Certainty::Likely,
        },
    })
}

/// `assert true;`
pub(super) fn statement(node: Node<'_>) -> Option<Finding> {
    let settled = node.named().next().and_then(always);
    (settled == Some(true)).then(|| Finding {
        what: "assertion".to_owned(),
        reason: Reason::ConstantAssertion,
        certainty: Certainty::Certain,
    })
}

/// `isTrue` is also a method of many things that are no assertions.
fn is_of_assert(call: Node<'_>) -> bool {
    let object = call.field("object").map(shape::last_name);
    shape::method(call).starts_with("assert") || object.is_some_and(|it| it == "Assert")
}

/// What is asserted about, a message before or after it left out.
fn condition<'t>(given: &[Node<'t>]) -> Option<Node<'t>> {
    match given {
        [single] => Some(*single),
        [first, second] if first.is("string_literal") => Some(*second),
        [first, _] => Some(*first),
        _ => None,
    }
}

/// The two sides of a comparison, a message before them left out.
fn pair<'t>(given: &[Node<'t>]) -> Option<(Node<'t>, Node<'t>)> {
    match given {
        [first, a, b] if first.is("string_literal") && is_literal(*a) == is_literal(*b) => {
            Some((*a, *b))
        }
        [a, b] | [a, b, _] => Some((*a, *b)),
        _ => None,
    }
}

/// Whether a condition is settled by the text alone.
fn always(condition: Node<'_>) -> Option<bool> {
    if let Some(settled) = constant::condition(condition, &Flags::new()) {
        return Some(settled.value);
    }
    let condition = shape::bare(condition);
    let (a, b) = (condition.field("left")?, condition.field("right")?);
    let same = a.text() == b.text();
    match condition.field("operator")?.text() {
        "==" if is_literal(a) && is_literal(b) => Some(same),
        "!=" if is_literal(a) && is_literal(b) => Some(!same),
        _ => None,
    }
}

fn is_literal(node: Node<'_>) -> bool {
    let node = shape::bare(node);
    let plain = node.kind().ends_with("_literal") || node.is_any(&["true", "false"]);
    plain || (node.is("unary_expression") && node.field("operand").is_some_and(is_plain))
}

fn is_plain(node: Node<'_>) -> bool {
    node.kind().ends_with("_literal")
}

/// Whether two sides are the same by their text, and how sure it is that this means nothing.
fn same(call: Node<'_>, (a, b): (Node<'_>, Node<'_>)) -> Option<bool> {
    if a.text() != b.text() {
        return None;
    }
    if is_literal(a) && is_literal(b) {
        return Some(true);
    }
    // Where equality itself is the subject, a thing is compared with itself for good reason.
    let test = shape::function_around(call).and_then(|it| it.field("name"));
    let words = test.map_or_else(Vec::new, |name| phrases::name_words(name.text()));
    let about = [
        "equals",
        "equal",
        "equality",
        "hash",
        "reflexive",
        "same",
        "self",
        "identity",
    ];
    let meant = words.iter().any(|word| about.contains(&word.as_str()));
    a.is("identifier").then_some(!meant)
}

/// `assertThat(true).isTrue()`, `assertThat(1, is(1))`.
fn fluent(call: Node<'_>, given: &[Node<'_>]) -> Option<bool> {
    let (subject, rest) = given.split_first()?;
    let wanted: Vec<Node<'_>> = match rest {
        [] => {
            let mut links = call
                .ancestors()
                .take_while(|n| n.is_any(&["method_invocation"]));
            let first = links.next()?;
            shape::arguments(first).take(4).collect()
        }
        [matcher] => shape::arguments(*matcher).take(4).collect(),
        _ => return None,
    };
    if is_literal(*subject) {
        return wanted.iter().all(|it| is_literal(*it)).then_some(true);
    }
    match wanted.as_slice() {
        [single] if rest.is_empty() => {
            let verb = shape::method(call.parent()?);
            let equal = matches!(verb, "isEqualTo" | "isSameAs");
            equal.then(|| same(call, (*subject, *single))).flatten()
        }
        _ => None,
    }
}
