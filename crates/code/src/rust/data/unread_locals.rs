//! Names that a function binds, sets or fills, and that nothing in it ever looks at. The compiler warns of most of them, so
//! that honest code is free of them.

use std::collections::BTreeMap;

use crate::parts::{Certainty, Reason, Stub};
use crate::phrases;
use crate::rust::values::{self, Value};
use crate::syntax::Node;

/// Methods that put something into a collection, or change nothing but it.
const FILLING: [&str; 14] = [
    "push",
    "push_str",
    "push_back",
    "push_front",
    "insert",
    "extend",
    "extend_from_slice",
    "append",
    "clear",
    "reserve",
    "sort",
    "sort_unstable",
    "dedup",
    "truncate",
];

/// Methods that put a list in order, or leave some of it out.
const ORDERING: [&str; 10] = [
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_by_cached_key",
    "sort_unstable",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "reverse",
    "dedup",
    "truncate",
];

/// Words of names of what works by being kept.
const KEPT: [&str; 14] = [
    "guard", "guards", "handle", "handles", "keep", "kept", "hold", "held", "lock", "locks",
    "alive", "temp", "senders", "children",
];

/// What stands around a name with which something is done that counts.
const NOTED: [&str; 4] = [
    "let_declaration",
    "assignment_expression",
    "compound_assignment_expr",
    "field_expression",
];

/// What is done with one name.
#[derive(Default)]
struct Doings<'t> {
    place: Option<Node<'t>>,
    bound: u32,
    set: u32,
    filled: u32,
    ordered: u32,
    /// It is bound to something empty.
    empty: bool,
    /// It is bound to a copy.
    copied: bool,
}

/// Finds them in one function. `counts` says how often each name stands in it.
pub(in crate::rust) fn find<'t>(
    block: Node<'t>,
    name: &str,
    counts: &BTreeMap<&'t str, u32>,
    own: impl Fn(Node<'t>) -> bool,
    found: &mut Vec<Stub>,
) {
    let mut doings: BTreeMap<&'t str, Doings<'t>> = BTreeMap::new();
    let unread = |it: Node<'t>| Stub {
        line: it.line(),
        what: format!("{} of {name}", it.text()),
        reason: Reason::NeverRead,
        certainty: Certainty::Likely,
        test: false,
    };
    for node in block.within(&["identifier"]) {
        if node.text().starts_with(|c: char| !c.is_lowercase()) {
            continue;
        }
        if is_part(node) && counts.get(node.text()) == Some(&1) && own(node) {
            found.push(unread(node));
        }
        if node.parent().is_some_and(|it| it.is_any(&NOTED)) {
            note(node, doings.entry(node.text()).or_default());
        }
    }
    for (name, it) in &doings {
        let (Some(place), Some(count)) = (it.place, counts.get(name)) else {
            continue;
        };
        let only_set = it.set > 0 && it.bound.saturating_add(it.set) == *count;
        let puts = it.bound.saturating_add(it.set).saturating_add(it.filled);
        let only_filled = it.filled > 0 && it.empty && puts == *count && !is_kept(name);
        let puts = it.bound.saturating_add(it.ordered);
        let only_ordered = it.ordered > 0 && it.copied && puts == *count;
        if it.bound == 1 && (only_set || only_filled || only_ordered) && own(place) {
            found.push(unread(place));
        }
    }
}

/// Whether a name is one part of a pattern.
fn is_part(name: Node<'_>) -> bool {
    if name.field_name() == "type" {
        return false;
    }
    let Some(parent) = name.parent() else {
        return false;
    };
    match parent.kind() {
        "for_expression" => name.field_name() == "pattern",
        "tuple_pattern" => {
            let mut around = parent
                .ancestors()
                .skip_while(|it| it.is_any(&["tuple_pattern", "reference_pattern"]));
            around
                .next()
                .is_some_and(|it| it.is_any(&["let_declaration", "for_expression"]))
        }
        _ => false,
    }
}

/// Writes down what one place does with its name.
fn note<'t>(name: Node<'t>, doings: &mut Doings<'t>) {
    let Some(parent) = name.parent() else { return };
    let is = |field: &str| name.field_name() == field;
    match parent.kind() {
        "let_declaration" if is("pattern") => {
            doings.bound = doings.bound.saturating_add(1);
            doings.place = Some(name);
            doings.empty = parent.field("value").is_some_and(is_made_empty);
            doings.copied = parent.field("value").is_some_and(is_copy);
        }
        "assignment_expression" | "compound_assignment_expr" if is("left") => {
            let statement = parent
                .parent()
                .is_some_and(|it| it.is("expression_statement"));
            doings.set = doings.set.saturating_add(u32::from(statement));
        }
        "field_expression" if is("value") => {
            let call = parent.parent().filter(|it| it.is("call_expression"));
            let statement = call.and_then(Node::parent);
            let method = parent.field("field").map_or("", Node::text);
            let alone = statement.is_some_and(|it| it.is("expression_statement"));
            let fills = alone && FILLING.contains(&method);
            let orders = alone && ORDERING.contains(&method);
            doings.filled = doings.filled.saturating_add(u32::from(fills));
            doings.ordered = doings.ordered.saturating_add(u32::from(orders));
        }
        _ => {}
    }
}

fn is_made_empty(value: Node<'_>) -> bool {
    let made = values::value(value) == Some(Value::Default);
    let room = value
        .field("function")
        .is_some_and(|it| it.text().ends_with("::with_capacity"));
    (made || room) && value.is_any(&["call_expression", "macro_invocation"])
}

/// `ranges.clone()`, `ranges.to_vec()`: what is done to it, nobody else sees.
fn is_copy(value: Node<'_>) -> bool {
    let method = value
        .field("function")
        .filter(|it| value.is("call_expression") && it.is("field_expression"))
        .and_then(|it| it.field("field"));
    method.is_some_and(|it| matches!(it.text(), "clone" | "to_vec" | "to_owned" | "collect"))
}

fn is_kept(name: &str) -> bool {
    let words = phrases::name_words(name);
    words.iter().any(|word| KEPT.contains(&word.as_str()))
}
