//! Errors that are caught and dropped: by `catch`, and by the function that a promise's `catch` is given.

use crate::parameter_use::Caught;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::script::bodies::no_op_statements;
use crate::script::loads;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// How much of what is tried is looked at, in nodes.
const TRIED_NODES_MAX: usize = 2_000;

/// What becomes of what a clause catches.
pub(in crate::script) fn caught_by(clause: Node<'_>) -> Caught {
    let Some(body) = clause.field("body") else {
        return Caught::Answered;
    };
    let on = body.named().any(|s| falls_back(s) || gives_up(s));
    // A whisper tells nobody; where the function says that it throws, no line of a log does.
    let only_whispers = |s: Node<'_>| on && (whispers(s) || (logs(s) && says_it_throws(clause)));
    if body
        .named()
        .any(|s| !falls_back(s) && !gives_up(s) && !only_whispers(s))
    {
        Caught::Told
    } else if gives_a_reason(clause, body) {
        Caught::Answered
    } else {
        Caught::Dropped
    }
}

/// Whether a statement writes to a log.
fn logs(statement: Node<'_>) -> bool {
    statement.is("expression_statement") && no_op_statements::logs(shape::expression(statement))
}

/// Whether a statement only writes to a log what hardly anybody has switched on.
pub(in crate::script) fn whispers(statement: Node<'_>) -> bool {
    let callee = shape::expression(statement).field("function");
    let quiet = callee.is_some_and(|callee| {
        matches!(
            shape::last_name(callee),
            "debug" | "trace" | "info" | "log" | "verbose"
        )
    });
    // `debug(..)`, of a package for just that.
    let bare = callee.is_some_and(|it| matches!(it.text(), "debug" | "trace"));
    quiet && (bare || logs(statement))
}

/// Whether the comment above the function around a clause says that it throws or rejects.
fn says_it_throws(clause: Node<'_>) -> bool {
    let function = clause.ancestors().find(|n| n.is_any(&shape::FUNCTIONS));
    let Some(function) = function else {
        return false;
    };
    let whole = shape::statement_of(function);
    let above = whole.previous().filter(|n| n.is("comment"));
    above.is_some_and(|note| {
        let lower = note.text().to_lowercase();
        lower.contains("@throws") || lower.contains("rejects") || lower.contains("throws")
    })
}

/// The same for a function that a promise's `catch` is given; `None` for any other.
pub(in crate::script) fn caught_later(function: Node<'_>) -> Option<Caught> {
    let call = function.parent().filter(|p| p.is("arguments"))?.parent()?;
    let callee = call
        .field("function")
        .filter(|c| c.is("member_expression"))?;
    let second = || {
        let given = call.field("arguments").into_iter().flat_map(Node::named);
        let mut given = given.filter(|it| !it.is_extra());
        given.nth(1).is_some_and(|it| it.id() == function.id())
    };
    match shape::last_name(callee) {
        "catch" => {}
        "then" if second() => {}
        _ => return None,
    }
    let body = function.field("body")?;
    if !body.is("statement_block") {
        let nothing = values::value(body).is_some() || goes_on(body);
        return Some(if nothing {
            Caught::Dropped
        } else {
            Caught::Told
        });
    }
    Some(match body.named().any(|s| !falls_back(s) && !gives_up(s)) {
        true => Caught::Told,
        false if gives_a_reason(body, body) => Caught::Answered,
        false => Caught::Dropped,
    })
}

/// A callback that is called as if nothing were wrong: `next()`, `callback()`, `resolve()`.
pub(in crate::script) fn goes_on(call: Node<'_>) -> bool {
    const ON: [&str; 6] = ["next", "cb", "callback", "done", "resolve", "proceed"];
    let callee = call
        .field("function")
        .filter(|_| call.is("call_expression"));
    let given = call.field("arguments").and_then(|it| it.named().next());
    callee.is_some_and(|it| it.is("identifier") && ON.contains(&it.text())) && given.is_none()
}

/// A clause that drops what it catches, where nothing around says that it may.
pub(in crate::script) fn swallowed(clause: Node<'_>) -> Option<(String, Reason, Certainty)> {
    if caught_by(clause) != Caught::Dropped {
        return None;
    }
    let body = clause.field("body")?;
    let tried = clause.parent()?;
    let silent = body.named().next().is_none();
    let meant = asks_whether(clause)
        || (!silent && !in_function(clause))
        || answers_yes_or_no(tried, body)
        || tries_the_next(tried)
        || is_asked_after(tried)
        || converts(tried)
        || is_best_effort(tried)
        || cleans_up(clause);
    (!meant).then(|| {
        (
            "catch".to_owned(),
            Reason::SwallowedError,
            Certainty::Likely,
        )
    })
}

/// A statement that ends the work with an empty answer.
fn gives_up(statement: Node<'_>) -> bool {
    match statement.kind() {
        "return_statement" => statement
            .named()
            .next()
            .is_none_or(|value| values::value(value).is_some()),
        "continue_statement" | "break_statement" | "empty_statement" => true,
        _ => false,
    }
}

/// A statement that puts an empty answer in the place of what failed. A flag that is not set says that it failed.
fn falls_back(statement: Node<'_>) -> bool {
    let assigned = shape::expression(statement);
    let value = assigned
        .field("right")
        .filter(|_| statement.is("expression_statement") && assigned.is("assignment_expression"));
    let value = value.filter(|value| !value.is("false"));
    value
        .and_then(values::value)
        .is_some_and(|value| matches!(value, Value::Nothing | Value::Default))
}

/// Whether a comment says why: in the clause, right behind it or right before it.
fn gives_a_reason(clause: Node<'_>, body: Node<'_>) -> bool {
    let (first, last) = (clause.line(), clause.span().end_line);
    let siblings = clause.parent().into_iter().flat_map(Node::children);
    let near = siblings.filter(|n| n.line() == last || n.span().end_line == first);
    let behind = clause.parent().and_then(Node::next);
    let behind = behind.into_iter().filter(|n| n.line() == last);
    let notes = body.children().chain(near).chain(behind);
    notes
        .filter(|n| n.is("comment"))
        .any(|n| phrases::gives_a_reason(n.text()))
}

fn in_function(node: Node<'_>) -> bool {
    node.ancestors().any(|n| n.is_any(&shape::FUNCTIONS))
}

/// Whether the function around only asks whether something can be done, or tries to.
pub(in crate::script) fn asks_whether(clause: Node<'_>) -> bool {
    const FIRST: [&str; 15] = [
        "has", "can", "supports", "try", "maybe", "safe", "safely", "exists", "check", "detect",
        "probe", "guess", "looks", "should", "test",
    ];
    let mut around = clause.ancestors();
    let Some(function) = around.find(|n| n.is_any(&shape::FUNCTIONS)) else {
        return false;
    };
    let words = phrases::name_words(name_of(function));
    let mut words = words.iter();
    words.next().is_some_and(|word| {
        FIRST.contains(&word.as_str()) || word.starts_with("is") || word.starts_with("valid")
    })
}

/// The name of a function, its own or that of what it is bound to.
fn name_of(function: Node<'_>) -> &str {
    if let Some(name) = function.field("name") {
        return name.text();
    }
    let Some(holder) = function.parent() else {
        return "";
    };
    let name = match holder.kind() {
        "variable_declarator" | "public_field_definition" => holder.field("name"),
        "pair" => holder.field("key"),
        "assignment_expression" => holder
            .field("left")
            .map(|left| left.field("property").unwrap_or(left)),
        _ => None,
    };
    name.map_or("", Node::text)
}

/// Whether the caller is told: `true` where it went well, `false` where it did not.
pub(in crate::script) fn answers_yes_or_no(tried: Node<'_>, body: Node<'_>) -> bool {
    let gives = |node: Node<'_>, value: &str| {
        let mut inside = node.descendants().take(TRIED_NODES_MAX);
        inside.any(|n| {
            n.is("return_statement") && n.named().next().is_some_and(|given| given.is(value))
        })
    };
    let before = tried.field("body").is_some_and(|it| gives(it, "true"));
    let after = || {
        let siblings = tried.parent().into_iter().flat_map(Node::named);
        let mut after = siblings.skip_while(|n| n.id() != tried.id()).skip(1);
        after.next().is_some_and(|n| {
            n.is("return_statement") && n.named().next().is_some_and(|given| given.is("true"))
        })
    };
    gives(body, "false") && (before || after())
}

/// Whether what is tried leaves on success, and something else is tried where it fails; or is there to fail.
fn tries_the_next(tried: Node<'_>) -> bool {
    let Some(body) = tried.field("body") else {
        return false;
    };
    let last = body.named().last();
    if last.is_none_or(|last| last.is("throw_statement")) {
        return true;
    }
    let leaves = last.is_some_and(|last| last.is_any(&["return_statement", "break_statement"]));
    let siblings = tried.parent().into_iter().flat_map(Node::named);
    let mut after = siblings.skip_while(|n| n.id() != tried.id()).skip(1);
    leaves && after.next().is_some_and(|n| !gives_up(n))
}

/// Whether only one thing is tried to get, and what follows asks whether it is there: `try { x = f() } catch {} if (x) ..`.
fn is_asked_after(tried: Node<'_>) -> bool {
    let Some(only) = only_statement(tried) else {
        return false;
    };
    let assigned = shape::expression(only);
    let left = match assigned.kind() {
        "assignment_expression" => assigned.field("left"),
        _ => None,
    };
    let Some(left) = left.map(Node::text) else {
        return false;
    };
    let siblings = tried.parent().into_iter().flat_map(Node::named);
    let after = siblings.skip_while(|n| n.id() != tried.id()).skip(1);
    after.filter(|n| !n.is_extra()).take(2).any(|n| {
        let asked = match n.kind() {
            "if_statement" => n.field("condition"),
            "lexical_declaration" | "variable_declaration" => Some(n),
            _ => None,
        };
        let inside = asked
            .into_iter()
            .flat_map(|n| n.descendants().take(TRIED_NODES_MAX));
        inside
            .filter(|n| n.is_any(&["identifier", "member_expression"]))
            .any(|n| n.text() == left)
    })
}

/// Whether all that is tried is to read a value in another form, or to wait for what somebody else looks after.
fn converts(tried: Node<'_>) -> bool {
    const FORMS: [&str; 14] = [
        "decodeURIComponent",
        "decodeURI",
        "encodeURIComponent",
        "encodeURI",
        "String",
        "Number",
        "BigInt",
        "URL",
        "Date",
        "RegExp",
        "atob",
        "btoa",
        "Symbol",
        "URLPattern",
    ];
    let Some(only) = only_statement(tried) else {
        return false;
    };
    let waits = only.named().next().is_some_and(|n| {
        n.is("await_expression") && n.named().next().is_some_and(|n| n.is("identifier"))
    });
    let mut given = shape::expression(only);
    if given.is("assignment_expression") {
        given = given.field("right").map_or(given, shape::bare);
    }
    let callee = given
        .field("function")
        .or_else(|| given.field("constructor"));
    (waits && only.is("expression_statement"))
        || callee.is_some_and(|callee| FORMS.contains(&callee.text()))
}

fn only_statement(tried: Node<'_>) -> Option<Node<'_>> {
    let mut statements = tried.field("body")?.named().filter(|n| !n.is_extra());
    statements.next().filter(|_| statements.next().is_none())
}

/// Whether all that is tried is something that may be done already, or that nobody waits for.
pub(in crate::script) fn is_best_effort(tried: Node<'_>) -> bool {
    const CALLS: [&str; 48] = [
        "finished",
        "once",
        "setTimeout",
        "emit",
        "close",
        "closeSync",
        "destroy",
        "end",
        "dispose",
        "abort",
        "cancel",
        "kill",
        "terminate",
        "disconnect",
        "unsubscribe",
        "unlink",
        "unlinkSync",
        "rm",
        "rmSync",
        "rmdir",
        "rmdirSync",
        "mkdir",
        "mkdirSync",
        "chmodSync",
        "utimesSync",
        "symlinkSync",
        "removeItem",
        "setItem",
        "removeChild",
        "focus",
        "blur",
        "releasePointerCapture",
        "setPointerCapture",
        "releaseLock",
        "postMessage",
        "measure",
        "mark",
        "require",
        "import",
        "defineProperty",
        "rollback",
        "flush",
        "stop",
        "pause",
        "setSelectionRange",
        "captureStackTrace",
        "loadEnvFile",
        "unref",
    ];
    let Some(only) = only_statement(tried) else {
        return false;
    };
    let expression = match only.kind() {
        "expression_statement" => {
            let expression = shape::expression(only);
            match expression.is("assignment_expression") {
                true => expression.field("right").map(shape::bare),
                false => Some(expression),
            }
        }
        "return_statement" => {
            return only.named().next().is_some_and(loads::brings_a_module);
        }
        _ => None,
    };
    let callee = expression.and_then(|e| e.field("function"));
    callee.is_some_and(|callee| CALLS.contains(&shape::last_name(callee)))
}

/// Whether something has gone wrong already, or the work is over.
pub(in crate::script) fn cleans_up(clause: Node<'_>) -> bool {
    let around = clause.ancestors();
    around
        .take_while(|n| !n.is_any(&shape::FUNCTIONS))
        .any(|n| n.is_any(&["catch_clause", "finally_clause"]))
}
