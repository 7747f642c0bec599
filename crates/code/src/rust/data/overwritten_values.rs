//! Work whose result is lost by the order or the form of statements: a value that is overwritten before anybody reads it, an
//! iterator that nobody runs, a future that nobody awaits. The compiler warns of all of it.

use std::collections::BTreeMap;

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::attributes::Attributes;
use crate::rust::data::dropped_errors;
use crate::rust::data::locals;
use crate::rust::values;
use crate::scan::Scan;
use crate::syntax::{Node, Tree};

/// How many statements after one are looked at, and how large each may be.
const AFTER_MAX: usize = 12;
const SIZE_MAX: u32 = 2_000;

/// How long a chain of calls is followed.
const CHAIN_MAX: usize = 16;

/// Methods of iterators that do nothing until somebody asks for the next.
const LAZY: [&str; 12] = [
    "map",
    "filter",
    "filter_map",
    "flat_map",
    "inspect",
    "enumerate",
    "zip",
    "chain",
    "rev",
    "take",
    "skip",
    "map_while",
];

/// Methods that begin an iterator.
const BEGINNING: [&str; 10] = [
    "iter",
    "iter_mut",
    "into_iter",
    "lines",
    "chars",
    "bytes",
    "split",
    "drain",
    "keys",
    "values",
];

/// Finds them.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let pending = pending(scan);
    let places = Places::of(scan.tree);
    let mut found = Vec::new();
    for node in scan.live_of(&["let_declaration", "expression_statement"]) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let Some((what, reason, certainty)) = look(node, &pending, &places) else {
            continue;
        };
        let chosen = !attributes.before(node).is_empty();
        if chosen || scan.in_test(node) || attributes.is_quiet(node) || node.is_broken() {
            continue;
        }
        found.push(Stub {
            line: node.line(),
            what: what.to_owned(),
            reason,
            certainty,
            test: false,
        });
    }
    found
}

fn look<'t>(
    node: Node<'t>,
    pending: &BTreeMap<&str, bool>,
    places: &Places<'_>,
) -> Option<(&'t str, Reason, Certainty)> {
    let block = node.parent().filter(|it| it.is("block"))?;
    match node.kind() {
        "let_declaration" => {
            let pattern = node.field("pattern")?;
            let value = node.field("value")?;
            if pattern.text() == "_" {
                let lost = is_never_run(value) || is_future(value, pending);
                let what = dropped_errors::called(value).unwrap_or("let _");
                return lost.then_some((what, Reason::NeverRead, Certainty::Likely));
            }
            let named = pattern.is("identifier") && !pattern.text().starts_with('_');
            let lost = named && places.overwrites((block, node), pattern.text());
            lost.then_some((pattern.text(), Reason::NeverRead, Certainty::Likely))
        }
        "expression_statement" => {
            let inner = node.named().next()?;
            if inner.is("assignment_expression") {
                let left = inner.field("left").filter(|it| it.is("identifier"))?;
                let lost = places.overwrites((block, node), left.text());
                return lost.then_some((left.text(), Reason::NeverRead, Certainty::Likely));
            }
            let ends = node.children().last().is_some_and(|it| it.text() == ";");
            let lost = ends && (is_never_run(inner) || is_future(inner, pending));
            let what = dropped_errors::called(inner).unwrap_or("call");
            lost.then_some((what, Reason::NeverRead, Certainty::Likely))
        }
        _ => None,
    }
}

/// Functions of the file by names that only one bears, and whether they are `async`.
fn pending<'t>(scan: &Scan<'t>) -> BTreeMap<&'t str, bool> {
    let mut found = BTreeMap::new();
    let items = scan.live_of(&["function_item", "function_signature_item"]);
    for node in items {
        let Some(name) = node.field("name") else {
            continue;
        };
        let modifiers = node.child("function_modifiers");
        let is_async = modifiers.is_some_and(|it| it.text().contains("async"));
        let known = found.entry(name.text()).or_insert(is_async);
        *known &= is_async;
    }
    found
}

/// Whether a call makes a future of this file's own, which does nothing by itself.
fn is_future(call: Node<'_>, pending: &BTreeMap<&str, bool>) -> bool {
    let own = match call.field("function") {
        Some(it) if it.is("identifier") => true,
        Some(it) if it.is("field_expression") => it.field("value").is_some_and(|it| it.is("self")),
        Some(it) => it.is("scoped_identifier") && it.text().starts_with("Self::"),
        None => false,
    };
    let name = dropped_errors::called(call).filter(|_| own && call.is("call_expression"));
    name.is_some_and(|it| pending.get(it) == Some(&true))
}

/// `list.iter().map(..)`
fn is_never_run(call: Node<'_>) -> bool {
    if !dropped_errors::method(call).is_some_and(|it| LAZY.contains(&it))
        || !call.is("call_expression")
    {
        return false;
    }
    let mut at = call;
    for _ in 0..CHAIN_MAX {
        let receiver = at
            .field("function")
            .and_then(|it| it.field("value"))
            .filter(|it| it.is("call_expression"));
        let Some(receiver) = receiver else {
            return false;
        };
        match dropped_errors::method(receiver) {
            Some(name) if BEGINNING.contains(&name) => return true,
            Some(name) if LAZY.contains(&name) => at = receiver,
            Some(_) | None => return false,
        }
    }
    false
}

/// Where names stand in a file, and where something leaves what goes on around it: every statement asks for that of those
/// that come after it.
struct Places<'t> {
    names: BTreeMap<&'t str, Vec<u32>>,
    leaving: Vec<u32>,
}

impl<'t> Places<'t> {
    fn of(tree: &'t Tree<'t>) -> Places<'t> {
        let mut names: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for node in tree.of(&locals::NAMED) {
            for name in locals::named(node) {
                names.entry(name).or_default().push(node.id());
            }
        }
        let leaving = ["break_expression", "continue_expression", "attribute_item"];
        Places {
            names,
            leaving: tree.of(&leaving).map(Node::id).collect(),
        }
    }

    /// Whether a later statement of the same block sets a name anew, and none between looks at it.
    fn overwrites(&self, (block, statement): (Node<'_>, Node<'_>), name: &str) -> bool {
        let places = self.names.get(name).map_or(&[][..], Vec::as_slice);
        // Also inside macros and format strings.
        let reads = |node: Node<'_>| any_in(places, node.id(), node);
        let end = block.id().saturating_add(block.size());
        // Most names are not spoken of again.
        let beyond = statement.id().saturating_add(statement.size());
        if places.last().is_none_or(|last| *last < beyond) {
            return false;
        }
        let after = std::iter::successors(statement.next(), |it| it.next())
            .take_while(|it| it.id() < end)
            .filter(|it| it.is_named() && !it.is_extra());
        for next in after.take(AFTER_MAX) {
            // What stands under a condition of the build may not be there.
            if next.size() > SIZE_MAX || next.is("attribute_item") {
                return false;
            }
            if !reads(next) {
                if any_in(&self.leaving, next.id().saturating_add(1), next) {
                    return false;
                }
                continue;
            }
            let inner = values::unwrap(next);
            let (target, value) = match inner.kind() {
                "let_declaration" => (inner.field("pattern"), inner.field("value")),
                "assignment_expression" => (inner.field("left"), inner.field("right")),
                _ => return false,
            };
            let sets = target.is_some_and(|it| it.is("identifier") && it.text() == name);
            return sets && value.is_some_and(|it| !reads(it));
        }
        false
    }
}

/// Whether one of these nodes, given in source order, stands in a node, from an id on.
fn any_in(ids: &[u32], from: u32, node: Node<'_>) -> bool {
    let end = node.id().saturating_add(node.size());
    let first = ids.partition_point(|id| *id < from);
    ids.get(first).is_some_and(|id| *id < end)
}
