//! Values that a test compares with themselves under another name: `want := row.want`, `if want != row.want`.

use crate::go::shape::{self, Assigned};
use crate::syntax::Node;

/// Whether the two sides that stand at a place are one value: a name that was given the other, and nothing that happens
/// between the two could make it another.
pub(super) fn is_one<'t>(at: Node<'t>, one: Node<'t>, other: Node<'t>) -> bool {
    is_name_of(at, one, other) || is_name_of(at, other, one)
}

fn is_name_of<'t>(at: Node<'t>, name: Node<'t>, value: Node<'t>) -> bool {
    let plain = value.is_any(&["identifier", "selector_expression"])
        && value.descendants().all(|it| !it.is("call_expression"));
    let around = at.ancestors().find(|it| it.is("function_declaration"));
    let body = around.and_then(|it| it.field("body"));
    let (Some(body), true) = (body, plain && name.is("identifier")) else {
        return false;
    };
    if name.text() == value.text() {
        return false;
    }
    let Some(given) = given_once(body, name.text()) else {
        return false;
    };
    let base = shape::first_name(value);
    let row = body.descendants().any(|it| {
        let left = it.field("left").filter(|_| it.is("range_clause"));
        left.is_some_and(|it| shape::expressions(it).iter().any(|it| it.text() == base))
    });
    let mut between = body
        .descendants()
        .filter(|it| it.start() >= given.end() && it.end() <= at.start());
    // What a row of a table holds is changed by no call that does not get it.
    given.text() == value.text()
        && given.start() < at.start()
        && !between.any(|it| match it.kind() {
            "call_expression" => !row || holds(it, base),
            "assignment_statement" | "inc_statement" | "dec_statement" => holds(it, base),
            _ => false,
        })
}

fn holds(node: Node<'_>, name: &str) -> bool {
    let mut inside = node.descendants();
    inside.any(|it| it.is("identifier") && it.text() == name)
}

/// The value of a name that is given one once, and is handed to nobody who could give it another.
fn given_once<'t>(body: Node<'t>, name: &str) -> Option<Node<'t>> {
    let mut found = None;
    for node in body.descendants() {
        let left = match node.kind() {
            "range_clause" | "receive_statement" => {
                node.field("left").map_or_else(Vec::new, shape::expressions)
            }
            "var_spec" | "parameter_declaration" => node.field("name").into_iter().collect(),
            "inc_statement" | "dec_statement" | "unary_expression" => node.named().collect(),
            _ => {
                let Some(Assigned { left, right, .. }) = shape::assigned(node) else {
                    continue;
                };
                match (left.as_slice(), right.as_slice()) {
                    ([only], [value]) if only.text() == name && found.is_none() => {
                        found = Some(*value);
                        continue;
                    }
                    (_, _) => left,
                }
            }
        };
        if left.iter().any(|it| it.text() == name) {
            return None;
        }
    }
    found
}
