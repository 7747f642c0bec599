//! Functions that do something, but not with what they are given.

use std::collections::BTreeSet;

use super::answers;
use super::shape::{self, Head};
use super::stubs::Finding;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// A body of more nodes than this is not searched.
const BODY_NODES_MAX: u32 = 50_000;

/// Finds a function with real work that looks at none of its parameters, or not at the one its name speaks of.
pub(super) fn find(node: Node<'_>) -> Option<Finding<'_>> {
    let name = node.field("name")?.text();
    let body = node
        .field("body")
        .filter(|it| it.size() <= BODY_NODES_MAX)?;
    let head = Head::of(node);
    // What a type of the context is for need not be looked at.
    let given: Vec<&str> = head
        .parameters
        .iter()
        .filter(|it| it.of.text() != "context.Context")
        .filter_map(|it| it.name)
        .filter(|it| !it.starts_with('_') && !it.starts_with("ignore"))
        .collect();
    // One statement alone is often all that a platform can do.
    if given.is_empty() || shape::statements(body).nth(1).is_none() {
        return None;
    }
    let words = body
        .descendants()
        .filter(|it| it.is("identifier") && !is_key(*it));
    let used: BTreeSet<&str> = words.map(Node::text).collect();
    let speaks = |parameter: &&str| {
        let of = phrases::name_words(name);
        let after = of
            .iter()
            .skip_while(|it| !matches!(it.as_str(), "by" | "with" | "for"));
        let parts = phrases::name_words(parameter);
        parts
            .last()
            .is_some_and(|last| after.skip(1).any(|it| it == last))
    };
    let none = given.iter().all(|it| !used.contains(it));
    let free = head.receiver.is_none() && !answers::is_handler(&head);
    let spoken = given.iter().find(|it| !used.contains(**it) && speaks(it));
    let what = match (none && free, spoken) {
        (true, _) => name.to_owned(),
        (false, Some(parameter)) => format!("{name}: {parameter}"),
        (false, None) => return None,
    };
    Some(Finding::new(
        node,
        what,
        Reason::ParameterIgnored,
        Certainty::Likely,
    ))
}

/// `name` of `T{name: 1}`: a field.
fn is_key(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|it| it.is("literal_element") && it.field_name() == "key")
}
