//! Errors that are caught and dropped.

use crate::parameter_use::Caught;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::python::bodies::no_op_statements;
use crate::python::bodies::stubs::Finding;
use crate::python::error_handling::{excuses, substitutes};
use crate::python::shape;
use crate::python::values::{self, Value};
use crate::syntax::Node;

/// How much of what is caught is looked at, in nodes.
const CAUGHT_NODES_MAX: usize = 64;

/// How much of what is tried is looked at, in nodes.
const TRIED_NODES_MAX: usize = 2_000;

/// Errors that are an answer, beside the usual ones: what was asked for is not there.
const ANSWERS: [&str; 17] = [
    "ValueError",
    "TypeError",
    "FileNotFoundError",
    "FileExistsError",
    "NotADirectoryError",
    "IsADirectoryError",
    "ProcessLookupError",
    "ChildProcessError",
    "BrokenPipeError",
    "TimeoutError",
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

/// Errors that are part of how the work goes on.
const USUAL: [&str; 17] = [
    "ImportError",
    "ModuleNotFoundError",
    "StopIteration",
    "StopAsyncIteration",
    "GeneratorExit",
    "KeyError",
    "IndexError",
    "LookupError",
    "AttributeError",
    "NameError",
    "KeyboardInterrupt",
    "SystemExit",
    "EOFError",
    "CancelledError",
    "Empty",
    "Full",
    "BlockingIOError",
];

/// What becomes of what a clause catches.
pub(in crate::python) fn caught_by(clause: Node<'_>) -> Caught {
    let Some(body) = clause.child("block") else {
        return Caught::Answered;
    };
    let mut statements = shape::statements(body).filter(|s| !shape::is_pass(*s));
    let mut whole = shape::statements(body);
    let on = whole.any(|s| falls_back(s) || gives_up(s));
    // A whisper tells nobody; where the function says that it raises, no line of a log does.
    let only_whispers =
        |s: Node<'_>| on && (whispers(s) || (no_op_statements::logs(s) && says_it_raises(clause)));
    if statements.any(|s| !falls_back(s) && !gives_up(s) && !only_whispers(s)) {
        Caught::Told
    } else if is_settled(clause) || gives_a_reason(clause) {
        Caught::Answered
    } else {
        Caught::Dropped
    }
}

/// Whether a statement only writes to a log what hardly anybody has switched on.
fn whispers(statement: Node<'_>) -> bool {
    let quiet = matches!(
        shape::called(shape::bare(statement)),
        "debug" | "trace" | "info"
    );
    quiet && no_op_statements::logs(statement)
}

/// Whether the text of the function around a clause says that it raises.
fn says_it_raises(clause: Node<'_>) -> bool {
    let body = shape::holder(clause).and_then(|f| f.field("body"));
    let text = body
        .and_then(|b| b.named().next())
        .filter(|n| shape::is_docstring(*n));
    text.is_some_and(|text| {
        let mut lines = text.text().lines().map(str::trim_start);
        lines.any(|line| line.starts_with("Raise") || line.starts_with(":raise"))
    })
}

/// Whether what a clause catches is gone: nothing is done, said, raised or kept.
pub(in crate::python) fn swallowed(clause: Node<'_>) -> Option<Finding<'_>> {
    dropped(clause).or_else(|| goes_on(clause))
}

/// What is caught by its name, and something else takes the place of what failed: right, unless telling of it was the task.
fn goes_on(clause: Node<'_>) -> Option<Finding<'_>> {
    let body = clause.child("block")?;
    let usual = caught(clause).any(|name| USUAL.contains(&name) || !is_named_an_error(name));
    let meant = usual
        || gives_a_reason(clause)
        || excuses::looks_for_modules(clause)
        || excuses::ends_a_thing(clause)
        || excuses::asks_whether(clause)
        || excuses::is_best_effort(clause)
        || excuses::cleans_up(clause)
        || excuses::says_something(clause)
        || answers_yes_or_no(clause, body);
    let quiet = shape::statements(body).all(|s| {
        let put = stands_in(s) || substitutes::tidies(s);
        shape::is_pass(s) || falls_back(s) || gives_up(s) || no_op_statements::logs(s) || put
    });
    let quiet = quiet || (is_broad(clause) && is_lost_on_a_way(body));
    (quiet && !meant).then(|| Finding {
        certainty: Certainty::Faint,
        ..Finding::likely(clause, "except", Reason::SwallowedError)
    })
}

/// Whether there is a way through a clause on which nothing is raised, and at most a whisper is heard: `if callback: ..`.
fn is_lost_on_a_way(body: Node<'_>) -> bool {
    let inside = || body.descendants().take(TRIED_NODES_MAX);
    let silent = |block: Node<'_>| {
        shape::statements(block).all(|s| shape::is_pass(s) || whispers(s) || gives_up(s))
    };
    let fork = |fork: Node<'_>| {
        let otherwise = fork.child("else_clause").and_then(|it| it.field("body"));
        let several = fork.child("elif_clause").is_some();
        fork.is("if_statement") && !several && otherwise.is_some_and(silent)
    };
    let mut statements = shape::statements(body);
    let raises = inside().any(|n| n.is("raise_statement"));
    let heard = |s: Node<'_>| no_op_statements::logs(s) && !whispers(s);
    !raises && statements.any(fork) && !shape::statements(body).any(heard)
}

/// `return default`, `value = fallback`: a name or a literal in the place of what failed.
pub(super) fn stands_in(statement: Node<'_>) -> bool {
    let value = match statement.kind() {
        "return_statement" => statement.named().next(),
        _ => statement.child("assignment").and_then(|a| a.field("right")),
    };
    value.is_some_and(|value| {
        let plain = value.is_any(&["identifier", "attribute"]);
        plain || values::value(value).is_some() || substitutes::makes_empty(value)
    })
}

fn dropped(clause: Node<'_>) -> Option<Finding<'_>> {
    if caught_by(clause) != Caught::Dropped {
        return None;
    }
    let body = clause.child("block")?;
    let mut statements = shape::statements(body).filter(|s| !shape::is_pass(*s));
    let silent = statements.next().is_none();
    let narrow = !is_broad(clause);
    // What is caught by its name and answered is known to happen.
    let meant = (narrow && (!silent || caught(clause).all(|name| !is_named_an_error(name))))
        || tries_the_next(clause, narrow)
        || answers_yes_or_no(clause, body)
        || is_asked_after(clause)
        || (!silent && shape::holder(clause).is_none())
        || (narrow && excuses::is_said_to_be_left(clause))
        || excuses::looks_for_modules(clause)
        || excuses::ends_a_thing(clause)
        || excuses::asks_whether(clause)
        || excuses::is_best_effort(clause)
        || excuses::cleans_up(clause)
        || excuses::says_something(clause);
    (!meant).then(|| Finding::likely(clause, "except", Reason::SwallowedError))
}

fn is_broad(clause: Node<'_>) -> bool {
    catches(clause, |name| EVERYTHING.contains(&name)) || caught(clause).next().is_none()
}

/// Whether a name says that something went wrong, as opposed to how the work went on (`NoMatch`, `SkipChildren`).
fn is_named_an_error(name: &str) -> bool {
    const SIGNS: [&str; 6] = ["Error", "Exception", "Failed", "Failure", "Bad", "Invalid"];
    SIGNS.iter().any(|sign| name.contains(sign)) || name == "error"
}

/// Whether only one thing is tried to get, and what follows asks whether it is there.
fn is_asked_after(clause: Node<'_>) -> bool {
    let Some(tried) = clause.parent() else {
        return false;
    };
    let only = tried.field("body").and_then(|body| {
        let mut statements = shape::statements(body);
        statements.next().filter(|_| statements.next().is_none())
    });
    let left = only
        .and_then(|only| only.child("assignment"))
        .and_then(|assignment| assignment.field("left"))
        .map(Node::text);
    let Some(left) = left else { return false };
    let siblings = tried.parent().into_iter().flat_map(Node::named);
    let mut after = siblings.skip_while(|n| n.id() != tried.id()).skip(1);
    let condition = after
        .next()
        .filter(|n| n.is("if_statement"))
        .and_then(|n| n.field("condition"));
    condition.is_some_and(|condition| {
        let inside = condition.descendants().take(TRIED_NODES_MAX);
        std::iter::once(condition)
            .chain(inside)
            .filter(|n| n.is_any(&["identifier", "attribute"]))
            .any(|n| n.text() == left)
    })
}

/// Whether the caller is told: `True` where it went well, `False` where it did not.
fn answers_yes_or_no(clause: Node<'_>, body: Node<'_>) -> bool {
    let gives = |node: Node<'_>, value: &str| {
        let given =
            |n: Node<'_>| n.is("return_statement") && n.named().next().is_some_and(|v| v.is(value));
        let mut inside = node.descendants().take(TRIED_NODES_MAX);
        given(node) || inside.any(given)
    };
    let Some(tried) = clause.parent() else {
        return false;
    };
    let siblings = tried.parent().into_iter().flat_map(Node::named);
    let mut after = siblings.skip_while(|n| n.id() != tried.id()).skip(1);
    let well = tried.field("body").is_some_and(|it| gives(it, "true"))
        || tried
            .child("else_clause")
            .is_some_and(|it| gives(it, "true"))
        || after.next().is_some_and(|n| gives(n, "true"));
    gives(body, "false") && well
}

/// Whether what is tried leaves on success, or has its own `else`, and something else is tried where it fails.
fn tries_the_next(clause: Node<'_>, narrow: bool) -> bool {
    let Some(tried) = clause.parent() else {
        return false;
    };
    let leaves = tried
        .field("body")
        .and_then(|body| shape::statements(body).last())
        .is_some_and(|last| {
            last.is_any(&["return_statement", "break_statement"]) || shape::bare(last).is("yield")
        });
    let looped = || {
        let mut around = tried.ancestors();
        let around =
            around.find(|n| n.is_any(&["for_statement", "while_statement", "function_definition"]));
        around.is_some_and(|n| !n.is("function_definition"))
    };
    let otherwise = tried.child("else_clause").is_some() && looped();
    let follows = || {
        let siblings = tried.parent().into_iter().flat_map(Node::named);
        let mut after = siblings.skip_while(|n| n.id() != tried.id()).skip(1);
        after.next().is_some_and(|n| !gives_up(n)) || (narrow && looped())
    };
    otherwise || (leaves && follows())
}

/// Whether everything that a clause catches is an answer.
fn is_settled(clause: Node<'_>) -> bool {
    let answer = |name: &str| {
        const SIGNS: [&str; 7] = [
            "NotFound",
            "DoesNotExist",
            "Exists",
            "Missing",
            "Stop",
            "Exit",
            "Cancelled",
        ];
        USUAL.contains(&name)
            || ANSWERS.contains(&name)
            || SIGNS.iter().any(|sign| name.contains(sign))
    };
    !is_broad(clause) && caught(clause).all(answer)
}

/// A statement that puts an empty answer in the place of what failed: `rows = []`. A text such as "unknown" is an answer.
fn falls_back(statement: Node<'_>) -> bool {
    let assignment = statement.child("assignment");
    let value = assignment.and_then(|a| a.field("right"));
    // A flag that is not set says that it failed.
    let value = value.filter(|value| !value.is("false"));
    value
        .and_then(values::value)
        .is_some_and(|value| matches!(value, Value::Nothing | Value::Default))
}

/// Whether a comment says why: in the clause, or on its line, or right above what it catches.
fn gives_a_reason(clause: Node<'_>) -> bool {
    let tried = clause.parent();
    let inside = std::iter::once(clause).chain(clause.descendants().take(CAUGHT_NODES_MAX));
    let around = tried.into_iter().flat_map(Node::children);
    let near = around.filter(|n| {
        let line = n.line();
        n.is("comment") && (line == clause.line() || line.saturating_add(1) == clause.line())
    });
    let last = clause.span().end_line;
    let behind = clause.next().filter(|n| n.line() <= last);
    let notes = inside.chain(near).chain(behind);
    notes.filter(|n| n.is("comment")).any(|n| {
        let rare = ["pragma: no cover", "pragma: nocover"];
        phrases::gives_a_reason(n.text()) || rare.iter().any(|sign| n.text().contains(sign))
    })
}

/// `with contextlib.suppress(Exception):` drops whatever happens; one error by its name is dropped knowingly.
pub(in crate::python) fn suppressed(item: Node<'_>) -> Option<Finding<'_>> {
    let call = shape::bare(item.field("value")?);
    if shape::called(call) != "suppress" || excuses::ends_a_thing(item) {
        return None;
    }
    let names = || shape::arguments(call).map(shape::last_name);
    let broad = names().any(|name| EVERYTHING.contains(&name));
    let found = Finding::likely(item, "suppress", Reason::SwallowedError);
    let named = names().all(|name| is_named_an_error(name) && !USUAL.contains(&name));
    match (broad, named) {
        (true, _) => Some(found),
        (false, true) => Some(Finding {
            certainty: Certainty::Faint,
            ..found
        }),
        (false, false) => None,
    }
}

/// `errors="ignore"`: what can't be read is left out.
pub(in crate::python) fn garbled(argument: Node<'_>) -> Option<Finding<'_>> {
    let name = argument.field("name").filter(|n| n.text() == "errors")?;
    let value = argument.field("value").and_then(shape::string);
    (value == Some("ignore")).then(|| Finding {
        certainty: Certainty::Faint,
        ..Finding::likely(name, "errors", Reason::SwallowedError)
    })
}

/// A statement that ends the work with an empty answer.
pub(super) fn gives_up(statement: Node<'_>) -> bool {
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
pub(super) fn caught<'t>(clause: Node<'t>) -> impl Iterator<Item = &'t str> {
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

/// Whether a clause catches the failure of an assertion.
pub(in crate::python) fn catches_failures(clause: Node<'_>) -> bool {
    is_broad(clause) || catches(clause, |name| name == "AssertionError")
}

fn catches(clause: Node<'_>, wanted: impl Fn(&str) -> bool) -> bool {
    caught(clause).any(wanted)
}
