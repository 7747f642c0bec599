//! Parameters that choose between several things and that are only asked whether they name one of them: whichever it is, the
//! work is the same.

use crate::python::shape;
use crate::syntax::Node;

/// Most nodes of a function that are looked at.
const NODES_MAX: usize = 4_000;
/// How far around a use its condition is looked for.
const DEPTH_MAX: usize = 12;

/// Whether every use of a name stands in `if name not in ("a", "b"): raise ..`, with two values or more to choose from.
pub(in crate::python) fn only_checked(function: Node<'_>, name: &str) -> bool {
    let Some(body) = function.field("body") else {
        return false;
    };
    if body.descendants().take(NODES_MAX).count() >= NODES_MAX {
        return false;
    }
    let uses = body
        .descendants()
        .filter(|n| n.is("identifier") && n.text() == name && !is_label(*n));
    let mut found = false;
    for node in uses {
        let fork = node
            .ancestors()
            .take(DEPTH_MAX)
            .find(|n| n.is_any(&["if_statement", "block"]) && is_check(*n, body, name));
        if fork.is_none() {
            return false;
        }
        found = true;
    }
    found
}

/// The name of an argument or of a field, which is no use of what is called so here.
fn is_label(node: Node<'_>) -> bool {
    let field = node.field_name();
    node.parent().is_some_and(|parent| {
        (parent.is("keyword_argument") && field == "name")
            || (parent.is("attribute") && field == "attribute")
    })
}

/// `if name not in ("a", "b"): raise ..`, as a statement of the function itself.
fn is_check(fork: Node<'_>, body: Node<'_>, name: &str) -> bool {
    let own = fork.parent().map(Node::id) == Some(body.id());
    let raises = fork
        .field("consequence")
        .and_then(|it| shape::statements(it).last())
        .is_some_and(|it| it.is("raise_statement"));
    let asked = fork.field("condition").filter(|it| {
        it.is("comparison_operator")
            && it.text().contains(" not in ")
            && it.text().starts_with(name)
    });
    let several = asked.is_some_and(|it| {
        let mut parts = it.named();
        let left = parts.next().is_some_and(|it| it.text() == name);
        let list = parts.next();
        let several = list.is_some_and(|it| {
            it.is_any(&["tuple", "list", "set"])
                && it.named().count() > 1
                && it.named().all(|it| it.is_any(&["string", "integer"]))
        });
        left && several
    });
    fork.is("if_statement") && own && raises && several && fork.field("alternative").is_none()
}
