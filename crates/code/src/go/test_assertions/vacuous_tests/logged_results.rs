//! Tests that end with their preparation: what came of it is written to the log, and compared with nothing.

use std::collections::BTreeSet;

use super::{CHECKS, FAILS};
use crate::go::error_handling::errors;
use crate::go::shape::{self, Call};
use crate::phrases;
use crate::syntax::Node;

/// Words of names of tests for which running to the end is the point.
const RUNS: [&str; 14] = [
    "smoke",
    "print",
    "dump",
    "demo",
    "example",
    "race",
    "panic",
    "panics",
    "concurrent",
    "leak",
    "bench",
    "log",
    "crash",
    "parallel",
];

/// Whether a test can fail by the errors of its preparation alone, and ends with a log of what came of the rest.
pub(super) fn only(name: &str, body: Node<'_>, handles: &BTreeSet<&str>) -> bool {
    if runs(name) {
        return false;
    }
    let mut logged = None;
    for node in body.descendants() {
        if node.is("identifier") && handles.contains(node.text()) && is_handed(node) {
            return false;
        }
        let Some(call) = Call::of(node).filter(|_| node.is("call_expression")) else {
            continue;
        };
        if !handles.contains(call.first()) {
            let words = phrases::name_words(call.path());
            let checks = words.iter().any(|word| CHECKS.contains(&word.as_str()));
            if checks
                || matches!(
                    call.path(),
                    "panic" | "os.Exit" | "log.Fatal" | "log.Fatalf"
                )
            {
                return false;
            }
        } else if FAILS.contains(&call.last()) {
            if !prepares(node) {
                return false;
            }
        } else if matches!(call.last(), "Log" | "Logf") && tells(call) && !prepares(node) {
            logged = Some(node);
        }
    }
    logged.is_some_and(|it| is_last(it, body))
}

/// Whether the name of a test says that to run to the end is what it asks.
pub(super) fn runs(name: &str) -> bool {
    let words = phrases::name_words(name);
    words.iter().any(|word| RUNS.contains(&word.as_str()))
}

/// Whether a test that asserts nothing writes to its log what came of what it called.
pub(super) fn all(name: &str, body: Node<'_>, handles: &BTreeSet<&str>) -> bool {
    let mut calls = body.descendants().filter_map(Call::of);
    let logs = calls.any(|call| {
        let own = call.function.is("selector_expression") && handles.contains(call.first());
        own && matches!(call.last(), "Log" | "Logf") && tells(call)
    });
    logs && !runs(name)
}

/// Whether a test is handed to a function, which may fail it.
fn is_handed(name: Node<'_>) -> bool {
    name.parent()
        .is_some_and(|it| it.is_any(&["argument_list", "literal_element"]))
}

/// Whether a call stands where an error was met.
fn prepares(call: Node<'_>) -> bool {
    let mut around = call.ancestors();
    let branch = around.find(|it| it.is_any(&["if_statement", "func_literal"]));
    let condition = branch.and_then(|it| it.field("condition"));
    condition.is_some_and(|it| {
        let name = it.field("left").map_or("", Node::text);
        let nil = it.field("right").is_some_and(|it| it.is("nil"));
        let differs = it.field("operator").is_some_and(|it| it.text() == "!=");
        nil && differs && errors::is_error(name)
    })
}

/// Whether a log says more than a text: what some value is.
fn tells(call: Call<'_>) -> bool {
    call.arguments()
        .any(|it| shape::string(it).is_none() && !errors::is_error(it.text()))
}

/// Whether nothing comes after a call but what cleans up.
fn is_last(call: Node<'_>, body: Node<'_>) -> bool {
    let last = shape::statements(body).last();
    last.is_some_and(|it| it.start() <= call.start() && call.end() <= it.end())
}
