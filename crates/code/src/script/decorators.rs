//! Which decorators stand on which class, method or field.

use std::collections::BTreeMap;

use super::shape;
use crate::syntax::{Node, Tree};

/// Most marks kept for one definition.
const MARKS_MAX: usize = 32;

/// Decorator names by the id of the node they stand on.
pub(super) struct Decorators<'t>(BTreeMap<u32, Vec<&'t str>>);

impl<'t> Decorators<'t> {
    pub(super) fn of(tree: &'t Tree<'t>) -> Decorators<'t> {
        let mut found: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        let mut pending: Vec<(u32, &str)> = Vec::new();
        if tree.of(&["decorator"]).next().is_none() {
            return Decorators(found);
        }
        for node in tree.all() {
            let Some(parent) = node.parent() else {
                continue;
            };
            let sibling = pending
                .last()
                .is_some_and(|(around, _)| *around == parent.id());
            if node.is("decorator") {
                // Methods have theirs before them, all else has them inside.
                if parent.is_any(&["class_body", "export_statement"]) {
                    if !sibling {
                        pending.clear();
                    }
                    pending.push((parent.id(), name(node)));
                } else {
                    found.entry(parent.id()).or_default().push(name(node));
                }
            } else if sibling && node.is_named() && !node.is_extra() {
                let names = std::mem::take(&mut pending);
                let on = found.entry(node.id()).or_default();
                on.extend(names.into_iter().map(|(_, name)| name));
            }
        }
        Decorators(found)
    }

    /// The names of the decorators on a definition.
    pub(super) fn marks(&self, node: Node<'t>) -> Vec<String> {
        let names = self.0.get(&node.id()).into_iter().flatten();
        names
            .take(MARKS_MAX)
            .map(|name| (*name).to_owned())
            .collect()
    }
}

/// `Get` for `@Get("/users")` and for `@nest.Get()`.
fn name(decorator: Node<'_>) -> &str {
    let Some(expression) = decorator.named().next() else {
        return "";
    };
    let callee = expression.field("function").unwrap_or(expression);
    shape::last_name(callee)
}
