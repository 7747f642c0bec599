//! Which attributes belong to which item, and what the ones that matter say.

use std::collections::{BTreeMap, BTreeSet};

use super::cfg::{self, Truth};
use crate::syntax::{Node, Tree};

/// Attributes that nobody reaches an item by: they silence a warning, or ask for another shape of the same code.
const SILENT: [&str; 11] = [
    "allow",
    "expect",
    "warn",
    "deny",
    "forbid",
    "inline",
    "must_use",
    "doc",
    "cold",
    "track_caller",
    "skip",
];

/// Most marks kept for one item.
const MARKS_MAX: usize = 32;

/// Attributes by the id of the node they stand before, and what some of them say of all inside it.
pub(super) struct Attributes<'t> {
    before: BTreeMap<u32, Vec<Node<'t>>>,
    quiet: BTreeSet<u32>,
    quiet_file: bool,
    otherwise: BTreeSet<u32>,
    otherwise_file: bool,
}

impl<'t> Attributes<'t> {
    pub(super) fn of(tree: &'t Tree<'t>) -> Attributes<'t> {
        let mut found: BTreeMap<u32, Vec<Node<'t>>> = BTreeMap::new();
        let mut pending: Vec<Node<'t>> = Vec::new();
        let none = tree.of(&["attribute_item"]).next().is_none();
        for node in tree.all().take_while(|_| !none) {
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
        let having = |says: fn(Node<'t>) -> bool| {
            let items = found
                .iter()
                .filter(|(_, before)| before.iter().any(|a| says(*a)));
            items.map(|(id, _)| *id).collect()
        };
        let in_file = |says: fn(Node<'t>) -> bool| {
            let mut top = tree.root().into_iter().flat_map(Node::named);
            top.any(|n| n.is("inner_attribute_item") && says(n))
        };
        Attributes {
            quiet: having(silences),
            quiet_file: in_file(silences),
            otherwise: having(is_otherwise),
            otherwise_file: in_file(is_otherwise),
            before: found,
        }
    }

    /// Whether the compiler is told not to warn of names that nobody reads in or around a node.
    pub(super) fn is_quiet(&self, node: Node<'t>) -> bool {
        let mut around = std::iter::once(node).chain(node.ancestors());
        self.quiet_file || around.any(|n| self.quiet.contains(&n.id()))
    }

    /// Whether what is around a node stands there for those who do without something: `#[cfg(not(..))]`.
    pub(super) fn is_otherwise(&self, node: Node<'t>) -> bool {
        self.otherwise_file || node.ancestors().any(|n| self.otherwise.contains(&n.id()))
    }

    /// The attributes of a node, in order.
    pub(super) fn before(&self, node: Node<'t>) -> &[Node<'t>] {
        self.before.get(&node.id()).map_or(&[], Vec::as_slice)
    }

    /// All pairs of a node and its attributes.
    pub(super) fn iter(&self, tree: &'t Tree<'t>) -> impl Iterator<Item = (Node<'t>, &[Node<'t>])> {
        self.before.iter().filter_map(|(id, attributes)| {
            let node = tree.node(*id)?;
            Some((node, attributes.as_slice()))
        })
    }

    /// The names of a node's attributes, those left out that speak to the compiler's warnings and optimiser alone.
    pub(super) fn marks(&self, node: Node<'t>) -> Vec<String> {
        let attributes = self.before(node).iter().map(|a| name(*a));
        let telling = attributes.filter(|name| !SILENT.contains(name));
        telling.take(MARKS_MAX).map(str::to_owned).collect()
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

    /// The texts of `#[cfg_attr(.., path = "..")]`.
    pub(super) fn conditional_paths(&self, node: Node<'t>) -> impl Iterator<Item = &'t str> {
        let attributes = self.before(node).iter().copied();
        let attributes = attributes
            .filter(|a| name(*a) == "cfg_attr")
            .take(MARKS_MAX);
        attributes.filter_map(|attribute| {
            let tokens = attribute.child("attribute")?.field("arguments")?;
            tokens
                .named()
                .skip_while(|token| token.text() != "path")
                .find(|token| token.is("string_literal"))
                .map(|token| token.text().trim_matches('"'))
        })
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

/// `#[cfg(not(..))]`.
fn is_otherwise(attribute: Node<'_>) -> bool {
    name(attribute) == "cfg" && attribute.text().contains("not(")
}

/// Whether an attribute keeps the compiler from warning of names that nobody reads.
fn silences(attribute: Node<'_>) -> bool {
    let text = attribute.text();
    let list = match name(attribute) {
        "allow" | "expect" => true,
        "cfg_attr" => text.contains("allow(") || text.contains("expect("),
        _ => false,
    };
    list && ["unused", "warnings"]
        .iter()
        .any(|word| text.contains(word))
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
