//! Which attributes belong to which item, and what the ones that matter say.

use std::collections::BTreeMap;

use super::cfg::{self, Truth};
use crate::syntax::{Node, Tree};

/// Most marks kept for one item.
const MARKS_MAX: usize = 32;

/// Attributes by the id of the node they stand before.
pub(super) struct Attributes<'t>(BTreeMap<u32, Vec<Node<'t>>>);

impl<'t> Attributes<'t> {
    pub(super) fn of(tree: &'t Tree<'t>) -> Attributes<'t> {
        let mut found: BTreeMap<u32, Vec<Node<'t>>> = BTreeMap::new();
        let mut pending: Vec<Node<'t>> = Vec::new();
        for node in tree.all() {
            let Some(parent) = node.parent() else {
                continue;
            };
            let sibling = pending
                .last()
                .and_then(|last| last.parent())
                .is_some_and(|p| p.id() == parent.id());
            if node.is("attribute_item") {
                if !sibling {
                    pending.clear();
                }
                pending.push(node);
            } else if sibling && node.is_named() && !node.is_extra() {
                found.insert(node.id(), std::mem::take(&mut pending));
            }
        }
        Attributes(found)
    }

    /// The attributes of a node, in order.
    pub(super) fn before(&self, node: Node<'t>) -> &[Node<'t>] {
        self.0.get(&node.id()).map_or(&[], Vec::as_slice)
    }

    /// All pairs of a node and its attributes.
    pub(super) fn iter(&self, tree: &'t Tree<'t>) -> impl Iterator<Item = (Node<'t>, &[Node<'t>])> {
        self.0.iter().filter_map(|(id, attributes)| {
            let node = tree.node(*id)?;
            Some((node, attributes.as_slice()))
        })
    }

    /// The names of a node's attributes.
    pub(super) fn marks(&self, node: Node<'t>) -> Vec<String> {
        let attributes = self.before(node).iter().take(MARKS_MAX);
        attributes.map(|a| name(*a).to_owned()).collect()
    }

    /// Whether a node has an attribute whose path ends in that name.
    pub(super) fn has(&self, node: Node<'t>, wanted: &str) -> bool {
        self.before(node).iter().any(|a| name(*a) == wanted)
    }

    /// The text of `#[path = ".."]`.
    pub(super) fn path(&self, node: Node<'t>) -> Option<&'t str> {
        let mut attributes = self.before(node).iter().copied();
        let path = attributes.find(|a| name(*a) == "path")?;
        let value = path.child("attribute")?.field("value")?;
        Some(value.text().trim_matches('"'))
    }
}

/// The last word of an attribute's path: `test` for `#[tokio::test(flavor = "..")]`.
pub(super) fn name(attribute: Node<'_>) -> &str {
    let path = attribute
        .child("attribute")
        .and_then(|a| a.named().next())
        .map_or("", Node::text);
    path.rsplit("::").next().unwrap_or(path)
}

/// What `#[cfg(..)]` says, given what `test` is taken to be; `True` for any other attribute.
pub(super) fn cfg(attribute: Node<'_>, test: Truth) -> Truth {
    if name(attribute) != "cfg" {
        return Truth::True;
    }
    let arguments = attribute
        .child("attribute")
        .and_then(|a| a.field("arguments"));
    arguments.map_or(Truth::Unknown, |a| cfg::evaluate(a.text(), test))
}
