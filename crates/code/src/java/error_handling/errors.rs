//! Errors that are caught and dropped.

use crate::java::bodies::hollow;
use crate::java::bodies::stubs::Finding;
use crate::java::bodies::surroundings;
use crate::java::shape;
use crate::java::values;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How many statements of a `try` are looked at.
const STATEMENTS_MAX: usize = 16;

/// Errors that are answers: asking is done by trying.
const ANSWERS: [&str; 20] = [
    "NumberFormatException",
    "ClassNotFoundException",
    "NoClassDefFoundError",
    "NoSuchMethodException",
    "NoSuchMethodError",
    "NoSuchFieldException",
    "NoSuchElementException",
    "LinkageError",
    "SecurityException",
    "AccessControlException",
    "ParseException",
    "DateTimeParseException",
    "CloneNotSupportedException",
    "UnsupportedEncodingException",
    "UnsupportedOperationException",
    "IllegalArgumentException",
    "ClassCastException",
    "TimeoutException",
    "EOFException",
    "InterruptedException",
];

/// Errors that say nothing about what went wrong.
const BROAD: [&str; 4] = ["Exception", "Throwable", "RuntimeException", "Error"];

/// First words of calls that clean up: whether they fail changes nothing any more.
const CLEANUP: [&str; 22] = [
    "close",
    "shutdown",
    "delete",
    "disconnect",
    "cancel",
    "release",
    "unlock",
    "interrupt",
    "join",
    "sleep",
    "flush",
    "stop",
    "dispose",
    "remove",
    "unregister",
    "destroy",
    "await",
    "wait",
    "abort",
    "rollback",
    "cleanup",
    "clean",
];

/// Judges a `catch`.
pub(in crate::java) fn caught(clause: Node<'_>) -> Option<Finding> {
    let parameter = clause.child("catch_formal_parameter")?;
    let body = clause.field("body")?;
    let statements = shape::statements(body);
    if goes_on(clause, parameter, &statements) {
        return Some(finding("catch", Certainty::Likely));
    }
    let drops = match statements.as_slice() {
        [] => Drop::Silently,
        [single] => drop_of(*single)?,
        [_, ..] => return None,
    };
    let name = parameter.field("name").map_or("", Node::text);
    let types = parameter.child("catch_type").into_iter();
    let types: Vec<&str> = types.flat_map(Node::named).map(shape::type_name).collect();
    let deliberate = says_so(name) || surroundings::explained(body);
    let answer = types.iter().all(|it| is_answer(it));
    let tried = clause.parent().and_then(|it| it.field("body"));
    if tried.is_some_and(fails_at_end) {
        // The error is what a test waits for.
        return None;
    }
    let cleanup = tried.is_some_and(only_cleans_up);
    if deliberate && (answer || cleanup || drops != Drop::Silently) {
        return None;
    }
    let broad = types.iter().any(|it| BROAD.contains(it)) || told_elsewhere(clause);
    let comment = body.children().any(Node::is_extra) || is_commented_after(clause);
    let probes = answer || deliberate || is_sentence(name);
    if drops != Drop::Printing && betrays(clause, &types) {
        return Some(finding("catch", Certainty::Likely));
    }
    if drops == Drop::Silently && (gives_reason(body) || cleanup && comment) {
        return None;
    }
    if drops == Drop::Silently && probes && tried.is_some_and(answers_at_end) {
        return None;
    }
    // Whoever asks gets a text that says it: `"<unavailable>"`.
    if drops == Drop::Answering
        && (is_sentence(name) || statements.iter().any(|it| says_something(*it)))
    {
        return None;
    }
    if drops == Drop::Printing && shape::function_around(clause).is_some_and(ends_here) {
        return None;
    }
    // Where trying gives the answer, what follows is what happens without one.
    let falls_back = tried.is_some_and(answers_at_end);
    let certainty = match drops {
        Drop::Silently if deliberate || answer || cleanup || comment || falls_back => {
            Certainty::Likely
        }
        Drop::Silently => Certainty::Certain,
        Drop::Printing => Certainty::Likely,
        Drop::Answering if answer || cleanup || comment || !broad => return None,
        Drop::Answering => Certainty::Likely,
    };
    Some(finding("catch", certainty))
}

/// Whether a method says that it throws this very error, and by this `catch` never does: all its calls are in the `try`.
fn betrays(clause: Node<'_>, types: &[&str]) -> bool {
    let Some(method) = shape::function_around(clause) else {
        return false;
    };
    let declared = method.child("throws").into_iter().flat_map(Node::named);
    let says = declared.map(shape::type_name).any(|it| types.contains(&it));
    let tried = clause.parent().map(Node::bytes);
    let (Some(body), Some(tried), true) = (method.field("body"), tried, says) else {
        return false;
    };
    let calls = ["method_invocation", "object_creation_expression"];
    let inside = body.descendants();
    let mut elsewhere = inside.filter(|it| {
        let here = tried.start <= it.start() && it.start() < tried.end;
        it.is("throw_statement") || (it.is_any(&calls) && !here && !is_plain(*it))
    });
    elsewhere.next().is_none() && !shape::is_marked(method, &["Override"])
}

/// Whether a `catch` without a word of its own answers what came before, or that all is well, where its method says that it
/// throws this very error.
fn goes_on(clause: Node<'_>, parameter: Node<'_>, statements: &[Node<'_>]) -> bool {
    let (Some(body), [single]) = (clause.field("body"), statements) else {
        return false;
    };
    let types = parameter.child("catch_type").into_iter();
    let types: Vec<&str> = types.flat_map(Node::named).map(shape::type_name).collect();
    let name = parameter.field("name").map_or("", Node::text);
    let told = single
        .descendants()
        .any(|it| it.is("identifier") && it.text() == name);
    let tried = clause.parent().and_then(|it| it.field("body"));
    let quiet = single.is("return_statement")
        && !told
        && !says_so(name)
        && !types.iter().any(|it| is_answer(it))
        && !body.children().any(Node::is_extra)
        && !tried.is_some_and(only_cleans_up);
    quiet && (declares(clause, &types) || claims_success(body))
}

/// Whether a method says that it throws this very error.
fn declares(clause: Node<'_>, types: &[&str]) -> bool {
    let method = shape::function_around(clause);
    let declared = method.and_then(|it| it.child("throws")).into_iter();
    let mut says = declared.flat_map(Node::named).map(shape::type_name);
    says.any(|it| types.contains(&it))
}

/// Whether an answer says that all went well: `return respond(Status.OK, "")`.
fn claims_success(body: Node<'_>) -> bool {
    let mut names = body.descendants().filter(|it| it.is("identifier"));
    names.any(|it| matches!(it.text(), "OK" | "SUCCESS" | "SC_OK"))
}

/// Whether a call asks or changes a collection that the object keeps: such declare no errors.
fn is_plain(call: Node<'_>) -> bool {
    const ASKS: [&str; 12] = [
        "get",
        "put",
        "containsKey",
        "contains",
        "isEmpty",
        "size",
        "keySet",
        "values",
        "entrySet",
        "getOrDefault",
        "add",
        "clear",
    ];
    let own = call.field("object").is_some_and(|it| {
        let this = it.field("object").is_some_and(|it| it.is("this"));
        it.is("field_access") && this || it.is("identifier")
    });
    call.is("method_invocation") && own && ASKS.contains(&shape::method(call))
}

/// Whether the errors beside this one are told, or the method says that it may fail with errors of its own.
fn told_elsewhere(clause: Node<'_>) -> bool {
    let around = clause.parent().into_iter().flat_map(Node::named);
    let mut others = around
        .take(STATEMENTS_MAX)
        .filter(|it| it.is("catch_clause") && it.id() != clause.id());
    let throws = |it: Node<'_>| {
        let last = it.field("body").and_then(|body| body.named().last());
        last.is_some_and(|it| it.is("throw_statement"))
    };
    let declares = shape::function_around(clause).is_some_and(|it| it.child("throws").is_some());
    declares || others.any(throws)
}

/// Whether a comment in a block says more than that something is ignored.
fn gives_reason(block: Node<'_>) -> bool {
    const BARE: [&str; 12] = [
        "ignore",
        "ignored",
        "nothing",
        "do",
        "noop",
        "nopmd",
        "nosonar",
        "exception",
        "swallow",
        "to",
        "the",
        "this",
    ];
    let comments = block.children().filter(|it| it.is_extra());
    comments.take(STATEMENTS_MAX).any(|it| {
        let text = it.text().to_lowercase();
        let later = ["todo", "fixme", "later", "for now", "xxx"];
        let words = phrases::name_words(&text);
        let telling = words.iter().filter(|word| !BARE.contains(&word.as_str()));
        telling.take(2).count() > 1 && !later.iter().any(|word| text.contains(word))
    })
}

/// Whether the name of an error is a sentence: `catch (SecurityException tryReflectionInstead)`.
fn is_sentence(name: &str) -> bool {
    phrases::name_words(name).len() > 2
}

/// Whether nobody stands behind a method who could be told.
fn ends_here(function: Node<'_>) -> bool {
    let name = function.field("name").map_or("", Node::text);
    matches!(name, "main" | "finalize" | "run")
}

/// What becomes of an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drop {
    /// Nothing at all.
    Silently,
    /// It is printed where no one looks.
    Printing,
    /// A fixed answer stands in for it.
    Answering,
}

fn drop_of(statement: Node<'_>) -> Option<Drop> {
    let expression = shape::expression(statement);
    match statement.kind() {
        "return_statement" => {
            let silent = expression.is("return_statement")
                || values::value(expression).is_some()
                || values::takes_nothing(expression);
            silent.then_some(Drop::Answering)
        }
        "continue_statement" | "break_statement" => Some(Drop::Answering),
        "expression_statement" => {
            let console = expression.text().starts_with("System.");
            let stack = shape::method(expression) == "printStackTrace";
            ((console && hollow::is_log(expression)) || stack).then_some(Drop::Printing)
        }
        _ => None,
    }
}

/// Whether what is answered is a text that is not empty.
fn says_something(statement: Node<'_>) -> bool {
    let answer = shape::expression(statement);
    statement.is("return_statement") && answer.is("string_literal") && answer.text() != "\"\""
}

/// Whether the name of a caught error says that it is not looked at.
fn says_so(name: &str) -> bool {
    let words = phrases::name_words(name);
    let says = [
        "ignore",
        "ignored",
        "expected",
        "unused",
        "swallow",
        "swallowed",
        "ok",
    ];
    name.starts_with('_') || words.iter().any(|word| says.contains(&word.as_str()))
}

fn is_answer(name: &str) -> bool {
    ANSWERS.contains(&name)
        || name.contains("NotFound")
        || name.contains("NoSuch")
        || name.contains("NotExist")
        || name.contains("AlreadyExist")
        || name.contains("OutOfBounds")
}

/// Whether a block ends with `fail(..)`.
fn fails_at_end(block: Node<'_>) -> bool {
    let last = block.named().last().map(shape::expression);
    last.is_some_and(|call| shape::method(call) == "fail")
}

fn answers_at_end(block: Node<'_>) -> bool {
    block
        .named()
        .last()
        .is_some_and(|it| it.is("return_statement"))
}

/// Whether a comment follows on the line where a `catch` ends.
fn is_commented_after(clause: Node<'_>) -> bool {
    let line = clause.span().end_line;
    clause
        .next()
        .is_some_and(|it| it.is_extra() && it.line() == line)
}

pub(in crate::java) fn only_cleans_up(block: Node<'_>) -> bool {
    let cleans = |statement: Node<'_>| {
        let calls = std::iter::once(statement).chain(statement.descendants());
        let call = calls.take(64).find(|n| n.is("method_invocation"));
        let words = call.map(|call| phrases::name_words(shape::method(call)));
        let first = words.as_ref().and_then(|words| words.first());
        first.is_some_and(|word| CLEANUP.contains(&word.as_str()))
    };
    let statements = shape::statements(block);
    statements.len() <= STATEMENTS_MAX && statements.into_iter().all(cleans)
}

/// `future.exceptionally(e -> null)`, `mono.onErrorResume(e -> Mono.empty())`.
pub(in crate::java) fn handed_on(call: Node<'_>) -> Option<Finding> {
    let method = shape::method(call);
    if !matches!(
        method,
        "exceptionally" | "onErrorResume" | "onErrorComplete"
    ) {
        return None;
    }
    call.field("object")?;
    let handler = shape::arguments(call).next();
    let drops = match handler {
        None => method == "onErrorComplete",
        Some(lambda) => {
            let body = lambda
                .field("body")
                .filter(|_| lambda.is("lambda_expression"))?;
            let value = match shape::statements(body).as_slice() {
                [single] if body.is("block") => shape::expression(*single),
                [_, _, ..] | [] if body.is("block") => return None,
                _ => body,
            };
            values::value(value).is_some()
        }
    };
    drops.then(|| finding(method, Certainty::Likely))
}

/// `finally { return x; }`, which throws away whatever was on its way.
pub(in crate::java) fn returned(clause: Node<'_>) -> Option<Finding> {
    let block = clause.child("block")?;
    let returns = block.named().any(|n| n.is("return_statement"));
    returns.then(|| finding("finally", Certainty::Likely))
}

fn finding(what: &str, certainty: Certainty) -> Finding {
    Finding {
        what: what.to_owned(),
        reason: Reason::SwallowedError,
        certainty,
    }
}
