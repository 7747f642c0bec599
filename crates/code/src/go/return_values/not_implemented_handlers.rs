//! Handlers of web requests that answer that they are not implemented, whatever was asked.

use crate::go::bodies::hollow::{Flaw, certain_if};
use crate::go::shape::{self, Call, Head};
use crate::go::values::{self, Locals};
use crate::parts::Reason;
use crate::phrases;
use crate::syntax::Node;

/// How much of an answer is searched for texts, in nodes.
const ANSWER_NODES_MAX: usize = 600;

/// How deep an answer is looked into.
const DEPTH_MAX: u8 = 6;

/// Methods of a framework's context that answer.
const SENDS: [&str; 18] = [
    "JSON",
    "IndentedJSON",
    "PureJSON",
    "SecureJSON",
    "AsciiJSON",
    "JSONP",
    "JSONPretty",
    "XML",
    "YAML",
    "String",
    "Data",
    "Blob",
    "Send",
    "SendString",
    "SendStatus",
    "NoContent",
    "Status",
    "AbortWithStatusJSON",
];

/// Words of names whose rightful answer is always the same.
const SAME: [&str; 40] = [
    "health",
    "healthy",
    "healthz",
    "healthcheck",
    "ping",
    "pong",
    "ready",
    "readyz",
    "readiness",
    "live",
    "livez",
    "liveness",
    "alive",
    "version",
    "robots",
    "favicon",
    "index",
    "root",
    "home",
    "hello",
    "welcome",
    "options",
    "preflight",
    "cors",
    "static",
    "about",
    "status",
    "up",
    "ok",
    "heartbeat",
    "probe",
    "not",
    "forbidden",
    "unauthorized",
    "denied",
    "banner",
    "default",
    "fallback",
    "greet",
    "maintenance",
];

/// What a handler answers to.
#[derive(Clone, Copy)]
enum Channel<'t> {
    /// `http.ResponseWriter`, by its name.
    Writer(&'t str),
    /// A framework's context, by its name.
    Context(&'t str),
}

/// Whether a function takes what a handler takes.
pub(in crate::go) fn is_handler(head: &Head<'_>) -> bool {
    channel(head).is_some()
}

/// Judges what is left of a handler's body once logs and constants are taken off.
pub(in crate::go) fn judge<'t>(
    head: &Head<'t>,
    rest: &[Node<'t>],
    locals: &Locals<'t>,
    name: &str,
) -> Option<Flaw> {
    let channel = channel(head)?;
    let mut sends = false;
    for statement in rest {
        match step(*statement, channel, locals)? {
            Step::Sends => sends = true,
            Step::Prepares => {}
        }
    }
    if !sends {
        return None;
    }
    let inner = rest.iter().flat_map(|it| it.descendants());
    let mut texts = inner.take(ANSWER_NODES_MAX).filter_map(shape::string);
    let unfinished = texts.any(phrases::not_implemented);
    let says = phrases::name_words(name).concat();
    let named = ["notimplemented", "unimplemented", "unsupported"]
        .iter()
        .any(|it| says.contains(it));
    let status = rest
        .iter()
        .any(|it| it.text().contains("StatusNotImplemented"));
    (unfinished || status).then(|| (Reason::NotImplemented, certain_if(unfinished && !named)))
}

/// Whether a name, or a path, is one whose rightful answer is always the same.
pub(in crate::go) fn says_same(name: &str) -> bool {
    let words = phrases::name_words(name);
    words.iter().any(|word| SAME.contains(&word.as_str()))
}

fn channel<'t>(head: &Head<'t>) -> Option<Channel<'t>> {
    head.parameters.iter().find_map(|parameter| {
        let name = parameter.name?;
        let of = parameter.of.text().trim_start_matches('*');
        if of == "http.ResponseWriter" {
            return Some(Channel::Writer(name));
        }
        let (package, last) = of.rsplit_once('.')?;
        let context = matches!(last, "Context" | "Ctx") && package != "context";
        context.then_some(Channel::Context(name))
    })
}

/// What one statement of an answer does.
enum Step {
    /// It writes what stands in the text.
    Sends,
    /// It sets a header, or ends.
    Prepares,
}

/// `None`: it does something that a fixed answer does not need.
fn step<'t>(statement: Node<'t>, channel: Channel<'t>, locals: &Locals<'t>) -> Option<Step> {
    let call = match statement.kind() {
        "return_statement" => match shape::returned(statement).as_slice() {
            [] => return Some(Step::Prepares),
            [only] if only.is("nil") => return Some(Step::Prepares),
            [only] => Call::of(*only)?,
            [_, ..] => return None,
        },
        "assignment_statement" => {
            let assigned = shape::assigned(statement)?;
            let dropped = assigned.left.iter().all(|it| it.text() == "_");
            let [only] = assigned.right.as_slice() else {
                return None;
            };
            Call::of(*only).filter(|_| dropped)?
        }
        _ => Call::of(statement)?,
    };
    match channel {
        Channel::Writer(writer) => to_writer(call, writer, locals),
        Channel::Context(context) => to_context(call, context, locals),
    }
}

fn to_writer<'t>(call: Call<'t>, writer: &str, locals: &Locals<'t>) -> Option<Step> {
    if matches!(
        call.path(),
        "http.Error" | "http.NotFound" | "http.Redirect"
    ) {
        let says = call.arguments().nth(1).and_then(shape::string);
        return says
            .filter(|it| phrases::not_implemented(it))
            .map(|_| Step::Sends);
    }
    let own = call.first() == writer && call.function.is("selector_expression");
    let header = call
        .operand()
        .and_then(Call::of)
        .is_some_and(|it| it.last() == "Header");
    let takes_writer = call.arguments().any(|it| it.text() == writer);
    let encodes = call.operand().and_then(Call::of).is_some_and(|it| {
        it.last().starts_with("NewEncoder") && it.arguments().any(|it| it.text() == writer)
    });
    let passed = |it: &Node<'t>| it.text() == writer || it.text() == "r";
    let mut given = call.arguments().filter(|it| !passed(it)).peekable();
    // Handing both on to another handler is work.
    let hands_on = !own && !encodes && given.peek().is_none();
    if hands_on || !given.all(|it| is_fixed(it, locals)) {
        return None;
    }
    match (own, header || call.last() == "Header") {
        (true, true) => Some(Step::Prepares),
        (true, false) => Some(Step::Sends),
        (false, _) => (takes_writer || encodes).then_some(Step::Sends),
    }
}

fn to_context<'t>(call: Call<'t>, context: &str, locals: &Locals<'t>) -> Option<Step> {
    let own = call.first() == context && call.function.is("selector_expression");
    let fixed = call.arguments().all(|it| is_fixed(it, locals));
    if !own || !fixed {
        return None;
    }
    match call.last() {
        "Header" | "Set" | "Abort" => Some(Step::Prepares),
        last => SENDS.contains(&last).then_some(Step::Sends),
    }
}

/// A value that takes no input; `http.StatusOK` is one.
fn is_fixed<'t>(node: Node<'t>, locals: &Locals<'t>) -> bool {
    let mut at = node;
    for _ in 0..DEPTH_MAX {
        match at.kind() {
            "selector_expression" => {
                let field = at.field("field").map_or("", Node::text);
                return field.starts_with("Status") || field.starts_with("Content");
            }
            "parenthesized_expression" => match at.named().next() {
                Some(inner) => at = inner,
                None => return false,
            },
            _ => break,
        }
    }
    values::value(at, locals).is_some()
}
