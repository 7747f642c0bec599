//! Small questions about Python nodes that several passes ask.

use crate::syntax::Node;

/// How many layers around a value or below a name are taken off.
const LAYERS_MAX: usize = 12;

/// How many parts of one pattern are looked at.
const PATTERN_PARTS_MAX: usize = 2_000;

/// How much of a node is searched for its first text, in nodes.
const TEXT_NODES_MAX: usize = 64;

/// An expression without its statement, parentheses and `await`.
pub(super) fn bare(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    for _ in 0..LAYERS_MAX {
        let mut inner = at.named();
        let layer = at.is_any(&["expression_statement", "parenthesized_expression", "await"]);
        match (inner.next(), inner.next()) {
            (Some(only), None) if layer => at = only,
            (Some(_) | None, _) => break,
        }
    }
    at
}

/// What a `return` hands back; the node itself for anything else.
pub(super) fn returned(statement: Node<'_>) -> Option<Node<'_>> {
    match statement.kind() {
        "return_statement" => statement.named().next().map(bare),
        _ => Some(bare(statement)),
    }
}

/// The last name of a dotted expression: `c` for `a.b.c`, for `a.b[0].c` and for `a.b.c[T]`.
pub(super) fn last_name(node: Node<'_>) -> &str {
    let mut at = node;
    for _ in 0..LAYERS_MAX {
        let next = match at.kind() {
            "attribute" => return at.field("attribute").map_or("", Node::text),
            "subscript" => at.field("value"),
            "generic_type" | "type" | "parenthesized_expression" => at.named().next(),
            "call" => at.field("function"),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    if at.is("identifier") { at.text() } else { "" }
}

/// The first name of an expression: `db` for `db.query(1).all()`.
pub(super) fn first_name(node: Node<'_>) -> &str {
    root(node).map_or("", Node::text)
}

/// The name that an expression begins with.
pub(super) fn root(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    for _ in 0..LAYERS_MAX.saturating_mul(4) {
        at = match at.kind() {
            "attribute" => at.field("object")?,
            "subscript" => at.field("value")?,
            "call" => at.field("function")?,
            "await" | "parenthesized_expression" => at.named().next()?,
            "identifier" => return Some(at),
            _ => return None,
        };
    }
    None
}

/// The callee of a call.
pub(super) fn callee(node: Node<'_>) -> Option<Node<'_>> {
    match node.is("call") {
        true => node.field("function"),
        false => None,
    }
}

/// The last name of what is called; empty for anything but a call.
pub(super) fn called(node: Node<'_>) -> &str {
    callee(node).map_or("", last_name)
}

/// The arguments of a call that have no name.
pub(super) fn arguments<'t>(call: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let list = call.field("arguments").filter(|a| a.is("argument_list"));
    list.into_iter()
        .flat_map(Node::named)
        .filter(|a| !a.is("keyword_argument"))
}

/// The text of a string literal without holes and escapes.
pub(super) fn string(node: Node<'_>) -> Option<&str> {
    if !node.is("string") || node.child("interpolation").is_some() {
        return None;
    }
    let mut parts = node.children().filter(|n| n.is("string_content"));
    match (parts.next(), parts.next()) {
        (None, _) => Some(""),
        (Some(only), None) => Some(only.text()),
        (Some(_), Some(_)) => None,
    }
}

/// The first words of text inside a node; empty for none.
pub(super) fn first_text(node: Node<'_>) -> &str {
    let mut inside = std::iter::once(node)
        .chain(node.descendants())
        .take(TEXT_NODES_MAX);
    inside
        .find(|n| n.is("string_content"))
        .map_or("", Node::text)
}

/// Whether a statement is a text that stands alone: a docstring, or a note written as one.
pub(super) fn is_docstring(statement: Node<'_>) -> bool {
    if !statement.is("expression_statement") {
        return false;
    }
    let mut inner = statement.named();
    match (inner.next(), inner.next()) {
        (Some(only), None) => only.is_any(&["string", "concatenated_string"]) && !has_holes(only),
        (Some(_) | None, _) => false,
    }
}

/// Whether a string takes anything in.
pub(super) fn has_holes(string: Node<'_>) -> bool {
    string.descendants().any(|n| n.is("interpolation"))
}

/// The statements of a block that are more than a text.
pub(super) fn statements<'t>(block: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    block.named().filter(|s| !is_docstring(*s))
}

/// Whether a statement says in so many words that nothing is to be done: `pass`, `...`.
pub(super) fn is_pass(statement: Node<'_>) -> bool {
    statement.is("pass_statement") || bare(statement).is("ellipsis")
}

/// A definition with its decorators around it.
pub(super) fn decorated(definition: Node<'_>) -> Node<'_> {
    definition
        .parent()
        .filter(|p| p.is("decorated_definition"))
        .unwrap_or(definition)
}

/// The decorators on a definition, as expressions.
pub(super) fn decorators<'t>(definition: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let around = definition.parent().filter(|p| p.is("decorated_definition"));
    around
        .into_iter()
        .flat_map(Node::named)
        .filter(|n| n.is("decorator"))
        .filter_map(|n| n.named().next())
}

/// The function or class that a node stands in, and is not itself: a lambda counts as a function.
pub(super) fn holder(node: Node<'_>) -> Option<Node<'_>> {
    let mut around = node.ancestors();
    around.find(|n| n.is_any(&["function_definition", "class_definition", "lambda"]))
}

/// The class that a function is a method of.
pub(super) fn class_of(function: Node<'_>) -> Option<Node<'_>> {
    holder(function).filter(|h| h.is("class_definition"))
}

/// Whether a statement stands at the level of the module, `if` and `try` around it allowed.
pub(super) fn at_module_level(node: Node<'_>) -> bool {
    holder(node).is_none()
}

/// The names that a pattern binds. What it takes apart by `.` or `[]` is bound elsewhere.
pub(super) fn bound(pattern: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![pattern];
    let mut parts = 0usize;
    while let Some(node) = open.pop() {
        parts = parts.saturating_add(1);
        if parts > PATTERN_PARTS_MAX {
            break;
        }
        match node.kind() {
            "identifier" => found.push(node),
            "pattern_list"
            | "tuple_pattern"
            | "list_pattern"
            | "list_splat_pattern"
            | "dictionary_splat_pattern"
            | "as_pattern_target"
            | "parenthesized_expression"
            | "tuple"
            | "list"
            | "list_splat" => {
                let mut children: Vec<Node<'_>> = node.named().collect();
                children.reverse();
                open.extend(children);
            }
            _ => {}
        }
    }
    found
}

/// The name nodes of a function's parameters, the receiver of a method left out.
pub(super) fn parameters(function: Node<'_>) -> Vec<Node<'_>> {
    let list = function.field("parameters");
    let names = list.into_iter().flat_map(Node::named).flat_map(parameter);
    let receiver = class_of(function).is_some() && !is_static(function);
    names.skip(usize::from(receiver)).collect()
}

/// The names that one parameter binds.
pub(super) fn parameter(parameter: Node<'_>) -> Vec<Node<'_>> {
    match parameter.kind() {
        "default_parameter" | "typed_default_parameter" => {
            parameter.field("name").map_or_else(Vec::new, bound)
        }
        "typed_parameter" => {
            let name = parameter.named().find(|n| n.field_name() != "type");
            name.map_or_else(Vec::new, bound)
        }
        _ => bound(parameter),
    }
}

fn is_static(function: Node<'_>) -> bool {
    decorators(function).any(|d| last_name(d) == "staticmethod")
}

/// Whether a condition asks whether only types are looked at.
pub(super) fn asks_for_types(condition: Node<'_>) -> bool {
    matches!(last_name(condition), "TYPE_CHECKING" | "MYPY")
}

/// Whether a node is there for type checkers alone.
pub(super) fn for_types(node: Node<'_>) -> bool {
    let mut inside = node;
    for around in node.ancestors() {
        let guarded = around.is("if_statement")
            && inside.field_name() == "consequence"
            && around.field("condition").is_some_and(asks_for_types);
        if guarded {
            return true;
        }
        inside = around;
    }
    false
}

/// The name of what a `raise` raises; empty for what is no name.
pub(super) fn first_raised(statement: Node<'_>) -> &str {
    let raised = statement.named().find(|n| n.field_name() != "cause");
    raised.map_or("", last_name)
}
