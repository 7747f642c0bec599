//! TypeScript expressions that mean the same whatever the function is given, and those that only fail.

use super::shape;
use crate::phrases;
use crate::syntax::Node;

/// How deep a value is looked into.
const DEPTH_MAX: u8 = 8;

/// How many parts of a list or object are looked at.
const PARTS_MAX: usize = 64;

/// How much of a node is searched for a message, in nodes.
const MESSAGE_NODES_MAX: usize = 64;

/// Names of the objects that answer a request.
const RESPONSES: [&str; 9] = [
    "Response",
    "NextResponse",
    "res",
    "response",
    "reply",
    "ctx",
    "c",
    "json",
    "event",
];

/// An expression without any input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// Nothing at all: `undefined`, `return;`, `Promise.resolve()`.
    Nothing,
    /// Empty, zero, `null`.
    Default,
    /// Any other literal.
    Fixed,
}

/// The value of an expression that takes no input; `None` when it takes some or cannot be told.
pub(super) fn value(expression: Node<'_>) -> Option<Value> {
    fixed(shape::bare(expression), DEPTH_MAX)
}

/// Whether an expression answers a request with literals alone: `res.json([])`, `Response.json({})`.
pub(super) fn literal_response(expression: Node<'_>) -> bool {
    let constructed = expression.is("new_expression")
        && expression
            .field("constructor")
            .is_some_and(|c| RESPONSES.contains(&c.text()));
    let called = expression.field("function").is_some_and(|callee| {
        let methods = ["json", "send", "end", "sendStatus", "html", "text"];
        expression.is("call_expression")
            && RESPONSES.contains(&shape::first_name(callee))
            && methods.contains(&shape::last_name(callee))
    });
    let literal = || {
        let arguments = expression.field("arguments");
        let mut arguments = arguments.into_iter().flat_map(Node::named).take(PARTS_MAX);
        arguments.all(|argument| value(argument).is_some())
    };
    (constructed || called) && literal()
}

/// Whether an answer made of literals is a list that holds nothing, or holds nothing but such lists: `[]`, `{ items: [] }`.
/// An empty object is how many acknowledge.
pub(super) fn empty_list_response(expression: Node<'_>) -> bool {
    let arguments = expression.field("arguments");
    let Some(given) = arguments.and_then(|a| a.named().next()).map(shape::bare) else {
        return false;
    };
    let empty = |node: Node<'_>| node.is("array") && value(node) == Some(Value::Default);
    let mut parts = given.named().take(PARTS_MAX).peekable();
    empty(given)
        || (given.is("object")
            && parts.peek().is_some()
            && parts.all(|part| part.field("value").map(shape::bare).is_some_and(empty)))
}

/// Whether a statement throws, or an expression rejects or answers, with "not implemented".
pub(super) fn says_unimplemented(node: Node<'_>) -> bool {
    let inside = || {
        std::iter::once(node)
            .chain(node.descendants())
            .take(MESSAGE_NODES_MAX)
    };
    let message = || {
        inside()
            .filter_map(shape::string)
            .any(phrases::not_implemented)
    };
    let error = || {
        inside()
            .filter(|n| n.is("identifier"))
            .any(|n| n.text().starts_with("NotImplemented"))
    };
    match node.kind() {
        "throw_statement" => message() || error(),
        "call_expression" => {
            let rejects = node
                .field("function")
                .is_some_and(|f| f.text() == "Promise.reject");
            (rejects || literal_response(node)) && (message() || error())
        }
        "new_expression" => literal_response(node) && message(),
        _ => false,
    }
}

/// Whether a statement throws, saying that what it refuses will come.
pub(super) fn says_it_comes_later(node: Node<'_>) -> bool {
    let mut inside = node.descendants().take(MESSAGE_NODES_MAX);
    node.is("throw_statement")
        && inside.any(|n| match n.kind() {
            "string" | "template_string" => phrases::comes_later(n.text()),
            _ => false,
        })
}

fn fixed(node: Node<'_>, depth: u8) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let node = shape::bare(node);
    match node.kind() {
        "undefined" => Some(Value::Nothing),
        "null" | "false" => Some(Value::Default),
        "true" | "regex" => Some(Value::Fixed),
        "number" => {
            let zero = node.text().chars().all(|c| !matches!(c, '1'..='9'));
            Some(default_if(zero))
        }
        "string" | "template_string" => shape::string(node).map(|text| default_if(text.is_empty())),
        "array" => parts(node, depth, Some),
        "object" => parts(node, depth, |part| {
            part.field("value").filter(|_| part.is("pair"))
        }),
        "binary_expression" => {
            let (left, right) = (node.field("left")?, node.field("right")?);
            fixed(left, depth)
                .and(fixed(right, depth))
                .map(|_| Value::Fixed)
        }
        "unary_expression" => match node.children().next()?.text() {
            "void" => fixed(node.named().next()?, depth).map(|_| Value::Nothing),
            "-" | "+" | "!" => fixed(node.named().next()?, depth),
            _ => None,
        },
        "new_expression" => {
            let name = node.field("constructor")?.text();
            let bare = node
                .field("arguments")
                .is_none_or(|a| a.named().next().is_none());
            let empty = ["Map", "Set", "WeakMap", "WeakSet", "Array", "Object"];
            (bare && empty.contains(&name)).then_some(Value::Default)
        }
        "call_expression" => {
            let callee = node.field("function")?.text();
            let argument = node.field("arguments")?.named().next();
            match (callee, argument) {
                ("Promise.resolve", None) => Some(Value::Nothing),
                ("Promise.resolve", Some(argument)) => fixed(argument, depth),
                _ => None,
            }
        }
        _ => None,
    }
}

fn parts<'t>(
    whole: Node<'t>,
    depth: u8,
    value: impl Fn(Node<'t>) -> Option<Node<'t>>,
) -> Option<Value> {
    let mut sum = Value::Default;
    for part in whole.named().take(PARTS_MAX) {
        fixed(value(part)?, depth)?;
        sum = Value::Fixed;
    }
    Some(sum)
}

fn default_if(default: bool) -> Value {
    if default {
        Value::Default
    } else {
        Value::Fixed
    }
}
