//! Assertions about an error that stand in its handler, where nothing fails if the error does not come:
//! `try { f() } catch (e) { assert(e) }`.

use super::function_node::is_function;
use super::token::{Run, Tokens};
use super::{chain, matcher, vocabulary};
use crate::facts::ByteRange;
use crate::language::Language;
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

/// Nodes of one handler that are looked at.
const NODES_MAX: usize = 500;

/// Handlers of one `try` that are looked at.
const HANDLERS_MAX: usize = 16;

/// Whether a statement asserts what never holds: `assert False`.
pub(super) fn denies_all(node: Node<'_>) -> bool {
    let condition = node.named().next();
    node.is("assert_statement") && condition.is_some_and(|it| it.is("false"))
}

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
    let fails = |it: Node<'_>| {
        names(tokens.of_node(it), &FAILS) || it.descendants().take(NODES_MAX).any(denies_all)
    };
    let falls_through = blocks.filter(|it| !fails(*it));
    found.extend(falls_through.map(Node::bytes));
}

/// Whether a handler of a `try` that takes nearly any error asserts something by a call. One of a particular error holds by
/// itself that it comes.
pub(super) fn has_asserting_handler(
    language: Language,
    tokens: &Tokens<'_>,
    node: Node<'_>,
) -> bool {
    let handlers = node.children();
    let handlers = handlers.filter(|it| it.is_any(&["catch_clause", "except_clause"]));
    let mut broad = handlers.take(HANDLERS_MAX).filter(|it| takes_any(*it));
    broad.any(|handler| {
        let chains = chain::chains(tokens, tokens.of_node(handler).cut());
        chains.iter().any(|it| {
            let claims = matcher::claims(language, tokens, it);
            claims.is_some_and(|it| !it.is_empty())
        })
    })
}

/// Whether a handler names no error, or one that nearly anything is.
fn takes_any(handler: Node<'_>) -> bool {
    let head = handler
        .named()
        .filter(|it| !it.is_any(&["block", "statement_block"]));
    let leaves = head.flat_map(Node::descendants).filter(|it| it.is_leaf());
    let kinds: Vec<&str> = leaves
        .filter(|it| it.is("type_identifier") || it.is("identifier"))
        .map(Node::text)
        .filter(|it| it.starts_with(char::is_uppercase))
        .collect();
    kinds.is_empty() || kinds.into_iter().any(vocabulary::is_broad_error)
}
