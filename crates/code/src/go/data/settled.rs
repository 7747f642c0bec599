//! Local names that are given the same literal wherever they are given anything: whatever was to tell them apart does not.

use std::collections::BTreeMap;

use crate::go::bodies::stubs::Finding;
use crate::go::shape;
use crate::parts::{Certainty, Reason};
use crate::syntax::Node;

/// A body of more nodes than this is not searched.
const BODY_NODES_MAX: u32 = 20_000;

/// `status := 0`, later `status = 0`, and nothing else ever.
pub(in crate::go) fn find(function: Node<'_>) -> Option<Finding<'_>> {
    let body = function
        .field("body")
        .filter(|it| it.size() <= BODY_NODES_MAX)?;
    let begins = shape::statements(body).filter_map(shape::assigned);
    let begins = begins.filter(|it| it.declares);
    let mut known: BTreeMap<&str, (&str, Option<Node<'_>>)> = BTreeMap::new();
    for it in begins {
        if let ([name], [value]) = (it.left.as_slice(), it.right.as_slice())
            && is_literal(*value)
        {
            known.insert(name.text(), (value.text(), None));
        }
    }
    for node in body.descendants().filter(|it| it.is("identifier")) {
        let Some((value, again)) = known.get_mut(node.text()) else {
            continue;
        };
        match set(node) {
            Set::No => {}
            Set::To(statement, other) if other.text() == *value && is_literal(other) => {
                let declares = statement.is("short_var_declaration");
                let outer = declares
                    && statement
                        .ancestors()
                        .find(|it| it.is("block"))
                        .map(Node::id)
                        == Some(body.id());
                *again = match outer {
                    true => *again,
                    false => Some(statement),
                };
            }
            Set::To(..) | Set::Otherwise => {
                known.remove(node.text());
            }
        }
    }
    let (name, at) = known
        .into_iter()
        .find_map(|(name, (_, at))| Some((name, at?)))?;
    Some(Finding::new(at, name, Reason::Idle, Certainty::Likely))
}

/// Whether a name is given something where it stands.
enum Set<'t> {
    No,
    To(Node<'t>, Node<'t>),
    Otherwise,
}

fn set(name: Node<'_>) -> Set<'_> {
    let Some(parent) = name.parent() else {
        return Set::No;
    };
    match parent.kind() {
        "inc_statement"
        | "dec_statement"
        | "range_clause"
        | "var_spec"
        | "parameter_declaration" => Set::Otherwise,
        "unary_expression" if parent.text().starts_with('&') => Set::Otherwise,
        "expression_list" if parent.field_name() == "left" => {
            let Some(statement) = parent.parent() else {
                return Set::Otherwise;
            };
            let plain = statement
                .field("operator")
                .is_none_or(|it| it.text() == "=");
            match shape::assigned(statement) {
                Some(it) if plain && it.left.len() == 1 => match it.right.as_slice() {
                    [value] => Set::To(statement, *value),
                    _ => Set::Otherwise,
                },
                Some(_) | None => Set::Otherwise,
            }
        }
        _ => Set::No,
    }
}

fn is_literal(node: Node<'_>) -> bool {
    node.is_any(&[
        "int_literal",
        "float_literal",
        "interpreted_string_literal",
        "true",
        "false",
    ])
}
