//! Functions that answer requests, and answers that are the same whatever is asked.

use crate::phrases;
use crate::rust::attributes;
use crate::rust::values::{self, Value};
use crate::syntax::Node;

/// How deep an answer is wrapped.
const DEPTH_MAX: u8 = 6;

/// Attributes that bind a function to a path.
const ROUTES: [&str; 9] = [
    "get", "post", "put", "delete", "patch", "head", "route", "handler", "endpoint",
];

/// What types of answers are called.
const RETURNED: [&str; 8] = [
    "IntoResponse",
    "Json<",
    "HttpResponse",
    "Response",
    "Responder",
    "Html<",
    "Redirect",
    "Markup",
];

/// What types of parameters are called that a framework fills from a request.
const EXTRACTED: [&str; 8] = [
    "State<",
    "Path<",
    "Query<",
    "Json<",
    "Extension<",
    "Form<",
    "HttpRequest",
    "web::",
];

/// Words of names that promise no data: an answer to these is fixed by right.
const FIXED: [&str; 20] = [
    "health",
    "healthz",
    "healthcheck",
    "ready",
    "readyz",
    "readiness",
    "live",
    "livez",
    "liveness",
    "ping",
    "pong",
    "version",
    "root",
    "index",
    "robots",
    "favicon",
    "options",
    "preflight",
    "found",
    "fallback",
];

/// First words of names that promise data.
const ASKING: [&str; 12] = [
    "list", "get", "find", "search", "fetch", "load", "query", "all", "show", "read", "browse",
    "lookup",
];

/// Whether a function answers requests, as far as its head tells.
pub(in crate::rust) fn is_handler<'t>(function: Node<'t>, before: &[Node<'t>]) -> bool {
    let routed = before.iter().any(|a| {
        let path = a.text().contains("(\"/") || a.text().contains("uri = \"");
        ROUTES.contains(&attributes::name(*a)) && path
    });
    let returns = function.field("return_type").map_or("", Node::text);
    let returned = RETURNED.iter().any(|word| returns.contains(word));
    let parameters = function.field("parameters").map_or("", Node::text);
    let extracted = EXTRACTED.iter().any(|word| parameters.contains(word));
    let is_async = function
        .child("function_modifiers")
        .is_some_and(|it| it.text().contains("async"));
    routed || (returned && (extracted || is_async))
}

/// Whether a handler of that name answers the same by right.
pub(in crate::rust) fn is_fixed(name: &str) -> bool {
    let words = phrases::name_words(name);
    words.iter().any(|word| FIXED.contains(&word.as_str()))
}

/// Whether a handler of that name is asked for data.
pub(in crate::rust) fn is_asked(name: &str) -> bool {
    let words = phrases::name_words(name);
    words
        .first()
        .is_some_and(|first| ASKING.contains(&first.as_str()))
}

/// What an answer holds that takes no input; `None` where it takes some.
pub(in crate::rust) fn value(expression: Node<'_>) -> Option<Value> {
    inner(expression, DEPTH_MAX)
}

fn inner(expression: Node<'_>, depth: u8) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let expression = values::unwrap(expression);
    if let Some(value) = values::value(expression) {
        return Some(value);
    }
    match expression.kind() {
        "macro_invocation" => json(expression),
        "scoped_identifier" => status(expression).then_some(Value::Unit),
        "tuple_expression" => {
            let mut parts = expression.named().take(8).map(|part| inner(part, depth));
            let first = parts.next()??;
            parts.try_fold(first, |sum, part| Some(weaker(sum, part?)))
        }
        "call_expression" => call(expression, depth),
        _ => None,
    }
}

/// `Json(..)`, `Ok(..)`, `HttpResponse::Ok().json(..)`.
fn call(expression: Node<'_>, depth: u8) -> Option<Value> {
    let function = expression.field("function")?;
    let mut arguments = expression.field("arguments")?.named();
    let (first, second) = (arguments.next(), arguments.next());
    if second.is_some() {
        return None;
    }
    if function.is("field_expression") {
        let builder = function.field("value").filter(|it| is_builder(*it))?;
        let method = function.field("field")?.text();
        return match (method, first) {
            ("finish" | "into_response", None) => inner(builder, depth).or(Some(Value::Unit)),
            ("json" | "body" | "into_response", Some(body)) => inner(body, depth),
            _ => None,
        };
    }
    let name = function.text();
    let last = name.rsplit("::").next().unwrap_or(name);
    match (last, first) {
        ("Json" | "Ok" | "Html" | "Some" | "into_response", Some(body)) => inner(body, depth),
        (_, None) if name.starts_with("HttpResponse::") => Some(Value::Unit),
        _ => None,
    }
}

/// `HttpResponse::Ok()`, `StatusCode::OK`, `Json(..)`: what methods of an answer are called on.
fn is_builder(node: Node<'_>) -> bool {
    let text = node.text();
    ["HttpResponse::", "StatusCode::", "Json(", "("]
        .iter()
        .any(|start| text.starts_with(start))
}

fn status(path: Node<'_>) -> bool {
    let text = path.text();
    let owner = text.rsplit_once("::").map_or("", |(owner, _)| owner);
    owner.ends_with("StatusCode") || owner == "Status"
}

/// `json!([])`, `json!({ "a": 1 })` without a name in it.
fn json(invocation: Node<'_>) -> Option<Value> {
    let name = invocation.field("macro")?.text();
    let tokens = invocation.child("token_tree")?;
    let mut names = tokens.descendants().filter(|n| n.is("identifier"));
    let known = |word: &str| matches!(word, "null" | "true" | "false");
    if name.rsplit("::").next() != Some("json") || names.any(|n| !known(n.text())) {
        return None;
    }
    let empty = !tokens.descendants().any(|n| n.kind().ends_with("_literal"));
    Some(match empty {
        true => Value::Default,
        false => Value::Fixed,
    })
}

/// What two parts of an answer hold together: the one that says more.
fn weaker(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Fixed, _) | (_, Value::Fixed) => Value::Fixed,
        (Value::Default, _) | (_, Value::Default) => Value::Default,
        (Value::Unit, Value::Unit) => Value::Unit,
    }
}
