//! Small questions about Java nodes that several passes ask.

use crate::scan::unquoted;
use crate::syntax::Node;

/// How many layers around a value or below a name are taken off.
const LAYERS_MAX: usize = 24;

/// How many annotations, supertypes or parameters of one declaration are looked at.
const PARTS_MAX: usize = 256;

/// How many members of a type are looked at where each of them may ask about all.
pub(super) const MEMBERS_MAX: usize = 1_000;

/// Longest name that is looked into or joined with others, in bytes.
const NAME_BYTES_MAX: usize = 256;

/// Declarations of types.
pub(super) const TYPES: [&str; 5] = [
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "record_declaration",
    "annotation_type_declaration",
];

/// What members of a type stand in.
pub(super) const BODIES: [&str; 5] = [
    "class_body",
    "interface_body",
    "enum_body",
    "enum_body_declarations",
    "annotation_type_body",
];

/// Declarations of things that run.
pub(super) const FUNCTIONS: [&str; 3] = [
    "method_declaration",
    "constructor_declaration",
    "compact_constructor_declaration",
];

/// Whether a modifier such as `static` stands on a declaration.
pub(super) fn has(declaration: Node<'_>, modifier: &str) -> bool {
    let modifiers = declaration.child("modifiers");
    modifiers.is_some_and(|all| all.children().any(|one| one.is(modifier)))
}

/// The annotations on a declaration.
pub(super) fn annotations(declaration: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let modifiers = declaration.child("modifiers").into_iter();
    let all = modifiers.flat_map(Node::children);
    all.filter(|n| n.is_any(&["marker_annotation", "annotation"]))
        .take(PARTS_MAX)
}

/// `Get` for `@web.Get("/users")`.
pub(super) fn annotation_name(annotation: Node<'_>) -> &str {
    let name = annotation.field("name").map_or("", Node::text);
    name.rsplit('.').next().unwrap_or(name).trim()
}

/// Whether one of these annotations stands on a declaration.
pub(super) fn is_marked(declaration: Node<'_>, names: &[&str]) -> bool {
    annotations(declaration).any(|it| names.contains(&annotation_name(it)))
}

/// The type that a body of members belongs to: a declaration, an enum's constant, or `new T() { .. }`.
pub(super) fn owner_of(body: Node<'_>) -> Option<Node<'_>> {
    let around = body.parent()?;
    match around.kind() {
        "enum_body" => around.parent(),
        _ => Some(around),
    }
}

/// The type declaration directly around a member.
pub(super) fn class_of(member: Node<'_>) -> Option<Node<'_>> {
    owner_of(member.parent().filter(|body| body.is_any(&BODIES))?)
}

/// The class around the method that a node stands in.
pub(super) fn class_of_place(node: Node<'_>) -> Option<Node<'_>> {
    function_around(node).and_then(class_of)
}

/// The function around a node, lambdas not counted.
pub(super) fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|n| n.is_any(&FUNCTIONS))
}

/// An expression without parentheses and casts.
pub(super) fn bare(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    for _ in 0..LAYERS_MAX {
        let inner = match at.kind() {
            "parenthesized_expression" => at.named().next(),
            "cast_expression" => at.field("value"),
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at
}

/// The expression of a statement: without `return`, `;` and what [`bare`] takes off.
pub(super) fn expression(statement: Node<'_>) -> Node<'_> {
    match statement.kind() {
        "return_statement" | "expression_statement" | "yield_statement" => {
            statement.named().next().map_or(statement, bare)
        }
        _ => bare(statement),
    }
}

/// The arguments of a call or creation.
pub(super) fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    call.field("arguments").into_iter().flat_map(Node::named)
}

/// The name of the method that is called; empty for anything else.
pub(super) fn method(call: Node<'_>) -> &str {
    match call.kind() {
        "method_invocation" => call.field("name").map_or("", Node::text),
        _ => "",
    }
}

/// Where a chain of calls and fields begins: `a` for `a.b().c()`.
pub(super) fn first(expression: Node<'_>) -> Node<'_> {
    chain(expression).last().unwrap_or(expression)
}

/// A chain of calls and fields from its end to where it begins.
pub(super) fn chain(expression: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(Some(expression), |at| before(*at)).take(LAYERS_MAX)
}

fn before(link: Node<'_>) -> Option<Node<'_>> {
    match link.kind() {
        "method_invocation" | "field_access" => link.field("object"),
        "parenthesized_expression" => link.named().next(),
        _ => None,
    }
}

/// The last name of an object: `repo` for `this.repo`, `repo()` and `a.repo`.
pub(super) fn last_name(object: Node<'_>) -> &str {
    match object.kind() {
        "field_access" => object.field("field").map_or("", Node::text),
        "method_invocation" => method(object),
        _ => object.text(),
    }
}

/// The text of a string literal without holes, and without its quotes.
pub(super) fn string(node: Node<'_>) -> Option<&str> {
    let whole = node.is("string_literal") && node.child("string_interpolation").is_none();
    let text = node.text();
    whole.then(|| match text.strip_prefix("\"\"\"") {
        Some(block) => block.strip_suffix("\"\"\"").unwrap_or(block).trim(),
        None => unquoted(text),
    })
}

/// The plain name of a type: `List` for `java.util.List<String>`.
pub(super) fn type_name(node: Node<'_>) -> &str {
    let mut at = node;
    for _ in 0..LAYERS_MAX {
        let inner = match at.kind() {
            "generic_type" => at.named().next(),
            "annotated_type" | "scoped_type_identifier" => at.named().last(),
            "array_type" => at.field("element"),
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at.text()
}

/// The parameters of a function, without its receiver.
pub(super) fn parameters(function: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = function.field("parameters").into_iter();
    let all = list.flat_map(Node::named);
    all.filter(|n| n.is_any(&["formal_parameter", "spread_parameter"]))
        .take(PARTS_MAX)
}

/// The name that a parameter, a variable or a pattern binds.
pub(super) fn bound_name(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "spread_parameter" => node.child("variable_declarator")?.field("name"),
        _ => node.field("name"),
    }
}

/// The type of a parameter.
pub(super) fn parameter_type(parameter: Node<'_>) -> Option<Node<'_>> {
    match parameter.kind() {
        "spread_parameter" => parameter.named().find(|n| !n.is("modifiers")),
        _ => parameter.field("type"),
    }
}

/// The plain names of the types that a type extends or implements.
pub(super) fn supertypes(declaration: Node<'_>) -> Vec<&str> {
    if declaration.is("object_creation_expression") {
        return declaration
            .field("type")
            .map(type_name)
            .into_iter()
            .collect();
    }
    let lists = declaration
        .named()
        .filter(|n| n.is_any(&["superclass", "super_interfaces", "extends_interfaces"]));
    let types = lists.flat_map(|list| match list.child("type_list") {
        Some(types) => types.named().take(PARTS_MAX).collect::<Vec<_>>(),
        None => list.named().take(PARTS_MAX).collect(),
    });
    types.map(type_name).take(PARTS_MAX).collect()
}

/// A name, unless it is longer than any that people write.
pub(super) fn short(name: &str) -> &str {
    match name.len() {
        0..=NAME_BYTES_MAX => name,
        _ => "",
    }
}

/// The statements of a block, declarations of local types left out.
pub(super) fn statements(block: Node<'_>) -> Vec<Node<'_>> {
    block.named().filter(|n| !n.is_any(&TYPES)).collect()
}
