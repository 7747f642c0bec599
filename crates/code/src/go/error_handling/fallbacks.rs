//! Errors that are met and told to nobody, in ways that honest code has too: it falls back, skips what is wrong, writes to
//! a log and goes on. Whether that was asked is judged elsewhere.

use crate::go::bodies::stubs::Finding;
use crate::go::error_handling::error_reports;
use crate::go::error_handling::errors::{self, Errors, FUNCTIONS};
use crate::go::items::File;
use crate::go::shape::{self, Call};
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How much of a branch is searched, in nodes.
const BRANCH_NODES_MAX: usize = 400;

/// An error that is dropped where a statement stands.
pub(in crate::go) fn find<'t>(
    node: Node<'t>,
    file: &File<'t>,
    errors: &Errors<'_, 't>,
) -> Option<Finding<'t>> {
    let what = match node.kind() {
        "if_statement" => branch(node),
        "assignment_statement" | "short_var_declaration" => {
            errors.drops_last(node).or_else(|| never_asked(node))
        }
        "expression_statement" => closes(node),
        _ => None,
    }?;
    let said = file.notes.beside(node.line()) || probes(node);
    (!said).then(|| Finding::new(node, what, Reason::SwallowedError, Certainty::Faint))
}

/// `if err != nil { continue }`, `if v, err := f(); err == nil { .. }`: nothing is said of the error.
fn branch(node: Node<'_>) -> Option<String> {
    let condition = node.field("condition")?;
    let (name, differs) = compared(condition)?;
    let wrong = match differs {
        true => node.field("consequence")?,
        false => match node.field("alternative") {
            Some(other) => other,
            // What follows may look at the error, unless it is known here alone.
            None => {
                let own = node.field("initializer").is_some();
                return own.then(|| format!("if {name}"));
            }
        },
    };
    let mut inside = wrong.descendants().take(BRANCH_NODES_MAX);
    let told = inside.any(|it| it.is("comment") || error_reports::tells(it));
    let goes_on = shape::statements(wrong)
        .last()
        .is_some_and(|it| !it.is("return_statement") || !error_reports::tells(it));
    (!told && goes_on).then(|| format!("if {name}"))
}

/// The error that a condition asks for, and whether the branch is that in which there is one.
fn compared(condition: Node<'_>) -> Option<(&str, bool)> {
    let parts = std::iter::once(condition).chain(condition.descendants().take(40));
    let mut parts = parts.filter(|it| it.is("binary_expression"));
    parts.find_map(|it| {
        let name = it.field("left").filter(|it| it.is("identifier"))?.text();
        let nil = it.field("right").is_some_and(|it| it.is("nil"));
        let operator = it.field("operator").map(Node::text)?;
        let asks = nil && errors::is_error(name) && matches!(operator, "!=" | "==");
        asks.then_some((name, operator == "!="))
    })
}

/// `file.Close()` in the middle of things: whether all was written is not known.
fn closes(node: Node<'_>) -> Option<String> {
    let call = Call::of(node)?;
    let ends = matches!(call.last(), "Close" | "Flush" | "Sync") && call.arity() == 0;
    let writer = call.operand().filter(|_| ends)?;
    (!asked_later(node, writer)).then(|| call.last().to_owned())
}

/// `w.Flush(); return w.Error()`: a writer that keeps its error is asked for it afterwards.
fn asked_later(node: Node<'_>, writer: Node<'_>) -> bool {
    let function = node.ancestors().find(|it| it.is_any(&FUNCTIONS));
    let mut calls = function.into_iter().flat_map(Node::descendants);
    calls.any(|it| {
        let call = Call::of(it).filter(|it| it.last() == "Error" && it.arity() == 0);
        let of = call.and_then(|it| it.operand());
        of.is_some_and(|it| it.text() == writer.text())
    })
}

/// `lines := bufio.NewScanner(r)`, and nobody asks `lines.Err()` whether it came to the end.
fn never_asked(node: Node<'_>) -> Option<String> {
    let assigned = shape::assigned(node)?;
    let ([name], [value]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
        return None;
    };
    let call = Call::of(*value).filter(|it| it.path() == "bufio.NewScanner")?;
    let given = call.arguments().next().map(shape::first_name)?;
    // A text that is there does not fail to be read.
    let there = matches!(given, "strings" | "bytes");
    let around = node.ancestors().find(|it| it.is_any(&FUNCTIONS))?;
    let body = around.field("body").filter(|_| !there)?;
    let uses = body
        .descendants()
        .filter(|it| it.is("identifier") && it.text() == name.text() && it.id() != name.id());
    let mut scans = false;
    for it in uses {
        // Handed to somebody else, it may be asked there.
        let member = it.parent().filter(|it| it.is("selector_expression"))?;
        match member.field("field").map(Node::text) {
            Some("Err") => return None,
            Some("Scan") => scans = true,
            Some(_) | None => {}
        }
    }
    scans.then(|| format!("NewScanner({given})"))
}

/// Whether the function around says by its name that it only tries.
fn probes(node: Node<'_>) -> bool {
    let function = node
        .ancestors()
        .find(|it| it.is_any(&FUNCTIONS) && it.field("name").is_some());
    let name = function
        .and_then(|it| it.field("name"))
        .map_or("", Node::text);
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    phrases::asks(first)
        || matches!(
            first,
            "try" | "exists" | "maybe" | "probe" | "detect" | "guess"
        )
        || words
            .last()
            .is_some_and(|it| matches!(it.as_str(), "exists" | "quiet" | "quietly"))
}
