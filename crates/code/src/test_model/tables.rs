//! The lists of a file, and the names that stand for them.

use std::collections::BTreeMap;

use super::row_providers::Walkers;
use crate::syntax::{Node, Tree};

/// Kinds of nodes that are lists.
const LISTS: [&str; 8] = [
    "list",
    "tuple",
    "array",
    "set",
    "array_expression",
    "literal_value",
    "array_initializer",
    "dictionary",
];

/// Lists that names of the file stand for, in the order of the text: every test may call its own `tests`.
pub(super) struct Tables<'t> {
    lists: BTreeMap<&'t str, Vec<Node<'t>>>,
    pub(super) walkers: Walkers<'t>,
}

impl<'t> Tables<'t> {
    pub(super) fn of(tree: &'t Tree<'t>) -> Tables<'t> {
        let mut found: BTreeMap<&str, Vec<Node<'t>>> = BTreeMap::new();
        for list in tree
            .all()
            .filter(|it| it.is_any(&LISTS) || it.is("composite_literal"))
        {
            let inner = |it: &Node<'t>| {
                it.is_any(&[
                    "expression_list",
                    "reference_expression",
                    "as_expression",
                    "satisfies_expression",
                    "composite_literal",
                ])
            };
            let around = list.ancestors().take(4).find(|it| !inner(it));
            let name = around.and_then(|it| {
                let name = it
                    .field("name")
                    .or_else(|| it.field("pattern"))
                    .or_else(|| it.field("left"))?;
                (name.end() <= list.start()).then_some(name)
            });
            if let Some(name) = name {
                let list = if list.is("composite_literal") {
                    list.field("body").unwrap_or(list)
                } else {
                    list
                };
                found.entry(name.text()).or_default().push(list);
            }
        }
        Tables {
            lists: found,
            walkers: Walkers::of(tree),
        }
    }

    /// A list itself, or the one that a name of this file stands for.
    pub(super) fn literal(&self, node: Node<'t>) -> Option<Node<'t>> {
        if node.is_any(&LISTS) {
            return Some(node);
        }
        if node.is("composite_literal") {
            return node.field("body");
        }
        // `new String[] { .. }`, `List.of(..)`
        if node.is("array_creation_expression") {
            return node.field("value");
        }
        if node.is("method_invocation") {
            let name = node.field("name").map_or("", Node::text);
            let lists = matches!(name, "of" | "asList");
            return node.field("arguments").filter(|_| lists);
        }
        if node.is_any(&[
            "reference_expression",
            "as_expression",
            "satisfies_expression",
            "parenthesized_expression",
        ]) {
            let inner = node.field("value").or_else(|| node.named().next())?;
            if !inner.is("identifier") || !node.is("reference_expression") {
                return inner.is_any(&LISTS).then_some(inner);
            }
            // `&cases`
            return self.literal(inner);
        }
        // `cases.iter()`
        if node.is("call_expression") {
            let function = node
                .field("function")
                .filter(|it| it.is("field_expression"))?;
            let method = function.field("field").map_or("", Node::text);
            let list = function
                .field("value")
                .filter(|it| !it.is("call_expression"))?;
            return matches!(method, "iter" | "into_iter").then(|| self.literal(list))?;
        }
        // `self.ROWS`: a list of the class.
        let name = match node.is("attribute") {
            true => node.field("attribute").filter(|_| is_own(node))?,
            false => Some(node).filter(|it| it.is("identifier"))?,
        };
        let lists = self.lists.get(name.text())?;
        // The last one before it; one that only comes later is the file's own.
        let before = lists.partition_point(|it| it.start() < node.start());
        let last = before.checked_sub(1).and_then(|at| lists.get(at));
        last.or(lists.first()).copied()
    }
}

/// Whether a field of Python is one of the class around.
fn is_own(node: Node<'_>) -> bool {
    let object = node.field("object").map_or("", Node::text);
    matches!(object, "self" | "cls")
}

/// The elements of a list, without comments.
pub(super) fn elements<'t>(list: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    list.named().filter(|it| !it.is("comment"))
}
