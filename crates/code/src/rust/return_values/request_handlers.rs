//! Functions that answer requests, and answers that are the same whatever is asked.

use crate::phrases;
use crate::rust::attributes;
use crate::syntax::Node;

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
