//! Python expressions that mean the same whatever the function is given, and those that only fail.

use super::shape;
use crate::phrases;
use crate::syntax::Node;

/// How deep a value is looked into.
const DEPTH_MAX: u8 = 8;

/// How many parts of a list or dictionary are looked at.
const PARTS_MAX: usize = 64;

/// Calls that answer a request with what they are given.
const RESPONSES: [&str; 14] = [
    "jsonify",
    "JsonResponse",
    "JSONResponse",
    "ORJSONResponse",
    "UJSONResponse",
    "HttpResponse",
    "HTMLResponse",
    "PlainTextResponse",
    "Response",
    "make_response",
    "json_response",
    "json",
    "text",
    "html",
];

/// What an answer to a request carries beside its contents.
const ASIDE: [&str; 8] = [
    "status",
    "status_code",
    "headers",
    "content_type",
    "mimetype",
    "media_type",
    "safe",
    "background",
];

/// An expression without any input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// `None`, or nothing at all.
    Nothing,
    /// Empty, zero, `False`.
    Default,
    /// Any other literal.
    Fixed,
}

/// What an error says about work left undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// It is not there yet: `raise NotImplementedError`, `raise Exception("TODO")`.
    Unfinished,
    /// It is marked as work to come: "TODO".
    Marked,
    /// It is promised: "not implemented yet".
    Promised,
    /// Others have to write it: "subclasses must override this".
    Abstract,
    /// It is not to be had: "only on Windows".
    Unsupported,
}

/// The value of an expression that takes no input; `None` when it takes some or cannot be told.
pub(super) fn value(expression: Node<'_>) -> Option<Value> {
    fixed(expression, DEPTH_MAX)
}

/// Whether an expression answers a request with literals alone: `jsonify([])`, `Response({"ok": True}), 200`.
pub(super) fn literal_response(expression: Node<'_>) -> bool {
    let expression = shape::bare(expression);
    if expression.is_any(&["expression_list", "tuple"]) {
        let mut parts = expression.named();
        let answers = parts.next().is_some_and(response_call);
        return answers && parts.take(PARTS_MAX).all(|part| value(part).is_some());
    }
    response_call(expression)
}

fn response_call(expression: Node<'_>) -> bool {
    let call = shape::bare(expression);
    if !RESPONSES.contains(&shape::called(call)) {
        return false;
    }
    let list = call.field("arguments");
    let given = list.into_iter().flat_map(Node::named).filter(|argument| {
        let name = argument
            .field("name")
            .filter(|_| argument.is("keyword_argument"));
        name.is_none_or(|name| !ASIDE.contains(&name.text()))
    });
    let mut any = false;
    for argument in given.take(PARTS_MAX) {
        let given = argument
            .field("value")
            .filter(|_| argument.is("keyword_argument"))
            .unwrap_or(argument);
        if value(given).is_none() {
            return false;
        }
        any = true;
    }
    any
}

/// What a statement that only fails says about work left undone, if anything.
pub(super) fn refusal(statement: Node<'_>) -> Option<Refusal> {
    match statement.kind() {
        "raise_statement" => {
            let message = message(statement);
            let name = shape::first_raised(statement);
            let typed = matches!(name, "NotImplementedError" | "NotImplemented");
            if typed || phrases::not_implemented(&message) {
                Some(refusal_of(&message))
            } else {
                is_to_come(&message).then_some(Refusal::Promised)
            }
        }
        "assert_statement" => {
            let mut parts = statement.named();
            let never = parts
                .next()
                .is_some_and(|c| matches!(c.text(), "False" | "0"));
            let said = parts.next().map_or("", shape::first_text);
            (never && phrases::not_implemented(said)).then_some(Refusal::Unfinished)
        }
        _ => None,
    }
}

/// The texts in what a statement raises, one after the other.
fn message(statement: Node<'_>) -> String {
    let mut message = String::new();
    let inside = statement.descendants().take(PARTS_MAX);
    for text in inside.filter(|n| n.is("string_content")) {
        message.push_str(text.text());
        message.push(' ');
    }
    message
}

/// Whether a message says that something will be there some day.
pub(super) fn is_to_come(message: &str) -> bool {
    const SIGNS: [&str; 8] = [
        "not supported yet",
        "not yet supported",
        "not available yet",
        "not yet available",
        "not handled yet",
        "not yet handled",
        "coming soon",
        "not yet implemented",
    ];
    let lower = message.to_lowercase();
    SIGNS.iter().any(|sign| lower.contains(sign))
}

fn refusal_of(message: &str) -> Refusal {
    const PROMISES: [&str; 6] = [
        "yet",
        "later",
        "coming soon",
        "implement me",
        "implement this",
        "placeholder",
    ];
    const ABSTRACT: [&str; 11] = [
        "subclass",
        "sub-class",
        "derived",
        "overrid",
        "overload",
        "abstract",
        "child class",
        "must implement",
        "must be implemented",
        "should implement",
        "must provide",
    ];
    let lower = message.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let marked = message
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| matches!(word, "TODO" | "FIXME" | "TBD" | "WIP"));
    if has(&ABSTRACT) {
        Refusal::Abstract
    } else if marked {
        Refusal::Marked
    } else if phrases::not_implemented(message) && has(&PROMISES) {
        Refusal::Promised
    } else if message.trim().is_empty() || phrases::not_implemented(message) {
        Refusal::Unfinished
    } else {
        Refusal::Unsupported
    }
}

fn fixed(node: Node<'_>, depth: u8) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let node = shape::bare(node);
    match node.kind() {
        "none" | "ellipsis" => Some(Value::Nothing),
        "false" => Some(Value::Default),
        "true" => Some(Value::Fixed),
        "integer" | "float" => {
            let zero = node.text().chars().all(|c| !matches!(c, '1'..='9'));
            Some(default_if(zero))
        }
        "string" if !shape::has_holes(node) => {
            Some(default_if(shape::string(node).is_some_and(str::is_empty)))
        }
        "concatenated_string" if !shape::has_holes(node) => Some(Value::Fixed),
        "list" | "tuple" | "set" | "expression_list" => parts(node, depth),
        "dictionary" => pairs(node, depth),
        "unary_operator" => fixed(node.field("argument")?, depth),
        "not_operator" => fixed(node.field("argument")?, depth).map(|_| Value::Fixed),
        "call" => made(node),
        _ => None,
    }
}

/// `list()`, `dict()`, `defaultdict(list)`: empty.
fn made(call: Node<'_>) -> Option<Value> {
    let name = shape::callee(call).filter(|c| c.is("identifier"))?.text();
    let list = call.field("arguments").filter(|a| a.is("argument_list"))?;
    let mut arguments = list.named();
    let bare = arguments.next().is_none();
    let empty = [
        "list",
        "dict",
        "set",
        "tuple",
        "str",
        "int",
        "float",
        "bytes",
        "frozenset",
        "OrderedDict",
        "deque",
        "Counter",
    ];
    let empty = bare && empty.contains(&name);
    (empty || (name == "defaultdict" && arguments.next().is_none())).then_some(Value::Default)
}

fn parts(whole: Node<'_>, depth: u8) -> Option<Value> {
    let mut sum = Value::Default;
    for part in whole.named().take(PARTS_MAX) {
        fixed(part, depth)?;
        sum = Value::Fixed;
    }
    Some(sum)
}

fn pairs(whole: Node<'_>, depth: u8) -> Option<Value> {
    let mut sum = Value::Default;
    for pair in whole.named().take(PARTS_MAX) {
        fixed(pair.field("key")?, depth)?;
        fixed(pair.field("value")?, depth)?;
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
