//! Errors that are caught and dropped.

use super::shape;
use super::stubs::Finding;
use super::values;
use crate::parts::Reason;
use crate::phrases;
use crate::syntax::Node;

/// How much of what is caught is looked at, in nodes.
const CAUGHT_NODES_MAX: usize = 64;

/// Errors that are an answer: what was asked for is not there.
const ANSWERS: [&str; 34] = [
    "ImportError",
    "ModuleNotFoundError",
    "StopIteration",
    "StopAsyncIteration",
    "GeneratorExit",
    "KeyError",
    "IndexError",
    "LookupError",
    "AttributeError",
    "ValueError",
    "TypeError",
    "NameError",
    "FileNotFoundError",
    "FileExistsError",
    "NotADirectoryError",
    "IsADirectoryError",
    "ProcessLookupError",
    "ChildProcessError",
    "KeyboardInterrupt",
    "SystemExit",
    "EOFError",
    "BrokenPipeError",
    "CancelledError",
    "TimeoutError",
    "Empty",
    "Full",
    "BlockingIOError",
    "InterruptedError",
    "NotImplementedError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "UnicodeError",
    "UnsupportedOperation",
    "ZeroDivisionError",
];

/// Names of errors that catch everything.
const EVERYTHING: [&str; 3] = ["Exception", "BaseException", "StandardError"];

/// Whether what a clause catches is gone: nothing is done, said, raised or kept.
pub(super) fn swallowed(clause: Node<'_>) -> Option<Finding<'_>> {
    let body = clause.child("block")?;
    let mut statements = shape::statements(body).filter(|s| !shape::is_pass(*s));
    let (first, second) = (statements.next(), statements.next());
    let silent = first.is_none();
    let gives_up = second.is_none() && first.is_some_and(gives_up);
    if !silent && !gives_up {
        return None;
    }
    let broad =
        catches(clause, |name| EVERYTHING.contains(&name)) || caught(clause).next().is_none();
    let answer = |name: &str| {
        ANSWERS.contains(&name)
            || [
                "NotFound",
                "DoesNotExist",
                "Exists",
                "Missing",
                "Stop",
                "Exit",
                "Cancelled",
            ]
            .iter()
            .any(|sign| name.contains(sign))
    };
    let settled = !broad && caught(clause).all(answer);
    let meant =
        settled || (!broad && gives_up) || looks_for_modules(clause) || ends_a_thing(clause);
    (!meant).then(|| Finding::likely(clause, "except", Reason::SwallowedError))
}

/// `with contextlib.suppress(Exception):` drops whatever happens.
pub(super) fn suppressed(item: Node<'_>) -> Option<Finding<'_>> {
    let call = shape::bare(item.field("value")?);
    if shape::called(call) != "suppress" {
        return None;
    }
    let broad = shape::arguments(call).any(|given| EVERYTHING.contains(&shape::last_name(given)));
    (broad && !ends_a_thing(item))
        .then(|| Finding::likely(item, "suppress", Reason::SwallowedError))
}

/// A statement that ends the work with an empty answer.
fn gives_up(statement: Node<'_>) -> bool {
    match statement.kind() {
        "return_statement" => match statement.named().next() {
            Some(value) => values::value(value).is_some(),
            None => true,
        },
        "continue_statement" | "break_statement" => true,
        _ => false,
    }
}

/// The last words of the errors that a clause catches; none for a bare `except`.
fn caught<'t>(clause: Node<'t>) -> impl Iterator<Item = &'t str> {
    let values = clause.children().filter(|n| n.field_name() == "value");
    let parts = values.flat_map(|value| {
        let inner = match value.is("as_pattern") {
            true => value.named().next().unwrap_or(value),
            false => value,
        };
        let tuple = inner.is_any(&["tuple", "parenthesized_expression"]);
        let parts: Vec<Node<'t>> = match tuple {
            true => inner.named().take(CAUGHT_NODES_MAX).collect(),
            false => vec![inner],
        };
        parts
    });
    parts.map(shape::last_name)
}

fn catches(clause: Node<'_>, wanted: impl Fn(&str) -> bool) -> bool {
    caught(clause).any(wanted)
}

/// Whether what is tried is only whether something can be imported.
fn looks_for_modules(clause: Node<'_>) -> bool {
    let tried = clause.parent().and_then(|t| t.field("body"));
    tried.is_some_and(|body| {
        let mut statements = body.named();
        statements.all(|s| s.kind().contains("import"))
    })
}

/// Whether the function around puts something away: there is nobody left to tell.
fn ends_a_thing(node: Node<'_>) -> bool {
    const ENDS: [&str; 18] = [
        "del",
        "exit",
        "aexit",
        "close",
        "aclose",
        "shutdown",
        "stop",
        "cleanup",
        "clean",
        "teardown",
        "kill",
        "terminate",
        "disconnect",
        "dispose",
        "release",
        "unlink",
        "atexit",
        "finalize",
    ];
    let mut around = node.ancestors();
    let function = around.find(|n| n.is("function_definition"));
    let name = function
        .and_then(|f| f.field("name"))
        .map_or("", Node::text);
    phrases::name_words(name)
        .iter()
        .any(|word| ENDS.contains(&word.as_str()))
}
