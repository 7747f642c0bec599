//! Errors in Java: which types of them are made, where one is told of, and where one is met and nobody is told. The last
//! is often right, and says something only where telling was the task.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Facts;
use crate::java::bodies::hollow;
use crate::java::bodies::stubs::Finding;
use crate::java::error_handling::errors;
use crate::java::shape;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// How much of one `catch` is looked at, in nodes.
const CATCH_NODES_MAX: usize = 400;

/// First words of calls that tell somebody.
const TELLS: [&str; 18] = [
    "fail", "halt", "abort", "exit", "reject", "refuse", "raise", "throw", "rethrow", "panic",
    "die", "warn", "warning", "error", "severe", "fatal", "report", "sneaky",
];

/// First words of methods that ask by trying.
const PROBES: [&str; 14] = [
    "is", "has", "can", "try", "exists", "supports", "contains", "matches", "maybe", "optional",
    "probe", "detect", "close", "equals",
];

/// Errors that are answers of the library to being asked, and none of the program.
const PLAIN: [&str; 3] = [
    "InterruptedException",
    "CloneNotSupportedException",
    "UnsupportedEncodingException",
];

/// Fills in which errors are made, and where one is told of.
pub(in crate::java) fn fill(scan: &Scan<'_>, facts: &mut Facts) {
    let mut made = BTreeSet::new();
    let mut tells = BTreeSet::new();
    for node in scan.live() {
        if made.len() >= scan.limits.items_max || tells.len() >= scan.limits.items_max {
            facts.truncated = true;
            break;
        }
        if scan.in_test(node) {
            continue;
        }
        if tells_of(node) {
            tells.insert(node.line());
        }
        let names = match node.kind() {
            "object_creation_expression" => node.field("type").into_iter().collect(),
            "method_reference" => node.named().take(1).collect(),
            "method_invocation" => node.field("object").into_iter().collect(),
            "superclass" => node.named().collect(),
            _ => Vec::new(),
        };
        let names = names.into_iter().map(shape::type_name);
        let errors = names.filter(|name| phrases::names_an_error(name));
        made.extend(errors.map(str::to_owned));
    }
    facts.made = Some(made);
    facts.tells = tells;
}

/// Whether a node tells somebody that something went wrong. A method that nobody is to call tells of nothing.
fn tells_of(node: Node<'_>) -> bool {
    match node.kind() {
        "throw_statement" => {
            let never = [
                "UnsupportedOperationException",
                "NullPointerException",
                "AssertionError",
            ];
            let made = node.named().next().and_then(|it| it.field("type"));
            !made.is_some_and(|it| never.contains(&shape::type_name(it)))
        }
        "method_invocation" => tells_by(node),
        _ => false,
    }
}

fn tells_by(call: Node<'_>) -> bool {
    let words = phrases::name_words(shape::method(call));
    let first = words.first().map_or("", String::as_str);
    let object = call.field("object").map_or("", shape::last_name);
    TELLS.contains(&first)
        || matches!(object, "err" | "errors" | "problems" | "stderr")
        || words
            .iter()
            .any(|word| matches!(word.as_str(), "exceptionally" | "error" | "throw"))
}

/// A `catch` that tells nobody.
pub(in crate::java) fn caught(clause: Node<'_>) -> Option<Finding> {
    let parameter = clause.child("catch_formal_parameter")?;
    let body = clause.field("body")?;
    let name = parameter.field("name").map_or("", Node::text);
    let types = parameter.child("catch_type").into_iter();
    let mut types = types.flat_map(Node::named).map(shape::type_name);
    let tried = clause.parent().and_then(|it| it.field("body"));
    let method = shape::function_around(clause).and_then(|it| it.field("name"));
    let words = method.map_or_else(Vec::new, |it| phrases::name_words(it.text()));
    let probes = words
        .first()
        .is_some_and(|it| PROBES.contains(&it.as_str()));
    if probes
        || types.any(|it| PLAIN.contains(&it))
        || tried.is_some_and(errors::only_cleans_up)
        || body.children().any(says_why)
    {
        return None;
    }
    let mut inside = body.descendants().take(CATCH_NODES_MAX);
    let worked_with = inside.any(|it| match it.kind() {
        "throw_statement" => true,
        "return_statement" => answers_an_error(it),
        "identifier" => it.text() == name && !is_logged(it),
        "method_invocation" => {
            tells_by(it) || counts(it) || !(hollow::is_log(it) || makes_only(it))
        }
        "update_expression" => true,
        _ => false,
    });
    (!worked_with).then(|| Finding {
        what: "catch".to_owned(),
        reason: Reason::SwallowedError,
        certainty: Certainty::Faint,
    })
}

/// Whether an answer says by a name that something went wrong: `return respond(INTERNAL_ERROR)`.
fn answers_an_error(statement: Node<'_>) -> bool {
    const WORDS: [&str; 8] = [
        "error",
        "failed",
        "failure",
        "fail",
        "invalid",
        "bad",
        "unavailable",
        "err",
    ];
    let mut inside = statement.descendants().take(CATCH_NODES_MAX);
    inside.any(|it| {
        let words = phrases::name_words(it.text());
        it.is_any(&["identifier", "type_identifier"])
            && words.iter().any(|word| WORDS.contains(&word.as_str()))
    })
}

/// Whether a call counts one more: somebody will ask how many went wrong.
fn counts(call: Node<'_>) -> bool {
    let words = phrases::name_words(shape::method(call));
    words
        .iter()
        .any(|it| matches!(it.as_str(), "increment" | "inc" | "count"))
}

/// Whether a name stands in a call that only writes a log.
fn is_logged(name: Node<'_>) -> bool {
    let mut around = name
        .ancestors()
        .take_while(|it| !it.is("expression_statement"));
    around.any(hollow::is_log)
}

/// Whether a call is given nothing that changes: what it makes is a fallback.
fn makes_only(call: Node<'_>) -> bool {
    let mut inside =
        shape::arguments(call).flat_map(|it| std::iter::once(it).chain(it.descendants()));
    let logged = call.ancestors().take(8).any(hollow::is_log);
    logged || !inside.any(|it| it.is("identifier") && it.text().starts_with(char::is_lowercase))
}

/// Whether a comment gives a reason. That something is ignored is none.
fn says_why(comment: Node<'_>) -> bool {
    const WHY: [&str; 18] = [
        "because",
        "since",
        "so that",
        "as the",
        "fall",
        "default",
        "never",
        "can't",
        "cannot",
        "already",
        "expected",
        "instead",
        "safe",
        "harmless",
        "optional",
        "best effort",
        "not an error",
        "no such",
    ];
    let text = comment.text().to_lowercase();
    let bare = text.trim_start_matches(['/', '*', ' ']);
    let dropped = ["ignor", "swallow", "skip", "nothing", "do nothing", "todo"];
    comment.is_extra()
        && (WHY.iter().any(|word| text.contains(word))
            || (phrases::gives_a_reason(&text)
                && !dropped.iter().any(|word| bare.starts_with(word))))
}

/// A `catch` of the very error that a method of the same file raises for what is tried, and that tells nobody.
pub(in crate::java) fn raised_here<'t>(clause: Node<'t>, raised: &Raised<'t>) -> bool {
    let types = clause.child("catch_formal_parameter");
    let types = types.and_then(|it| it.child("catch_type")).into_iter();
    let types: BTreeSet<&str> = types.flat_map(Node::named).map(shape::type_name).collect();
    // All of the method, so that nothing follows for which the error would not matter.
    let tried = clause.parent();
    let around = tried.and_then(Node::parent).and_then(|it| {
        let method = it.parent().filter(|it| it.is("method_declaration"))?;
        Some(it.named().count() == 1 && method.field("type").is_some_and(|it| it.is("void_type")))
    });
    let empty = clause
        .field("body")
        .is_some_and(|it| it.named().next().is_none());
    if around != Some(true) || !empty {
        return false;
    }
    let calls = tried.and_then(|it| it.field("body")).into_iter();
    let calls = calls.flat_map(Node::descendants);
    let mut own = calls.take(CATCH_NODES_MAX).filter(|it| {
        let object = it.field("object");
        it.is("method_invocation") && object.is_none_or(|it| it.is("this"))
    });
    own.any(|it| {
        let errors = raised.get(shape::method(it));
        errors.is_some_and(|errors| !errors.is_disjoint(&types))
    })
}

/// `try { each(it -> { try { .. } catch (IOException e) { throw new UncheckedIOException(e); } }); } catch
/// (UncheckedIOException e) {}`: an error is wrapped to get it out, and dropped where it comes out.
pub(in crate::java) fn unwrapped(clause: Node<'_>) -> Option<Finding> {
    let parameter = clause.child("catch_formal_parameter")?;
    let body = clause.field("body")?;
    let name = parameter.field("name").map_or("", Node::text);
    let types = parameter.child("catch_type").into_iter();
    let types: Vec<&str> = types.flat_map(Node::named).map(shape::type_name).collect();
    let mut inside = body.descendants().take(CATCH_NODES_MAX);
    let worked_with = inside.any(|it| {
        it.is_any(&[
            "method_invocation",
            "throw_statement",
            "assignment_expression",
        ]) || it.is("identifier") && it.text() == name
            || it.is("return_statement") && it.named().next().is_some()
            || it.is_extra()
    });
    if worked_with || body.descendants().count() >= CATCH_NODES_MAX {
        return None;
    }
    let tried = clause.parent().and_then(|it| it.field("body"))?;
    let mut thrown = tried.descendants().filter(|it| it.is("throw_statement"));
    let wraps = thrown.any(|it| {
        let caught = it.ancestors().find(|it| it.is("catch_clause"));
        let error = caught
            .filter(|it| it.start() >= tried.start() && it.end() <= tried.end())
            .and_then(|it| it.child("catch_formal_parameter")?.field("name"));
        let made = it.named().next();
        let of = made.and_then(|it| it.field("type")).map(shape::type_name);
        let given = made.into_iter().flat_map(shape::arguments);
        let mut given = given.filter(|it| it.is("identifier"));
        of.is_some_and(|it| types.contains(&it))
            && error.is_some_and(|error| given.any(|it| it.text() == error.text()))
    });
    wraps.then(|| Finding {
        what: "catch".to_owned(),
        reason: Reason::SwallowedError,
        certainty: Certainty::Likely,
    })
}

/// Types of errors by the methods of a file that throw them themselves.
pub(in crate::java) type Raised<'t> = BTreeMap<&'t str, BTreeSet<&'t str>>;

/// Which methods of a file throw which errors.
pub(in crate::java) fn raised<'t>(scan: &Scan<'t>) -> Raised<'t> {
    let mut raised = Raised::new();
    for node in scan.live_of(&["throw_statement"]) {
        let made = node.named().next().and_then(|it| it.field("type"));
        let method = shape::function_around(node).and_then(|it| it.field("name"));
        if let (Some(made), Some(method)) = (made, method) {
            let errors = raised.entry(method.text()).or_default();
            errors.insert(shape::type_name(made));
        }
    }
    raised
}
