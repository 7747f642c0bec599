//! Functions that a test makes for itself and never calls: nothing in them is ever reached.

use super::function_node::is_function;
use crate::facts::ByteRange;
use crate::syntax::Node;

/// A function of more nodes than this is not searched for calls.
const NODES_MAX: u32 = 6_000;

/// Functions that are a value.
const VALUES: [&str; 5] = [
    "arrow_function",
    "function_expression",
    "func_literal",
    "closure_expression",
    "lambda",
];

/// What asks of a value only that it is there.
const THERE: [&str; 5] = ["assert", "assert.ok", "t.ok", "t.truthy", "t.assert"];

/// The function at a node, if it bears a name within another one and nothing but a question whether it is there names it.
pub(super) fn find(node: Node<'_>, found: &mut Vec<ByteRange>) {
    let Some(name) = name_of(node) else { return };
    let Some(around) = node.ancestors().find(|it| is_function(*it)) else {
        return;
    };
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    if around.size() > NODES_MAX || !name.text().chars().all(plain) || name.text().starts_with('_')
    {
        return;
    }
    let inside = |it: &Node<'_>| node.start() <= it.start() && it.end() <= node.end();
    let mut names = around.descendants().filter(|it| it.is_leaf());
    let used = names.any(|it| {
        it.text() == name.text() && it.id() != name.id() && !inside(&it) && !is_only_there(it)
    });
    if !used {
        found.push(node.bytes());
    }
}

/// The name that a function is bound to where it stands.
fn name_of(node: Node<'_>) -> Option<Node<'_>> {
    if !node.is_any(&VALUES) {
        return None;
    }
    let list = |it: &Node<'_>| it.is("expression_list");
    let holder = node.ancestors().take(2).find(|it| !list(it))?;
    let bound = holder.is_any(&[
        "variable_declarator",
        "let_declaration",
        "short_var_declaration",
        "assignment",
    ]);
    let field = ["name", "pattern", "left"];
    let name = field.iter().find_map(|it| holder.field(it));
    let name = name.filter(|_| bound)?;
    let alone = name.named().next().filter(|it| list(&name) && it.is_leaf());
    alone.or(Some(name)).filter(|it| it.is_leaf())
}

/// Whether a name stands where it is only asked whether it is there.
fn is_only_there(name: Node<'_>) -> bool {
    let call = name.parent().filter(|it| it.is("arguments"));
    let Some(call) = call.and_then(Node::parent) else {
        return false;
    };
    let called = call.field("function").map_or("", Node::text);
    let behind = call.parent().and_then(|it| it.field("property"));
    let matcher = behind.map_or("", Node::text);
    THERE.contains(&called)
        || called == "expect" && matches!(matcher, "toBeDefined" | "toBeTruthy" | "toBeInstanceOf")
}
