//! Settings in which an error may be dropped: there is nobody to tell, or nothing that anybody waits for.

use crate::phrases;
use crate::python::shape;
use crate::syntax::Node;

/// Whether the function around only asks whether something can be done, or tries to.
pub(in crate::python) fn asks_whether(clause: Node<'_>) -> bool {
    const FIRST: [&str; 16] = [
        "is",
        "has",
        "can",
        "supports",
        "try",
        "maybe",
        "safe",
        "safely",
        "exists",
        "check",
        "detect",
        "probe",
        "guess",
        "looks",
        "available",
        "should",
    ];
    let words = phrases::name_words(name_around(clause));
    let mut words = words.iter();
    words.next().is_some_and(|word| {
        FIRST.contains(&word.as_str()) || word.starts_with("is") || word.starts_with("valid")
    })
}

/// Whether the function around describes a thing, which must never fail.
pub(in crate::python) fn says_something(clause: Node<'_>) -> bool {
    matches!(
        name_around(clause),
        "__repr__"
            | "__str__"
            | "__eq__"
            | "__ne__"
            | "__contains__"
            | "__hash__"
            | "__rich_repr__"
    )
}

/// Whether the text of the function around says that what can't be done is left.
pub(in crate::python) fn is_said_to_be_left(clause: Node<'_>) -> bool {
    const SIGNS: [&str; 14] = [
        "best effort",
        "best-effort",
        "if possible",
        "where possible",
        "where it can",
        "never raises",
        "does not raise",
        "doesn't raise",
        "errors are ignored",
        "stays as it is",
        "left as it is",
        "nothing happens",
        "is a no-op",
        "does nothing if",
    ];
    let function = clause.ancestors().find(|n| n.is("function_definition"));
    let body = function.and_then(|f| f.field("body"));
    let text = body
        .and_then(|b| b.named().next())
        .filter(|n| shape::is_docstring(*n));
    text.is_some_and(|text| {
        let text = text.text().to_lowercase();
        SIGNS.iter().any(|sign| text.contains(sign))
    })
}

fn name_around(node: Node<'_>) -> &str {
    let mut around = node.ancestors();
    let function = around.find(|n| n.is("function_definition"));
    function
        .and_then(|f| f.field("name"))
        .map_or("", Node::text)
}

/// Whether all that is tried is something that may be done already, or that nobody waits for.
pub(in crate::python) fn is_best_effort(clause: Node<'_>) -> bool {
    const CALLS: [&str; 29] = [
        "makedirs",
        "mkdir",
        "unlink",
        "remove",
        "rmdir",
        "rmtree",
        "removedirs",
        "chmod",
        "chown",
        "utime",
        "symlink",
        "fsync",
        "touch",
        "close",
        "aclose",
        "flush",
        "kill",
        "killpg",
        "terminate",
        "shutdown",
        "cancel",
        "disconnect",
        "stop",
        "rollback",
        "nice",
        "setlocale",
        "setsockopt",
        "reconfigure",
        "warn",
    ];
    let tried = clause.parent().and_then(|t| t.field("body"));
    let Some(tried) = tried else { return false };
    let mut statements = shape::statements(tried).filter(|s| !shape::is_pass(*s));
    let (first, second) = (statements.next(), statements.next());
    second.is_none()
        && first.is_some_and(|only| {
            only.is("expression_statement") && CALLS.contains(&shape::called(shape::bare(only)))
        })
}

/// Whether something has gone wrong already, or the work is over: in another clause, or in `finally`.
pub(in crate::python) fn cleans_up(clause: Node<'_>) -> bool {
    let mut around = clause.ancestors();
    around
        .by_ref()
        .take_while(|n| !n.is("function_definition"))
        .any(|n| n.is_any(&["except_clause", "finally_clause"]))
}

/// Whether what is tried is only whether something can be imported.
pub(in crate::python) fn looks_for_modules(clause: Node<'_>) -> bool {
    let tried = clause.parent().and_then(|t| t.field("body"));
    tried.is_some_and(|body| {
        let mut statements = body.named();
        statements.all(|s| s.kind().contains("import"))
    })
}

/// Whether the function around puts something away: there is nobody left to tell.
pub(in crate::python) fn ends_a_thing(node: Node<'_>) -> bool {
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
    phrases::name_words(name_around(node))
        .iter()
        .any(|word| ENDS.contains(&word.as_str()))
}
