//! Go functions that stand still where the rest of their type moves: a method that hands nothing on beside others that do, a
//! share of something that is all or nothing, a panic that is caught and gone.

use std::collections::{BTreeMap, BTreeSet};

use crate::go::bodies::stubs::Finding;
use crate::go::faults::errors::FUNCTIONS;
use crate::go::faults::told;
use crate::go::items::File;
use crate::go::shape::{self, Call, Head};
use crate::go::values::{self, Locals};
use crate::go::words;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes is not looked at.
const BODY_NODES_MAX: u32 = 400;

/// How much of a body is searched for a call that hands on, in nodes.
const CALLS_NODES_MAX: usize = 600;

/// Fewest answers of a share that is all or nothing.
const SHARES_MIN: usize = 2;

/// Types that hand their own methods on to what they hold: for each, in which field that is.
pub(in crate::go) struct Wrappers<'t>(BTreeMap<&'t str, BTreeSet<&'t str>>);

impl<'t> Wrappers<'t> {
    pub(in crate::go) fn of(scan: &Scan<'t>) -> Wrappers<'t> {
        let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let methods = scan.live_of(&["method_declaration"]);
        for method in methods.filter(|it| !scan.in_test(*it)) {
            if let Some((owner, field)) = handed_on(method) {
                found.entry(owner).or_default().insert(field);
            }
        }
        Wrappers(found)
    }
}

/// `func (b *limit) Next() int { return b.inner.Next() }`: the type, and the field.
fn handed_on(method: Node<'_>) -> Option<(&str, &str)> {
    let receiver = Head::of(method).receiver?;
    let (own, name) = (receiver.name?, method.field("name")?.text());
    let inside = method.field("body")?.descendants().take(CALLS_NODES_MAX);
    let mut calls = inside.filter(|it| it.is("call_expression"));
    calls.find_map(|it| {
        let call = Call::of(it).filter(|it| it.last() == name)?;
        let held = call.operand().filter(|it| it.is("selector_expression"))?;
        let of = held.field("operand").filter(|it| it.text() == own)?;
        (of.is("identifier")).then_some(())?;
        Some((receiver.of, held.field("field")?.text()))
    })
}

/// What stands still in a function or a method.
pub(in crate::go) fn find<'t>(
    node: Node<'t>,
    file: &File<'t>,
    wrappers: &Wrappers<'t>,
) -> Option<Finding<'t>> {
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
    keeps_to_itself(node, body, &head, wrappers).or_else(|| all_or_nothing(node, body, &head))
}

/// The full name of a method.
fn qualified(head: &Head<'_>, name: &str) -> String {
    match head.receiver {
        Some(receiver) => format!("{}.{name}", receiver.of),
        None => name.to_owned(),
    }
}

/// `func (b *limit) Reset() {}` where other methods of the type hand on to what it wraps.
fn keeps_to_itself<'t>(
    node: Node<'t>,
    body: Node<'t>,
    head: &Head<'t>,
    wrappers: &Wrappers<'t>,
) -> Option<Finding<'t>> {
    let receiver = head.receiver.filter(|it| it.name.is_some())?;
    let bare = shape::statements(body).next().is_none()
        && !body.descendants().any(|it| it.is("comment"))
        && head.results.is_empty();
    let wraps = wrappers.0.contains_key(receiver.of);
    (bare && wraps).then(|| {
        let what = qualified(head, node.field("name").map_or("", Node::text));
        Finding::new(node, what, Reason::Idle, Certainty::Likely)
    })
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
        ]) || told::tells(it)
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
