//! Statements that do no work, and names and notes which say that none is meant.

use std::collections::BTreeSet;

use crate::phrases;
use crate::python::bodies::classes::Role;
use crate::python::shape;
use crate::syntax::Node;

/// How much code is searched for `yield`, in nodes.
const INSIDE_NODES_MAX: usize = 4_096;

/// How many comments of an empty function are read.
const NOTES_MAX: usize = 8;

/// Whether a name says that there is nothing behind it.
pub(in crate::python) fn promises_nothing(name: &str) -> bool {
    let words = phrases::name_words(name);
    let stands_in = words.iter().any(|word| {
        matches!(
            word.as_str(),
            "stub" | "null" | "blank" | "sentinel" | "placeholder"
        )
    });
    // `no_sleep` is one that does not.
    let none = words.len() > 1 && words.first().is_some_and(|word| word == "no");
    let short = name.starts_with('_') && name.chars().count() <= 2;
    stands_in || none || short || phrases::promises_nothing(name)
}

/// Whether a name is one that a caller provides for the sake of those who want to do more.
pub(in crate::python) fn is_hook(name: &str, role: Option<Role>) -> bool {
    const EVENTS: [&str; 4] = ["start", "end", "begin", "enter"];
    const FIRST: [&str; 12] = [
        "on", "before", "after", "pre", "post", "setup", "teardown", "pytest", "visit", "depart",
        "hook", "did",
    ];
    const WHOLE: [&str; 18] = [
        "aclose",
        "seek",
        "disconnect",
        "exec_module",
        "setUp",
        "tearDown",
        "setUpClass",
        "tearDownClass",
        "close",
        "flush",
        "shutdown",
        "stop",
        "finish",
        "finalize",
        "cleanup",
        "ready",
        "initialize",
        "reset",
    ];
    let words = phrases::name_words(name);
    let first = words
        .first()
        .is_some_and(|word| FIRST.contains(&word.as_str()));
    let hook = words.iter().any(|word| word == "hook");
    let event = role.is_some()
        && words.len() > 1
        && words
            .first()
            .is_some_and(|word| EVENTS.contains(&word.as_str()));
    first || hook || event || (role.is_some() && WHOLE.contains(&name))
}

/// Whether a note in the function says that there is nothing to do, which no one writes about work to come.
pub(in crate::python) fn says_nothing_to_do(function: Node<'_>, body: Node<'_>) -> bool {
    const SIGNS: [&str; 20] = [
        "does not",
        "doesn't",
        "nothing",
        "no-op",
        "noop",
        "no op",
        "not needed",
        "no need",
        "intentional",
        "on purpose",
        "deliberate",
        "ignore",
        "override",
        "overrid",
        "subclass",
        "hook",
        "by default",
        "not required",
        "unused",
        "not used",
    ];
    notes(function, body)
        .map(|note| note.text().to_lowercase())
        .any(|note| {
            SIGNS.iter().any(|sign| note.contains(sign)) && !phrases::not_implemented(&note)
        })
}

/// Whether a comment in an empty function says that the work is still to come.
pub(in crate::python) fn says_unfinished(function: Node<'_>, body: Node<'_>) -> bool {
    notes(function, body)
        .filter(|note| note.is("comment"))
        .any(|note| phrases::not_implemented(note.text()))
}

/// Whether a text in a function holds examples that are run as tests.
pub(in crate::python) fn is_doctest(body: Node<'_>) -> bool {
    let mut texts = body.named().filter(|n| shape::is_docstring(*n));
    texts.any(|text| text.text().contains(">>>"))
}

/// The comments and texts of a function without work, also what stands on its last line behind it.
fn notes<'t>(function: Node<'t>, body: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let last = function.span().end_line;
    let behind = function
        .next()
        .filter(|n| n.is("comment") && n.line() == last);
    let inside = function.children().chain(body.children());
    inside
        .filter(|n| n.is("comment") || shape::is_docstring(*n))
        .take(NOTES_MAX)
        .chain(behind)
}

/// Statements that only silence a warning, or only say that there is nothing.
pub(in crate::python) fn is_nothing(statement: Node<'_>) -> bool {
    if shape::is_docstring(statement) || shape::is_pass(statement) {
        return true;
    }
    let plain = |n: Option<Node<'_>>| {
        n.is_some_and(|n| n.is_any(&["identifier", "tuple", "expression_list"]))
    };
    match statement.kind() {
        "global_statement" | "nonlocal_statement" | "function_definition" | "class_definition" => {
            true
        }
        "import_statement" | "import_from_statement" | "future_import_statement" => true,
        "delete_statement" => plain(statement.named().next()),
        "expression_statement" => match statement.child("assignment") {
            Some(assignment) => {
                assignment.field("left").is_some_and(|l| l.text() == "_")
                    && plain(assignment.field("right"))
            }
            None => {
                shape::bare(statement).is_any(&["identifier", "integer", "none", "true", "false"])
            }
        },
        _ => false,
    }
}

/// Whether a function is a generator, which answers by being one.
pub(in crate::python) fn yields(body: Node<'_>) -> bool {
    let holder = shape::holder(body).map(Node::id);
    let mut inside = body.descendants().take(INSIDE_NODES_MAX);
    inside.any(|n| n.is("yield") && shape::holder(n).map(Node::id) == holder)
}

/// Whether what is printed is asked of something: `print(len(table.all()))` is how a command answers.
pub(in crate::python) fn prints_what_it_asks(body: Node<'_>) -> bool {
    const OF_TEXTS: [&str; 9] = [
        "format", "join", "strip", "upper", "lower", "title", "replace", "rstrip", "encode",
    ];
    let mut inside = body.descendants().take(INSIDE_NODES_MAX);
    inside.any(|it| {
        let printed = shape::callee(it).filter(|callee| callee.text() == "print");
        let given = printed.and_then(|_| it.field("arguments"));
        let mut given = given.into_iter().flat_map(Node::descendants);
        given.any(|it| {
            let asked = shape::callee(it).and_then(|callee| callee.field("attribute"));
            asked.is_some_and(|it| !OF_TEXTS.contains(&it.text()))
        })
    })
}

/// Whether a statement only writes to a log or the console.
pub(in crate::python) fn logs(statement: Node<'_>) -> bool {
    const LEVELS: [&str; 9] = [
        "log",
        "info",
        "debug",
        "warn",
        "warning",
        "error",
        "exception",
        "critical",
        "trace",
    ];
    let call = shape::bare(statement);
    let Some(callee) = shape::callee(call).filter(|_| statement.is("expression_statement")) else {
        return false;
    };
    if callee.is("identifier") {
        return matches!(callee.text(), "print" | "pprint");
    }
    let first = shape::first_name(callee)
        .trim_start_matches('_')
        .to_lowercase();
    let object = callee
        .field("object")
        .map_or("", shape::last_name)
        .to_lowercase();
    let log = |name: &str| matches!(name, "log" | "logger" | "logging" | "_log" | "_logger");
    (log(&first) || log(object.trim_start_matches('_')))
        && LEVELS.contains(&shape::last_name(callee))
}

/// `for a, b in stream: yield a, b`, over what a function was given: all comes out as it went in.
pub(in crate::python) fn yields_all(loop_: Node<'_>, given: &BTreeSet<&str>) -> bool {
    let left = loop_.field("left").map_or("", Node::text);
    let over = loop_.field("right").filter(|it| it.is("identifier"));
    let body = loop_.field("body").filter(|_| loop_.is("for_statement"));
    let mut inside = body.into_iter().flat_map(shape::statements);
    let (only, more) = (inside.next(), inside.next());
    let given_out = only.map(shape::bare).filter(|it| it.is("yield"));
    let same = given_out.and_then(|it| it.named().next());
    over.is_some_and(|it| given.contains(it.text()))
        && more.is_none()
        && same.is_some_and(|it| it.text().trim_matches(['(', ')']) == left)
}

/// `return key, value`: nothing but what a function was given, where its text says that it does something.
pub(in crate::python) fn hands_back(
    function: Node<'_>,
    answer: Node<'_>,
    given: &BTreeSet<&str>,
) -> bool {
    const MEANT: [&str; 9] = [
        "key", "pair", "tuple", "pack", "point", "args", "default", "combine", "both",
    ];
    let name = function.field("name").map_or("", Node::text);
    let words = phrases::name_words(name);
    let meant = words.iter().any(|word| MEANT.contains(&word.as_str()));
    let body = function.field("body");
    let text = body
        .and_then(|b| b.named().next())
        .filter(|n| shape::is_docstring(*n));
    let told = text.is_some_and(|it| it.text().split_whitespace().count() > 4);
    let parts = || answer.named();
    let same = parts().all(|it| it.is("identifier") && given.contains(it.text()));
    let tuple = answer.is_any(&["tuple", "expression_list"]);
    tuple && same && parts().count() > 1 && told && !meant
}

/// Whether a method only hands back the very object, where its name or what it is given asks for another one:
/// `def __neg__(self): return self`, `def with_header(self, name): return self`.
pub(in crate::python) fn gives_itself(method: Node<'_>, answer: Node<'_>, given: usize) -> bool {
    let name = method.field("name").map_or("", Node::text);
    let members = shape::class_of(method).and_then(|class| class.field("body"));
    let turns = || {
        let mut members = members.into_iter().flat_map(Node::named);
        members.any(|it| it.field("name").is_some_and(|it| it.text() == "__neg__"))
    };
    let turned = match name {
        "__neg__" | "__invert__" => true,
        "__abs__" => turns(),
        _ => given > 0 && !name.starts_with("__") && !phrases::promises_passing_on(name),
    };
    let listed = method.field("parameters").into_iter().flat_map(Node::named);
    let receiver = listed.take(1).any(|it| it.text() == "self");
    answer.text() == "self" && receiver && turned && !promises_nothing(name)
}

/// `return None` where the head says that nothing is given: as good as nothing at all.
pub(in crate::python) fn leaves_at_once(function: Node<'_>, statement: Node<'_>) -> bool {
    let returned = function.field("return_type").map(Node::text);
    let given = statement.named().next();
    statement.is("return_statement")
        && returned == Some("None")
        && given.is_none_or(|it| it.is("none"))
}
