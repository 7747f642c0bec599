//! Small questions about TypeScript nodes that several passes ask.

use crate::phrases;
use crate::scan::unquoted;
use crate::syntax::Node;

/// Kinds of nodes that do something: a call, or something that is set.
pub(in crate::script) const WORKS: [&str; 6] = [
    "call_expression",
    "new_expression",
    "await_expression",
    "assignment_expression",
    "augmented_assignment_expression",
    "update_expression",
];

/// How many layers around a value or below a name are taken off.
const LAYERS_MAX: usize = 12;

/// How many parts of one pattern are looked at.
const PATTERN_PARTS_MAX: usize = 2_000;

/// Nodes that are functions with a body.
pub(super) const FUNCTIONS: [&str; 6] = [
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "arrow_function",
    "method_definition",
];

/// Nodes that may define something.
pub(super) const DEFINING: [&str; 17] = [
    "function_declaration",
    "generator_function_declaration",
    "function_signature",
    "class_declaration",
    "abstract_class_declaration",
    "interface_declaration",
    "type_alias_declaration",
    "enum_declaration",
    "internal_module",
    "module",
    "method_definition",
    "abstract_method_signature",
    "pair",
    "public_field_definition",
    "variable_declarator",
    "assignment_expression",
    "export_statement",
];

/// Calls that give back the function they are given, dressed up.
const WRAPPERS: [&str; 14] = [
    "memo",
    "forwardRef",
    "useCallback",
    "observer",
    "asyncHandler",
    "catchAsync",
    "cache",
    "debounce",
    "throttle",
    "defineEventHandler",
    "eventHandler",
    "action",
    "wrap",
    "withAuth",
];

/// Names that tests hang on, given by a harness: `tap.test`, `t.test`.
const HARNESSES: [&str; 11] = [
    "tap", "t", "st", "tt", "ctx", "tape", "ava", "QUnit", "Deno", "lab", "suite",
];

/// An expression without parentheses, casts, `await` and `!`.
pub(super) fn bare(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    for _ in 0..LAYERS_MAX {
        let layer = at.is_any(&[
            "parenthesized_expression",
            "as_expression",
            "satisfies_expression",
            "non_null_expression",
            "await_expression",
            "type_assertion",
        ]);
        let inner = match at.kind() {
            "type_assertion" => at.named().last(),
            _ => at.named().next(),
        };
        match inner {
            Some(inner) if layer => at = inner,
            Some(_) | None => break,
        }
    }
    at
}

/// The expression of a statement: without `return`, `;` and what [`bare`] takes off.
pub(super) fn expression(statement: Node<'_>) -> Node<'_> {
    match statement.kind() {
        "return_statement" | "expression_statement" => {
            statement.named().next().map_or(statement, bare)
        }
        _ => bare(statement),
    }
}

/// The function a value is: directly, or dressed up (`memo(() => ..)`).
pub(super) fn function_of(value: Node<'_>) -> Option<Node<'_>> {
    let mut at = bare(value);
    for _ in 0..LAYERS_MAX {
        if at.is_any(&FUNCTIONS) {
            return Some(at);
        }
        let callee = at
            .is("call_expression")
            .then(|| at.field("function"))
            .flatten()?;
        if !WRAPPERS.contains(&last_name(callee)) {
            return None;
        }
        at = bare(at.field("arguments")?.named().next()?);
    }
    None
}

/// The last name of a callee: `json` for `res.status(1).json`.
pub(super) fn last_name(callee: Node<'_>) -> &str {
    match callee.field("property") {
        Some(property) => property.text(),
        None => callee.text(),
    }
}

/// Whether the name of a function says that doing nothing is the point, or that of what it is a part of: `noopLogger`.
pub(super) fn is_of_nothing(function: Node<'_>, name: &str) -> bool {
    let owns = ["variable_declarator", "class_declaration"];
    let mut around = function.ancestors().take(LAYERS_MAX);
    let owner = around.find(|it| it.is_any(&owns));
    let owner = owner.and_then(|it| it.field("name"));
    phrases::promises_nothing(name) || owner.is_some_and(|it| phrases::promises_nothing(it.text()))
}

/// The word that begins a test or a group of them, as a callee has it: `test` for `test.each`, and for `tap.test`.
pub(super) fn test_word(callee: Node<'_>) -> &str {
    let first = first_name(callee);
    if !HARNESSES.contains(&first) {
        return first;
    }
    let mut at = callee;
    for _ in 0..LAYERS_MAX {
        let object = at.field("object").or_else(|| at.field("function"));
        match object {
            Some(object) if object.is("identifier") => return last_name(at),
            Some(object) => at = object,
            None => break,
        }
    }
    first
}

/// The first name of a callee: `res` for `res.status(1).json`.
pub(super) fn first_name(callee: Node<'_>) -> &str {
    let mut at = callee;
    for _ in 0..LAYERS_MAX {
        let next = match at.kind() {
            "member_expression" => at.field("object"),
            "call_expression" => at.field("function"),
            "await_expression" | "parenthesized_expression" | "non_null_expression" => {
                at.named().next()
            }
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at.text()
}

/// The text of a string literal, or of a template without holes.
pub(super) fn string(node: Node<'_>) -> Option<&str> {
    let whole = match node.kind() {
        "string" => true,
        "template_string" => node.child("template_substitution").is_none(),
        _ => false,
    };
    whole.then(|| unquoted(node.text()))
}

/// The specifier of `import("x")` or `require("x")`.
pub(super) fn loaded(call: Node<'_>) -> Option<Node<'_>> {
    let callee = call
        .is("call_expression")
        .then(|| call.field("function"))
        .flatten()?;
    let loads = callee.is("import") || (callee.is("identifier") && callee.text() == "require");
    let argument = call.field("arguments")?.named().next()?;
    (loads && string(argument).is_some()).then_some(argument)
}

/// Whether a value is a loaded module, or a property of one: `(await import("x")).default`.
pub(super) fn loads(value: Node<'_>) -> bool {
    let mut at = bare(value);
    for _ in 0..LAYERS_MAX {
        match at
            .is("member_expression")
            .then(|| at.field("object"))
            .flatten()
        {
            Some(object) => at = bare(object),
            None => break,
        }
    }
    loaded(at).is_some()
}

/// One name a pattern binds.
#[derive(Clone, Copy)]
pub(super) struct Bound<'t> {
    pub(super) name: Node<'t>,
    /// The property it is taken from, for `{ key: name }` at the top of the pattern.
    pub(super) key: Option<Node<'t>>,
}

/// The names a pattern binds; default values are no part of it.
pub(super) fn bound(pattern: Node<'_>) -> Vec<Bound<'_>> {
    let mut found = Vec::new();
    let mut open = vec![(pattern, None)];
    let mut parts = 0usize;
    while let Some((node, key)) = open.pop() {
        parts = parts.saturating_add(1);
        if parts > PATTERN_PARTS_MAX {
            break;
        }
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                found.push(Bound { name: node, key });
            }
            "object_pattern" | "array_pattern" | "rest_pattern" => {
                let mut children: Vec<Node<'_>> = node.named().collect();
                children.reverse();
                open.extend(children.into_iter().map(|child| (child, None)));
            }
            "pair_pattern" => {
                let value = node.field("value");
                open.extend(value.map(|value| (value, node.field("key"))));
            }
            "assignment_pattern" | "object_assignment_pattern" => {
                open.extend(node.field("left").map(|left| (left, key)));
            }
            _ => {}
        }
    }
    found
}

/// The parameters of a function, as patterns; `this` is none.
pub(super) fn parameters(function: Node<'_>) -> Vec<Node<'_>> {
    if let Some(single) = function.field("parameter") {
        return vec![single];
    }
    let list = function.field("parameters");
    list.into_iter()
        .flat_map(Node::named)
        .filter_map(|parameter| parameter.field("pattern"))
        .filter(|pattern| !pattern.is("this"))
        .collect()
}

/// A property's name: `a`, `"a"`, `#a`; `None` for a computed one.
pub(super) fn key(node: Node<'_>) -> Option<&str> {
    match node.kind() {
        "computed_property_name" => None,
        _ => Some(unquoted(node.text())),
    }
}

/// The statement or member that a function is, or is bound in, without a block between.
pub(super) fn statement_of(function: Node<'_>) -> Node<'_> {
    const HOLDERS: [&str; 5] = [
        "program",
        "statement_block",
        "class_body",
        "object",
        "switch_body",
    ];
    let mut at = function;
    for around in function.ancestors() {
        if around.is("export_statement") {
            return around;
        }
        if around.is_any(&HOLDERS) {
            break;
        }
        at = around;
    }
    at
}

/// Whether a name only stands in the list of what a function that is kept depends on: `useCallback(f, [name])`. What an
/// effect depends on makes it run again, which is a use.
pub(super) fn is_dependency(name: Node<'_>) -> bool {
    const KEPT: [&str; 3] = ["useCallback", "useMemo", "useImperativeHandle"];
    let list = name.parent().filter(|it| it.is("array"));
    let given = list.and_then(Node::parent).filter(|it| it.is("arguments"));
    let first = given.and_then(|it| it.named().next());
    let callee = given
        .and_then(Node::parent)
        .and_then(|it| it.field("function"));
    let later = first.is_some_and(|first| list.is_some_and(|list| list.id() != first.id()));
    later && callee.is_some_and(|it| KEPT.contains(&last_name(it)))
}
