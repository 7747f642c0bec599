//! Go functions that stand still where something should move: a share of something that is all or nothing, a panic that is
//! caught and gone.

use crate::go::bodies::stubs::Finding;
use crate::go::error_handling::error_reports;
use crate::go::error_handling::errors::FUNCTIONS;
use crate::go::items::File;
use crate::go::shape::{self, Call, Head};
use crate::go::values::{self, Locals};
use crate::go::words;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// A body of more nodes is not looked at.
const BODY_NODES_MAX: u32 = 400;

/// How much of a body is searched for a word to anybody, in nodes.
const CALLS_NODES_MAX: usize = 600;

/// Fewest answers of a share that is all or nothing.
const SHARES_MIN: usize = 2;

/// What stands still in a function or a method.
pub(in crate::go) fn find<'t>(node: Node<'t>, file: &File<'t>) -> Option<Finding<'t>> {
    let body = node
        .field("body")
        .filter(|it| it.size() <= BODY_NODES_MAX)?;
    let head = Head::of(node);
    let name = node.field("name").map_or("", Node::text);
    let excused = file.notes.configured
        || file.notes.excuse(node.line())
        || phrases::promises_nothing(name)
        || head.receiver.is_some_and(|it| words::stands_in(it.of));
    if excused {
        return None;
    }
    all_or_nothing(node, body, &head)
}

/// The full name of a method.
fn qualified(head: &Head<'_>, name: &str) -> String {
    match head.receiver {
        Some(receiver) => format!("{}.{name}", receiver.of),
        None => name.to_owned(),
    }
}

/// A share of something that is 0 or 1 and nothing between.
fn all_or_nothing<'t>(node: Node<'t>, body: Node<'t>, head: &Head<'t>) -> Option<Finding<'t>> {
    let name = node.field("name").map_or("", Node::text);
    let [result] = head.results.as_slice() else {
        return None;
    };
    let number = matches!(result.text(), "float64" | "float32");
    if !number || !phrases::tells_a_share(name) {
        return None;
    }
    let own = |it: &Node<'t>| {
        let around = it.ancestors().find(|it| it.is_any(&FUNCTIONS));
        it.is("return_statement") && around.is_some_and(|it| it.id() == node.id())
    };
    let ways: Vec<Node<'t>> = body.descendants().filter(own).collect();
    let fixed = ways.iter().all(|it| {
        let returned = shape::returned(*it);
        !returned.is_empty() && values::all(&returned, &Locals::new()).is_some()
    });
    let asks = head.receiver.is_some() || !head.parameters.is_empty();
    (fixed && asks && ways.len() >= SHARES_MIN).then(|| {
        let what = qualified(head, name);
        Finding::new(node, what, Reason::FixedValue, Certainty::Likely)
    })
}

/// `defer func() { if recover() != nil { .. } }()`: what went wrong is looked at by nobody.
pub(in crate::go) fn recovered<'t>(call: Node<'t>, file: &File<'t>) -> Option<Finding<'t>> {
    let asked = Call::of(call).filter(|it| it.path() == "recover" && it.arity() == 0)?;
    let literal = call.ancestors().find(|it| it.is_any(&FUNCTIONS))?;
    let body = literal.field("body")?;
    let parent = call.parent()?;
    let compared = parent.is("binary_expression")
        && parent.field("right").is_some_and(|it| it.is("nil"))
        && parent.field("operator").is_some_and(|it| it.text() == "!=");
    let mut inside = body.descendants().take(CALLS_NODES_MAX);
    // A result that is set, or a word to anybody, is an answer.
    let told = inside.any(|it| {
        it.is_any(&[
            "assignment_statement",
            "comment",
            "go_statement",
            "send_statement",
        ]) || error_reports::tells(it)
            || words::is_log(it)
    });
    let deferred = literal
        .parent()
        .and_then(Node::parent)
        .is_some_and(|it| it.is("defer_statement"));
    let noted = file.notes.beside(literal.line());
    (compared && deferred && !told && !noted).then(|| {
        Finding::new(
            asked.function,
            "recover()",
            Reason::SwallowedError,
            Certainty::Likely,
        )
    })
}
