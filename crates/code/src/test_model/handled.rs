//! Assertions about an error that stand in its handler, where nothing fails if the error does not come:
//! `try { f() } catch (e) { assert(e) }`.

use super::context::is_function;
use super::token::{Run, Tokens};
use crate::facts::ByteRange;
use crate::syntax::Node;

/// Names of calls, and words, that fail a test or say that the end was reached.
const FAILS: [&str; 12] = [
    "fail",
    "Fail",
    "throw",
    "raise",
    "reject",
    "done",
    "unreachable",
    "return",
    "skip",
    "skipTest",
    "SkipTest",
    "exit",
];
/// Names by which a test says how many assertions it makes.
const COUNTED: [&str; 4] = ["plan", "assertions", "hasAssertions", "expect_call_count"];

/// The handlers of a `try` that may never run, and what stands in them with it.
pub(super) fn find(tokens: &Tokens<'_>, node: Node<'_>, found: &mut Vec<ByteRange>) {
    let Some(body) = node.field("body") else {
        return;
    };
    let names = |run: Run, list: &[&str]| run.indices().any(|at| list.contains(&tokens.text(at)));
    let has_other_end = node
        .children()
        .any(|it| it.is_any(&["else_clause", "finally_clause"]));
    let outermost = node.ancestors().filter(|it| is_function(*it)).last();
    let counted = outermost.is_some_and(|it| names(tokens.of_node(it), &COUNTED));
    if has_other_end || counted || names(tokens.of_node(body), &FAILS) {
        return;
    }
    let handlers = node.children();
    let handlers = handlers.filter(|it| it.is_any(&["except_clause", "catch_clause"]));
    let blocks = handlers.filter_map(|it| it.field("body").or_else(|| it.child("block")));
    // One that leaves the test in its handler fails behind it.
    let falls_through = blocks.filter(|it| !names(tokens.of_node(*it), &FAILS));
    found.extend(falls_through.map(Node::bytes));
}
