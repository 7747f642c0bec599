//! Local names that are given the same literal wherever they are given anything: whatever was to tell them apart does not.

use std::collections::BTreeMap;

use crate::parts::Reason;
use crate::python::bodies::stubs::Finding;
use crate::python::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes than this is not searched.
const BODY_NODES_MAX: u32 = 20_000;

/// `status = 0` at the beginning, `status = 0` again where it should tell something, and nothing else ever.
pub(in crate::python) fn find<'t>(scan: &Scan<'t>, found: &mut Vec<Finding<'t>>) {
    let functions = scan.live_of(&["function_definition"]);
    for function in functions.filter(|it| !scan.in_test(*it)) {
        let body = function.field("body");
        let body = body.filter(|it| it.size() <= BODY_NODES_MAX);
        found.extend(body.and_then(settled));
    }
}

fn settled(body: Node<'_>) -> Option<Finding<'_>> {
    let mut known: BTreeMap<&str, (&str, Option<Node<'_>>)> = BTreeMap::new();
    for statement in shape::statements(body) {
        let plain = statement.named().next().filter(|it| it.is("assignment"));
        if let Some((name, value)) = plain.and_then(given) {
            known.insert(name, (value, None));
        }
    }
    for node in body.descendants().filter(|it| it.is("identifier")) {
        let Some((value, again)) = known.get_mut(node.text()) else {
            continue;
        };
        let Some(parent) = node.parent() else {
            continue;
        };
        let set = parent.is("assignment") && node.field_name() == "left";
        let read = parent.is("attribute")
            || parent.is("keyword_argument")
            || parent.is_any(&["argument_list", "comparison_operator", "return_statement"]);
        match given(parent).filter(|_| set) {
            Some((_, other)) if other == *value => {
                let alone = parent.parent();
                let outer = alone.and_then(Node::parent).map(Node::id) == Some(body.id());
                *again = again.or((!outer).then_some(parent));
            }
            Some(_) => {
                known.remove(node.text());
            }
            // What is bound in any other way is not followed.
            None if set || (!read && is_bound(node, parent)) => {
                known.remove(node.text());
            }
            None => {}
        }
    }
    let mut found = known.into_iter();
    let (name, at) = found.find_map(|(name, (_, at))| Some((name, at?)))?;
    Some(Finding::likely(at, name, Reason::Idle))
}

/// A name and the literal that it is given.
fn given(assignment: Node<'_>) -> Option<(&str, &str)> {
    let name = assignment.field("left").filter(|it| it.is("identifier"))?;
    let value = assignment.field("right")?;
    // Nothing is what a name is given to let go of a thing.
    let literal = value.is_any(&["integer", "float", "string", "true", "false"]);
    let plain = literal && !shape::has_holes(value);
    plain.then_some((name.text(), value.text()))
}

fn is_bound(name: Node<'_>, parent: Node<'_>) -> bool {
    let binds = [
        "augmented_assignment",
        "pattern_list",
        "tuple_pattern",
        "list_pattern",
        "for_statement",
        "for_in_clause",
        "as_pattern_target",
        "named_expression",
        "global_statement",
        "nonlocal_statement",
        "delete_statement",
        "parameters",
        "default_parameter",
    ];
    parent.is_any(&binds) && name.field_name() != "right"
}
