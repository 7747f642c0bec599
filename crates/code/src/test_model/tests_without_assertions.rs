//! Tests that assert nothing and show it by what they do instead: they end where an error is told to them, say how many
//! assertions are to come, write to a log what is wrong, or are put off.

use super::unread_results::is_name;
use crate::syntax::Node;

/// How much of a test is searched, in nodes.
const NODES_MAX: usize = 4_000;

/// Whether a test of TypeScript is over (`done()`) as soon as somebody has called it back, in functions that are told of an
/// error by name and never look at it.
pub(super) fn ends_without_assertion(body: Node<'_>) -> bool {
    let ends = |it: &Node<'_>| {
        let called = it.field("function").map_or("", Node::text);
        it.is("call_expression") && called == "done"
    };
    let mut calls = body.descendants().take(NODES_MAX).filter(ends).peekable();
    calls.peek().is_some() && calls.all(is_error_ignored)
}

/// Whether a call without arguments stands in a function that is given an error and never looks at it.
fn is_error_ignored(call: Node<'_>) -> bool {
    const FUNCTIONS: [&str; 3] = [
        "function_expression",
        "arrow_function",
        "function_declaration",
    ];
    let given = call.field("arguments").and_then(|it| it.named().next());
    let Some(around) = call.ancestors().find(|it| it.is_any(&FUNCTIONS)) else {
        return false;
    };
    let parameters = around
        .field("parameters")
        .or_else(|| around.field("parameter"));
    let mut names = parameters.into_iter().flat_map(Node::descendants);
    let Some(error) = names.find(|it| is_name(*it)) else {
        return false;
    };
    let mut inside = around.descendants().take(NODES_MAX);
    let read = |it: Node<'_>| it.text() == error.text() && it.id() != error.id();
    given.is_none()
        && matches!(error.text(), "err" | "error" | "e" | "ex")
        && !inside.any(|it| is_name(it) && read(it))
}

/// Whether a test of TypeScript says how many assertions are to come (`t.plan(3)`), and makes none by that object.
pub(super) fn plans(body: Node<'_>) -> bool {
    const OTHERS: [&str; 6] = ["plan", "end", "comment", "teardown", "timeoutAfter", "log"];
    let calls = || {
        let inside = body.descendants().take(NODES_MAX);
        let called = inside.filter(|it| it.is("call_expression"));
        called.filter_map(|it| it.field("function")?.text().rsplit_once('.'))
    };
    let by = calls().find(|(_, method)| *method == "plan");
    by.is_some_and(|(by, _)| {
        let mut own = calls().filter(|(object, _)| *object == by);
        own.all(|(_, method)| OTHERS.contains(&method))
    })
}

/// Whether a test of Go compares, and all that it does about a difference is to write to its log: `t.Logf`.
pub(super) fn logs_a_failure(body: Node<'_>) -> bool {
    let logs = |it: Node<'_>| {
        let call = it.named().next().filter(|_| it.is("expression_statement"));
        let called = call.and_then(|it| it.field("function"));
        called.is_some_and(|it| matches!(it.text(), "t.Log" | "t.Logf"))
    };
    let only_logs = |it: Node<'_>| {
        let block = it.field("consequence").and_then(|it| it.named().next());
        let mut statements = block.into_iter().flat_map(Node::named).peekable();
        it.is("if_statement") && statements.peek().is_some() && statements.all(logs)
    };
    body.descendants().take(NODES_MAX).any(only_logs)
}

/// Whether a test of Go writes to its log what a call gives: it looked, and compares nothing.
pub(super) fn logs_what_comes(body: Node<'_>) -> bool {
    let logs = |it: Node<'_>| {
        let called = it.field("function").map_or("", Node::text);
        let mut given = it
            .field("arguments")
            .into_iter()
            .flat_map(Node::descendants);
        it.is("call_expression")
            && matches!(called, "t.Log" | "t.Logf")
            && given.any(|it| it.is("call_expression"))
    };
    body.descendants().take(NODES_MAX).any(logs)
}

/// Whether all that a test of Rust does is to say that it is not written: `todo!()`.
pub(super) fn is_put_off(body: Node<'_>) -> bool {
    let put_off = |it: Node<'_>| {
        let call = match it.is("expression_statement") {
            true => it.named().next().unwrap_or(it),
            false => it,
        };
        let name = call.field("macro").map_or("", Node::text);
        call.is("macro_invocation") && matches!(name, "todo" | "unimplemented")
    };
    body.named().any(put_off)
}

/// Whether a test of Go says of a value which type it has to have (`var _ Reader = file`): then the compiler asserts it.
pub(super) fn holds_a_type(body: Node<'_>) -> bool {
    let typed = |it: Node<'_>| {
        let name = it.field("name").map_or("", Node::text);
        it.is("var_spec")
            && name == "_"
            && it.field("type").is_some()
            && it.field("value").is_some()
    };
    body.descendants().take(NODES_MAX).any(typed)
}
