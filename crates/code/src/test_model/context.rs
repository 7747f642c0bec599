//! What stands around an assertion and may keep its failure from showing: code that is never reached, handlers that drop
//! errors, conditions on the very thing, promises that nobody waits for.

use std::collections::BTreeSet;

use super::function_node::is_function;
use super::suite::Hidden;
use super::token::{Run, Sort, Tokens};
use super::vocabulary;
use super::{ending, error_handlers, uncalled};
use crate::facts::{ByteRange, Region, RegionKind};
use crate::ranges::Ranges;
use crate::syntax::{Node, Tree};

/// Most tokens of a handler that is still trivial.
const HANDLER_MAX: usize = 60;

/// The stretches of a text in which assertions do not show.
pub(super) struct Context {
    unreachable: Ranges,
    swallowed: Ranges,
    /// Handlers of errors that need not come.
    handled: Ranges,
}

impl Context {
    pub(super) fn of(tree: &Tree<'_>, tokens: &Tokens<'_>, regions: &[Region]) -> Context {
        let known = regions.iter().filter(|it| it.kind == RegionKind::Dead);
        let known = known.map(|it| it.bytes);
        let mut unreachable: Vec<ByteRange> = known.collect();
        let (mut swallowed, mut handled) = (Vec::new(), Vec::new());
        for node in tree.all() {
            match node.kind() {
                "block" | "statement_block" | "statement_list" => {
                    ending::find(node, &mut unreachable)
                }
                "if_statement" | "if_expression" => never(node, &mut unreachable),
                "for_statement"
                | "for_in_statement"
                | "enhanced_for_statement"
                | "for_expression" => over_nothing(node, &mut unreachable),
                "try_statement" | "try_with_resources_statement" => {
                    tried(tokens, node, &mut swallowed);
                    error_handlers::find(tokens, node, &mut handled);
                }
                "with_statement" => suppressed(tokens, node, &mut swallowed),
                "call_expression" => dropped(tokens, node, &mut swallowed),
                _ => uncalled::find(node, &mut unreachable),
            }
        }
        Context {
            unreachable: unreachable.into_iter().collect(),
            swallowed: swallowed.into_iter().collect(),
            handled: handled.into_iter().collect(),
        }
    }

    pub(super) fn is_dead(&self, node: Node<'_>) -> bool {
        self.unreachable.contains(node.start())
    }

    /// Why a failure at `node` may not show.
    pub(super) fn hidden(
        &self,
        node: Node<'_>,
        tokens: &Tokens<'_>,
        subject: Run,
    ) -> Option<Hidden> {
        if self.is_dead(node) {
            Some(Hidden::Unreachable)
        } else if self.swallowed.contains(node.start()) {
            Some(Hidden::Swallowed)
        } else if is_unawaited(node) {
            Some(Hidden::Unawaited)
        } else if self.handled.contains(node.start()) {
            Some(Hidden::Handled)
        } else {
            is_guarded(node, tokens, subject).then_some(Hidden::Guarded)
        }
    }
}

/// Whether a node stands in one of two branches of its function.
pub(super) fn is_in_branch(node: Node<'_>) -> bool {
    let mut below = node;
    for around in node.ancestors().take_while(|it| !is_function(*it)) {
        let is_choice = around.is_any(&["if_statement", "if_expression"]);
        let is_branch = matches!(below.field_name(), "consequence" | "alternative");
        if is_choice && is_branch && around.field("alternative").is_some() {
            return true;
        }
        below = around;
    }
    false
}

/// The innermost function around a node; the node itself where there is none.
pub(super) fn scope(node: Node<'_>) -> ByteRange {
    node.ancestors()
        .find(|it| is_function(*it))
        .map_or(node.bytes(), Node::bytes)
}

fn never(node: Node<'_>, found: &mut Vec<ByteRange>) {
    let condition = node.field("condition").map_or("", Node::text);
    let condition = condition.trim_matches(['(', ')', ' ']);
    if matches!(
        condition,
        "false" | "False" | "0" | "!true" | "not True" | "None" | "null"
    ) && let Some(body) = node.field("consequence")
    {
        found.push(body.bytes());
    }
}

/// A loop over what is written out and holds nothing.
fn over_nothing(node: Node<'_>, found: &mut Vec<ByteRange>) {
    let over = node.field("right").or_else(|| node.field("value"));
    let text = over.map_or("", Node::text);
    let nothing = [
        "[]", "()", "{}", "range(0)", "0..0", "list()", "set()", "dict()",
    ];
    let body = node.field("body").filter(|_| nothing.contains(&text));
    found.extend(body.map(Node::bytes));
}

fn tried(tokens: &Tokens<'_>, node: Node<'_>, found: &mut Vec<ByteRange>) {
    let Some(body) = node.field("body") else {
        return;
    };
    let drops = node
        .children()
        .filter(|it| it.is_any(&["except_clause", "catch_clause"]))
        .take(16)
        .any(|handler| {
            let Some(block) = handler.field("body").or_else(|| handler.child("block")) else {
                return false;
            };
            catches_all(tokens, handler, block) && is_trivial(tokens, tokens.of_node(block))
        });
    if drops {
        found.push(body.bytes());
    }
}

/// Whether a handler catches what a failed assertion throws.
fn catches_all(tokens: &Tokens<'_>, handler: Node<'_>, block: Node<'_>) -> bool {
    let all = tokens.of_node(handler);
    let head = Run {
        start: all.start.saturating_add(1),
        end: tokens.of_node(block).start,
    };
    let names: Vec<&str> = head
        .indices()
        .filter(|at| tokens.is_name(*at))
        .map(|at| tokens.text(at))
        .collect();
    match handler.kind() {
        "except_clause" => {
            names.is_empty()
                || names
                    .iter()
                    .any(|it| matches!(*it, "Exception" | "BaseException" | "AssertionError"))
        }
        _ if handler.child("catch_formal_parameter").is_some() => names.iter().any(|it| {
            matches!(
                *it,
                "Throwable" | "Error" | "AssertionError" | "AssertionFailedError"
            )
        }),
        _ => true,
    }
}

/// Whether statements do nothing with an error, except telling the log.
fn is_trivial(tokens: &Tokens<'_>, run: Run) -> bool {
    if run.end.saturating_sub(run.start) > HANDLER_MAX {
        return false;
    }
    run.indices().all(|at| {
        let text = tokens.text(at);
        match tokens.sort(at) {
            Some(Sort::Name) => {
                let telling = [
                    "print",
                    "println",
                    "console",
                    "log",
                    "logger",
                    "logging",
                    "System",
                    "out",
                    "err",
                    "printStackTrace",
                    "warn",
                    "debug",
                    "info",
                    "exception",
                    "warning",
                    "e",
                    "error",
                    "ex",
                    "_",
                    "message",
                    "getMessage",
                    "str",
                    "exc",
                ];
                telling.contains(&text) && tokens.text(at.saturating_add(1)) != "="
            }
            Some(Sort::Sign) => !matches!(
                text,
                "raise" | "throw" | "assert" | "=" | "=>" | "await" | "panic"
            ),
            Some(Sort::Text | Sort::Number | Sort::Value | Sort::Open | Sort::Close) | None => true,
        }
    })
}

/// `with suppress(Exception):`
fn suppressed(tokens: &Tokens<'_>, node: Node<'_>, found: &mut Vec<ByteRange>) {
    let Some(body) = node.field("body") else {
        return;
    };
    let all = tokens.of_node(node);
    let head = Run {
        start: all.start,
        end: tokens.of_node(body).start,
    };
    let names: BTreeSet<&str> = head.indices().map(|at| tokens.text(at)).collect();
    if names.contains("suppress")
        && ["Exception", "AssertionError", "BaseException"]
            .iter()
            .any(|it| names.contains(it))
    {
        found.push(body.bytes());
    }
}

/// `promise.catch(() => {})`, and Rust's `catch_unwind` whose result nobody looks at.
fn dropped(tokens: &Tokens<'_>, node: Node<'_>, found: &mut Vec<ByteRange>) {
    let Some(function) = node.field("function") else {
        return;
    };
    let last = function
        .field("property")
        .or_else(|| function.field("name"))
        .unwrap_or(function)
        .text();
    match last {
        "catch" => {
            let mut handlers = node.field("arguments").into_iter().flat_map(Node::named);
            let body = handlers.next().and_then(|it| it.field("body"));
            if let (Some(body), Some(object)) = (body, function.field("object"))
                && body.is("statement_block")
                && is_trivial(tokens, tokens.of_node(body))
            {
                found.push(object.bytes());
            }
        }
        "catch_unwind" => {
            let ignored = node.parent().is_some_and(|it| {
                it.is("expression_statement")
                    || it.is("let_declaration")
                        && it
                            .field("pattern")
                            .is_some_and(|it| it.text().starts_with('_'))
            });
            if ignored {
                found.push(node.bytes());
            }
        }
        _ => {}
    }
}

/// `expect(promise).rejects.toThrow()` as a statement.
fn is_unawaited(node: Node<'_>) -> bool {
    let mut promised = false;
    for around in node.ancestors().take(24) {
        match around.kind() {
            "call_expression" => {}
            "member_expression" => {
                let property = around.field("property").map_or("", Node::text);
                promised |= matches!(
                    property,
                    "rejects" | "resolves" | "rejectedWith" | "eventually"
                );
            }
            "expression_statement" if promised => return true,
            "expression_statement" | "statement_block" => {}
            "arrow_function" | "function_expression" => return is_left_to_itself(around),
            _ => return false,
        }
    }
    false
}

/// Whether a function is what a promise goes on with, and nobody waits for that promise: `load().then((it) => ..);`.
fn is_left_to_itself(function: Node<'_>) -> bool {
    let mut at = function;
    let mut goes_on = false;
    for around in function.ancestors().take(24) {
        match around.kind() {
            "arguments" if at.id() == function.id() => {}
            "call_expression" => {
                let callee = around.field("function").and_then(|it| it.field("property"));
                goes_on |= callee.is_some_and(|it| it.text() == "then");
            }
            "member_expression" => {}
            "expression_statement" => {
                let test = around.ancestors().find(|it| is_function(*it));
                // One that is given a callback says itself when it is over.
                let given = test.and_then(|it| it.field("parameters"));
                let called = given.is_some_and(|it| it.named().next().is_some())
                    || test.is_some_and(|it| it.field("parameter").is_some());
                return goes_on && test.is_some() && !called;
            }
            _ => return false,
        }
        at = around;
    }
    false
}

/// Whether a condition on what is asserted about decides whether it is asserted.
fn is_guarded(node: Node<'_>, tokens: &Tokens<'_>, subject: Run) -> bool {
    let names = |run: Run| -> BTreeSet<&str> {
        let all = run
            .indices()
            .filter(|at| tokens.is_name(*at))
            .map(|at| tokens.text(at));
        all.filter(|it| {
            !vocabulary::is_plumbing(it)
                && !matches!(*it, "self" | "this" | "err" | "tt" | "tc" | "t")
        })
        .collect()
    };
    let about = names(subject);
    let mut below = node;
    for around in node.ancestors() {
        if is_function(around) {
            return false;
        }
        let is_if = around.is_any(&["if_statement", "if_expression"]);
        if is_if
            && below.field_name() == "consequence"
            && around.field("alternative").is_none()
            && let Some(condition) = around.field("condition")
        {
            let run = tokens.of_node(condition);
            let own = (run.start..run.end).contains(&subject.start);
            if !own && !names(run).is_disjoint(&about) {
                return true;
            }
        }
        below = around;
    }
    false
}
