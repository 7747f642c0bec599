//! Containers that start empty, and what happens to them where their names stand.

use std::collections::BTreeMap;

use crate::parts::Reason;
use crate::python::bodies::stubs::Finding;
use crate::python::shape;
use crate::python::values::{self, Value};
use crate::scan::Scan;
use crate::syntax::Node;

/// Methods of a container that only look.
const READERS: [&str; 8] = [
    "get",
    "items",
    "keys",
    "values",
    "copy",
    "count",
    "index",
    "most_common",
];

/// Calls that only look at what they are given.
const LOOKERS: [&str; 24] = [
    "len",
    "sorted",
    "list",
    "tuple",
    "set",
    "dict",
    "str",
    "bool",
    "any",
    "all",
    "sum",
    "min",
    "max",
    "iter",
    "enumerate",
    "zip",
    "reversed",
    "repr",
    "print",
    "jsonify",
    "dumps",
    "JsonResponse",
    "JSONResponse",
    "Response",
];

/// How a name that stands for a container is used in one place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::python) enum Usage {
    /// It leaves the function.
    Returned,
    /// It is looked at.
    Read,
    /// Something may be put in.
    Fed,
}

/// What happens to one container.
#[derive(Default)]
pub(in crate::python) struct Container<'t> {
    /// Where it starts empty.
    pub(in crate::python) empty: Option<Node<'t>>,
    pub(in crate::python) starts: u32,
    returned: bool,
    pub(in crate::python) fed: bool,
}

impl<'t> Container<'t> {
    /// Takes in one more place.
    pub(in crate::python) fn note(&mut self, usage: Usage) {
        self.returned |= usage == Usage::Returned;
        self.fed |= usage == Usage::Fed;
    }

    /// Where it starts, if it is empty then and ever after, and somebody gets it.
    pub(in crate::python) fn never_fed(&self) -> Option<Node<'t>> {
        self.empty
            .filter(|_| self.starts == 1 && self.returned && !self.fed)
    }
}

pub(in crate::python) fn is_empty_container(value: Node<'_>) -> bool {
    let empty = values::value(value) == Some(Value::Default);
    empty && value.is_any(&["list", "dictionary", "call"])
}

/// How a container is used where its name stands.
pub(in crate::python) fn usage(name: Node<'_>) -> Usage {
    let mut at = name;
    for around in name.ancestors() {
        match around.kind() {
            "return_statement" | "yield" => return Usage::Returned,
            "attribute" if at.field_name() == "object" => {
                let method = around.field("attribute").map_or("", Node::text);
                let called = around
                    .parent()
                    .is_some_and(|p| p.is("call") && around.field_name() == "function");
                if !(called && READERS.contains(&method)) {
                    return Usage::Fed;
                }
            }
            "call" if at.field_name() == "function" => {}
            "call" if LOOKERS.contains(&shape::called(around)) => {}
            "argument_list"
            | "keyword_argument"
            | "pair"
            | "dictionary"
            | "list"
            | "tuple"
            | "expression_list"
            | "parenthesized_expression"
            | "conditional_expression" => {}
            "subscript" if at.field_name() == "value" => {
                let written = around.parent().is_none_or(|p| {
                    p.is_any(&[
                        "augmented_assignment",
                        "delete_statement",
                        "attribute",
                        "pattern_list",
                        "call",
                    ]) || around.field_name() == "left"
                });
                if written {
                    return Usage::Fed;
                }
            }
            "for_statement" | "for_in_clause" if at.field_name() == "right" => return Usage::Read,
            "comparison_operator"
            | "not_operator"
            | "boolean_operator"
            | "interpolation"
            | "if_statement"
            | "while_statement"
            | "assert_statement"
            | "if_clause"
            | "elif_clause" => return Usage::Read,
            _ => return Usage::Fed,
        }
        at = around;
    }
    Usage::Fed
}

/// Private attributes that start empty, are handed out, and get nothing in the whole file.
pub(in crate::python) fn attributes<'t>(scan: &Scan<'t>, found: &mut Vec<Finding<'t>>) {
    let mut containers: BTreeMap<&str, Container<'t>> = BTreeMap::new();
    for node in scan.live_of(&["attribute"]) {
        let name = node.field("attribute").map_or("", Node::text);
        if !name.starts_with('_') || name.starts_with("__") {
            continue;
        }
        let container = containers.entry(name).or_default();
        let assignment = node
            .parent()
            .filter(|p| p.is("assignment") && node.field_name() == "left");
        match assignment {
            Some(assignment) => {
                container.starts = container.starts.saturating_add(1);
                match assignment.field("right") {
                    Some(value) if is_empty_container(value) => container.empty = Some(assignment),
                    Some(_) | None => container.fed = true,
                }
            }
            None => container.note(usage(node)),
        }
    }
    for (name, container) in containers {
        if let Some(empty) = container.never_fed() {
            found.push(Finding::likely(empty, name, Reason::StateNeverFed));
        }
    }
}
