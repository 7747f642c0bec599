//! Single values of a YAML file of somebody else; JSON is YAML too. What can't be read holds nothing.

use crate::config::node::{self, Node, Tree};
use crate::config::place::Place;

/// What stands at these keys, one below the other.
pub(super) fn at(text: &str, keys: &[&str]) -> Option<Node> {
    let mut node = node::parse_value(text, &Place::Nowhere).ok()?;
    for key in keys {
        let Tree::Map(pairs) = node.tree else {
            return None;
        };
        node = pairs.into_iter().find(|pair| pair.key == *key)?.value;
    }
    (node.tree != Tree::Nothing).then_some(node)
}

/// The texts of the list at these keys.
pub(super) fn texts(text: &str, keys: &[&str]) -> Vec<String> {
    let Some(Tree::List(items)) = at(text, keys).map(|it| it.tree) else {
        return Vec::new();
    };
    let text = |it: Node| match it.tree {
        Tree::Text(text) => Some(text),
        Tree::Nothing
        | Tree::Switch(_)
        | Tree::Whole(_)
        | Tree::Decimal(_)
        | Tree::List(_)
        | Tree::Map(_) => None,
    };
    items.into_iter().filter_map(text).collect()
}
