//! Lists and maps that start empty, and whether anything may be put into them.

use std::collections::BTreeMap;

use crate::facts::ByteRange;
use crate::go::shape::{self, Call};
use crate::go::values::{self, Locals, Value};
use crate::syntax::Node;

/// The bodies of loops over lists and maps of a function that are empty as they are written.
pub(in crate::go) fn empty_loops(body: Node<'_>) -> Vec<ByteRange> {
    let mut starts: BTreeMap<&str, bool> = BTreeMap::new();
    for (name, empty) in body.descendants().filter_map(declared) {
        let first = !starts.contains_key(name.text());
        starts.insert(name.text(), first && empty);
    }
    let names = body.descendants().filter(|it| it.is("identifier"));
    for node in names {
        if starts.get(node.text()) != Some(&true) {
            continue;
        }
        let declares = node.ancestors().take(2).find_map(declared);
        let own = declares.is_some_and(|(name, _)| name.id() == node.id());
        if !own && !is_only_read(node) {
            starts.insert(node.text(), false);
        }
    }
    let loops = body.descendants().filter(|it| it.is("for_statement"));
    let empty = loops.filter(|it| {
        let over = it.child("range_clause").and_then(|it| it.field("right"));
        over.is_some_and(|it| is_empty(it) || starts.get(it.text()) == Some(&true))
    });
    empty
        .filter_map(|it| it.field("body"))
        .map(Node::bytes)
        .collect()
}

/// The name that a statement declares, and whether it is an empty list or map.
pub(in crate::go) fn declared(node: Node<'_>) -> Option<(Node<'_>, bool)> {
    if node.is("var_spec") {
        let name = node.field("name")?;
        let empty = match (node.field("value"), node.field("type")) {
            (Some(value), _) => value.named().count() == 1 && value.named().all(is_empty),
            (None, Some(of)) => of.is_any(&["slice_type", "map_type"]),
            (None, None) => false,
        };
        return Some((name, empty));
    }
    let assigned = shape::assigned(node).filter(|it| it.declares)?;
    match (assigned.left.as_slice(), assigned.right.as_slice()) {
        ([name], [value]) => Some((*name, is_empty(*value))),
        ([first, ..], _) => Some((*first, false)),
        ([], _) => None,
    }
}

/// `[]T{}`, `map[K]V{}`, `make([]T, 0)`.
fn is_empty(value: Node<'_>) -> bool {
    let of = match value.kind() {
        "composite_literal" => value.field("type"),
        _ => Call::of(value)
            .filter(|call| call.path() == "make")
            .and_then(|call| call.arguments().next()),
    };
    let collection = of.is_some_and(|it| it.is_any(&["slice_type", "map_type"]));
    let sized = Call::of(value).is_some_and(|it| it.arity() > 1);
    let zero = values::value(value, &Locals::new()) == Some(Value::Default);
    // A capacity of any size is no content.
    let length = Call::of(value).and_then(|it| it.arguments().nth(1));
    let none = length.is_some_and(|it| it.text() == "0");
    collection && (zero || (sized && none))
}

/// Whether the value that stands at a node is only looked at there.
fn is_only_read(node: Node<'_>) -> bool {
    let mut at = node;
    let Some(mut parent) = at.parent() else {
        return false;
    };
    while parent.is_any(&[
        "parenthesized_expression",
        "expression_list",
        "literal_element",
    ]) {
        at = parent;
        match at.parent() {
            Some(next) => parent = next,
            None => return false,
        }
    }
    match parent.kind() {
        "range_clause" => at.field_name() == "right",
        "binary_expression" | "slice_expression" => true,
        "index_expression" => at.field_name() == "operand" && is_read_at(parent),
        "argument_list" => {
            let call = parent.parent().and_then(Call::of);
            call.is_some_and(|it| matches!(it.path(), "len" | "cap"))
        }
        _ => false,
    }
}

/// `x[i]` is read unless something is put there.
fn is_read_at(index: Node<'_>) -> bool {
    let Some(parent) = index.parent() else {
        return false;
    };
    let holder = parent.parent();
    match parent.kind() {
        "expression_list" => {
            let left = parent.field_name() == "left";
            let assigns = holder.is_some_and(|it| it.is("assignment_statement"));
            !(left && assigns)
        }
        "binary_expression" | "argument_list" | "if_statement" | "keyed_element" => true,
        "expression_case" | "expression_switch_statement" | "parenthesized_expression" => true,
        _ => false,
    }
}
