//! Java expressions that mean the same whatever a method is given, and those that only say that nothing is there yet.

use super::shape;
use crate::phrases;
use crate::syntax::Node;

/// How deep a value is looked into.
const DEPTH_MAX: u8 = 8;

/// How many parts of a list are looked at.
const PARTS_MAX: usize = 64;

/// How much of an answer is looked at, in nodes.
const MADE_NODES_MAX: usize = 64;

/// How much of a node is searched for a message, in nodes.
const MESSAGE_NODES_MAX: usize = 64;

/// Types whose bare `new T()` is an empty thing.
const COLLECTIONS: [&str; 18] = [
    "ArrayList",
    "LinkedList",
    "HashMap",
    "LinkedHashMap",
    "TreeMap",
    "HashSet",
    "LinkedHashSet",
    "TreeSet",
    "ArrayDeque",
    "Vector",
    "Hashtable",
    "Properties",
    "ConcurrentHashMap",
    "CopyOnWriteArrayList",
    "PriorityQueue",
    "Object",
    "String",
    "StringBuilder",
];

/// Calls that make a thing out of nothing but their arguments, by type.
const MAKERS: [(&str, &[&str]); 20] = [
    ("List", &["of", "copyOf"]),
    ("Set", &["of", "copyOf"]),
    ("Map", &["of", "ofEntries", "entry"]),
    ("ImmutableList", &["of"]),
    ("ImmutableSet", &["of"]),
    ("ImmutableMap", &["of"]),
    ("Lists", &["newArrayList"]),
    ("Maps", &["newHashMap"]),
    ("Sets", &["newHashSet"]),
    ("Arrays", &["asList"]),
    ("Optional", &["of", "empty", "ofNullable"]),
    ("Stream", &["of", "empty"]),
    ("Mono", &["just", "empty", "justOrEmpty"]),
    ("Flux", &["just", "empty"]),
    ("CompletableFuture", &["completedFuture"]),
    ("Integer", &["valueOf"]),
    ("Long", &["valueOf"]),
    ("Double", &["valueOf"]),
    ("Boolean", &["valueOf"]),
    ("BigDecimal", &["valueOf"]),
];

/// What answers to requests are made with.
const RESPONSES: [&str; 4] = [
    "ResponseEntity",
    "Response",
    "ServerResponse",
    "HttpResponse",
];

/// An expression without any input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// Empty, zero, `null`.
    Default,
    /// Any other literal.
    Fixed,
}

/// The value of an expression that takes no input; `None` when it takes some or cannot be told.
pub(super) fn value(expression: Node<'_>) -> Option<Value> {
    fixed(expression, DEPTH_MAX)
}

fn fixed(node: Node<'_>, depth: u8) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let node = shape::bare(node);
    match node.kind() {
        "null_literal" | "false" => Some(Value::Default),
        "true" | "character_literal" | "class_literal" => Some(Value::Fixed),
        "string_literal" => shape::string(node).map(|text| default_if(text.is_empty())),
        kind if kind.ends_with("_literal") => {
            let zero = node
                .text()
                .chars()
                .all(|c| !matches!(c, '1'..='9' | 'a'..='e'));
            Some(default_if(zero))
        }
        "unary_expression" => fixed(node.field("operand")?, depth),
        "binary_expression" => {
            fixed(node.field("left")?, depth)?;
            fixed(node.field("right")?, depth)?;
            Some(Value::Fixed)
        }
        "array_initializer" => parts(node.named(), depth),
        "array_creation_expression" => match node.field("value") {
            Some(initial) => fixed(initial, depth),
            None => {
                let sizes = node.named().filter(|n| n.is("dimensions_expr"));
                parts(sizes.flat_map(Node::named), depth).map(|_| Value::Default)
            }
        },
        "object_creation_expression" => {
            let bare = is_collection(node) && shape::arguments(node).next().is_none();
            bare.then_some(Value::Default)
        }
        "field_access" => constant(node.text()),
        "method_invocation" => made(node, depth),
        _ => None,
    }
}

/// Whether a creation makes a plain collection or text, without members of its own.
pub(super) fn is_collection(creation: Node<'_>) -> bool {
    let name = creation.field("type").map_or("", shape::type_name);
    COLLECTIONS.contains(&name) && creation.child("class_body").is_none()
}

/// Constants of the library that everyone knows.
fn constant(text: &str) -> Option<Value> {
    match text {
        "Boolean.FALSE"
        | "BigDecimal.ZERO"
        | "BigInteger.ZERO"
        | "Collections.EMPTY_LIST"
        | "Collections.EMPTY_MAP"
        | "Collections.EMPTY_SET"
        | "Duration.ZERO" => Some(Value::Default),
        "Boolean.TRUE" | "BigDecimal.ONE" | "BigDecimal.TEN" | "BigInteger.ONE"
        | "Integer.MAX_VALUE" | "Long.MAX_VALUE" => Some(Value::Fixed),
        _ => None,
    }
}

/// `List.of(..)`, `Optional.empty()`, `Collections.emptyList()`.
fn made(call: Node<'_>, depth: u8) -> Option<Value> {
    let object = call.field("object")?.text();
    let method = shape::method(call);
    let mut arguments = shape::arguments(call);
    if object == "Collections" && method.starts_with("empty") {
        return Some(Value::Default);
    }
    let single = object == "Collections" && method.starts_with("singleton");
    let known = MAKERS.iter().any(|(of, methods)| {
        let stream = *of == "Stream" && object.ends_with("Stream");
        (*of == object || stream) && methods.contains(&method)
    });
    if !known && !single {
        return None;
    }
    let holder = !matches!(
        object,
        "Mono" | "CompletableFuture" | "Integer" | "Long" | "Double" | "Boolean" | "BigDecimal"
    );
    match (holder, arguments.next()) {
        (_, None) => Some(Value::Default),
        (false, Some(only)) => fixed(only, depth),
        (true, Some(first)) => parts(std::iter::once(first).chain(arguments), depth),
    }
}

fn parts<'t>(all: impl Iterator<Item = Node<'t>>, depth: u8) -> Option<Value> {
    let mut sum = Value::Default;
    for part in all.take(PARTS_MAX) {
        fixed(part, depth)?;
        sum = Value::Fixed;
    }
    Some(sum)
}

/// Whether an expression answers a request with literals alone: `ResponseEntity.ok(List.of())`.
pub(super) fn literal_response(expression: Node<'_>) -> bool {
    let literal = |argument: Node<'_>| {
        let text = argument.text();
        let status = ["HttpStatus.", "Status.", "MediaType.", "Response.Status."]
            .iter()
            .any(|prefix| text.starts_with(prefix));
        status || value(argument).is_some()
    };
    if expression.is("object_creation_expression") {
        let of = expression.field("type").map_or("", shape::type_name);
        return RESPONSES.contains(&of) && shape::arguments(expression).all(literal);
    }
    let responds =
        expression.is("method_invocation") && RESPONSES.contains(&shape::first(expression).text());
    responds
        && shape::chain(expression)
            .filter(|n| n.is("method_invocation"))
            .all(|call| shape::arguments(call).all(literal))
}

/// Whether a statement throws, or an expression answers or fails with, "not implemented".
pub(super) fn says_unimplemented(node: Node<'_>) -> bool {
    let inside = || {
        let all = std::iter::once(node).chain(node.descendants());
        all.take(MESSAGE_NODES_MAX)
    };
    let says = || inside().filter_map(shape::string).any(is_unfinished);
    let named = || {
        inside()
            .filter(|n| n.is_any(&["type_identifier", "identifier"]))
            .any(|n| n.text().starts_with("NotImplemented") || n.text() == "NOT_IMPLEMENTED")
    };
    let fails = |call: Node<'_>| {
        matches!(
            shape::method(call),
            "failedFuture" | "error" | "failedStage"
        ) && shape::arguments(call).any(|it| it.is("object_creation_expression"))
    };
    match node.kind() {
        "throw_statement" => says() || named(),
        "method_invocation" => {
            (fails(node) && (says() || named())) || (literal_response(node) && named())
        }
        "object_creation_expression" => literal_response(node) && named(),
        _ => false,
    }
}

/// Whether a statement throws what says that it will come: "not supported yet".
pub(super) fn says_later(statement: Node<'_>) -> bool {
    let inside = statement.descendants().take(MESSAGE_NODES_MAX);
    inside.filter_map(shape::string).any(phrases::comes_later)
}

/// Whether a message says so in the words of people or of an editor's template.
pub(super) fn is_unfinished(message: &str) -> bool {
    let plain = message.trim().trim_end_matches(['.', '!']).to_lowercase();
    phrases::not_implemented(message) || plain == "not supported yet"
}

fn default_if(default: bool) -> Value {
    match default {
        true => Value::Default,
        false => Value::Fixed,
    }
}

/// Whether a call only takes what is in a collection over, or shows it.
pub(super) fn copies(call: Node<'_>) -> bool {
    match call.kind() {
        "object_creation_expression" => is_collection(call),
        "method_invocation" => {
            let method = shape::method(call);
            let object = call.field("object").map_or("", Node::text);
            matches!(method, "copyOf" | "valueOf" | "join")
                || (method == "addAll" && object != "Collections")
                || method.starts_with("unmodifiable")
                || (method == "ok" && object == "ResponseEntity")
        }
        _ => false,
    }
}

/// `URI.create("urn:none")`: a thing made of literals alone.
pub(super) fn takes_nothing(expression: Node<'_>) -> bool {
    let made = expression.is_any(&["method_invocation", "object_creation_expression"]);
    let of_type = |it: Node<'_>| {
        let object = it.field("object");
        it.is("object_creation_expression")
            || object.is_some_and(|it| shape::last_name(it).starts_with(char::is_uppercase))
    };
    let parts = || expression.descendants().take(MADE_NODES_MAX);
    let literal = parts().any(|it| it.kind().ends_with("_literal"));
    let mut variables = parts().filter(|it| {
        let name = it.is("identifier") && it.text().starts_with(char::is_lowercase);
        let holder = it.parent();
        let called =
            holder.is_some_and(|it| it.is("method_invocation")) && it.field_name() == "name";
        let path = holder.is_some_and(|it| it.is("scoped_type_identifier")) || is_package(*it);
        it.is_any(&["this", "lambda_expression", "class_body"]) || (name && !called && !path)
    });
    made && of_type(expression) && literal && variables.next().is_none()
}

/// Whether a name begins a type written out with its package: `java` of `java.util.Locale.ROOT`.
fn is_package(name: Node<'_>) -> bool {
    let mut path = name.ancestors().take_while(|it| it.is("field_access"));
    path.any(|it| {
        let field = it.field("field");
        field.is_some_and(|it| it.text().starts_with(char::is_uppercase))
    })
}
