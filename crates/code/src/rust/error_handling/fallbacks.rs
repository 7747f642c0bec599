//! Errors that give way to something else, as honest code often has it: worth a word only where telling of them was asked.

use std::collections::BTreeSet;

use crate::parts::{Certainty, Reason, Stub};
use crate::phrases;
use crate::rust::bodies::body;
use crate::rust::data::dropped_errors;
use crate::rust::items::Place;
use crate::rust::parameter_use;
use crate::rust::values;
use crate::scan::Scan;
use crate::syntax::Node;

/// Most statements of a handler that only tells the log.
const HANDLER_MAX: usize = 6;

/// Words of names of functions and of calls that may fail without anybody minding.
const SPARED: [&str; 24] = [
    "drop",
    "close",
    "shutdown",
    "cleanup",
    "clean",
    "is",
    "has",
    "try",
    "exists",
    "supports",
    "can",
    "remove",
    "kill",
    "wait",
    "join",
    "send",
    "var",
    "stop",
    "abort",
    "disconnect",
    "cancel",
    "unlock",
    "notify",
    "probe",
];

/// Finds them.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>) -> Vec<Stub> {
    let fallible = dropped_errors::fallible(scan);
    let mut found = Vec::new();
    let kinds = [
        "match_arm",
        "if_expression",
        "let_declaration",
        "scoped_identifier",
        "call_expression",
    ];
    for node in scan.live_of(&kinds) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let Some(what) = look(node, &fallible) else {
            continue;
        };
        if scan.in_test(node) || is_spared(node) || parameter_use::is_explained(node) {
            continue;
        }
        found.push(Stub {
            line: node.line(),
            what: what.to_owned(),
            reason: Reason::SwallowedError,
            certainty: Certainty::Faint,
            test: false,
        });
    }
    found
}

fn look(node: Node<'_>, fallible: &BTreeSet<&str>) -> Option<&'static str> {
    match node.kind() {
        "match_arm" => {
            let error = node.field("pattern")?.text().starts_with("Err(");
            let plain = node.field("pattern")?.field("condition").is_none() && !chooses(node);
            let value = node.field("value")?;
            (error && plain && (gives_way(value) || goes_well(node, value))).then_some("Err(_)")
        }
        "if_expression" => condition(node),
        "let_declaration" => {
            let pattern = node.field("pattern")?.text();
            let value = node.field("value")?;
            if pattern.starts_with("Ok(") {
                let otherwise = node.field("alternative")?;
                return (!tells(otherwise)).then_some("let Ok");
            }
            let call = dropped_errors::outer_call(value).filter(|_| pattern == "_")?;
            fails_somewhere(call, fallible).then_some("let _")
        }
        "scoped_identifier" => (node.text() == "Result::ok").then_some("Result::ok"),
        "call_expression" => replaced(node, fallible),
        _ => None,
    }
}

/// Whether an arm is for one kind of error, and another hands on the rest: `Err(NotFound) => .., Err(e) => Err(e)`.
pub(in crate::rust) fn chooses(arm: Node<'_>) -> bool {
    let rest = |it: Node<'_>| {
        let whole = kind_of_error(it).is_some_and(|it| it.starts_with(char::is_lowercase));
        let value = it.field("value").map_or("", Node::text);
        whole && (value.starts_with("Err(") || value.starts_with("return Err("))
    };
    let one = kind_of_error(arm).and_then(|it| it.rsplit("::").next());
    let arms = arm.parent().into_iter().flat_map(Node::named);
    let mut others = arms.filter(|it| it.is("match_arm") && it.id() != arm.id());
    one.is_some_and(|it| it.starts_with(char::is_uppercase)) && others.any(rest)
}

/// What stands between the brackets of `Err(..)`.
fn kind_of_error(arm: Node<'_>) -> Option<&str> {
    arm.field("pattern")?
        .text()
        .strip_prefix("Err(")?
        .strip_suffix(')')
}

/// Whether a call may fail, or one whose answer it goes on with: `File::open(name).and_then(copy)`.
fn fails_somewhere(call: Node<'_>, fallible: &BTreeSet<&str>) -> bool {
    let mut at = Some(call);
    for _ in 0..HANDLER_MAX {
        let Some(call) = at else { return false };
        let name = dropped_errors::called(call).unwrap_or("");
        if fallible.contains(name) || dropped_errors::may_fail(name) {
            return true;
        }
        let goes_on = matches!(name, "and_then" | "map" | "map_err" | "or_else");
        let receiver = call.field("function").and_then(|it| it.field("value"));
        at = receiver
            .filter(|_| goes_on)
            .and_then(dropped_errors::outer_call);
    }
    false
}

fn condition(node: Node<'_>) -> Option<&'static str> {
    let condition = node.field("condition")?;
    let (then, otherwise) = (node.field("consequence")?, node.field("alternative"));
    if condition.is("let_condition") {
        let pattern = condition.field("pattern")?.text();
        let called = condition
            .field("value")
            .and_then(dropped_errors::outer_call);
        if pattern.starts_with("Ok(") {
            return (otherwise.is_none() && called.is_some()).then_some("if let Ok");
        }
        return (pattern.starts_with("Err(") && gives_way(then)).then_some("if let Err");
    }
    let asked = condition
        .field("function")
        .filter(|_| otherwise.is_none())?;
    let method = asked.field("field")?.text();
    (method == "is_err" && gives_way(then)).then_some("is_err()")
}

/// `Err(_) => Ok(other())`: what went wrong is not looked at, and the answer is that all went well.
fn goes_well(arm: Node<'_>, value: Node<'_>) -> bool {
    let unseen = arm.field("pattern").is_some_and(|it| it.text() == "Err(_)");
    let well = value.field("function").is_some_and(|it| it.text() == "Ok");
    let explained = value.descendants().any(Node::is_extra);
    unseen && well && value.is("call_expression") && !explained && !tells(value)
}

/// `.filter_map(|it| it.parse().ok())` in a function that can fail: what is wrong is left out.
fn leaves_out(call: Node<'_>, receiver: Node<'_>) -> bool {
    let parses = dropped_errors::outer_call(receiver)
        .and_then(dropped_errors::called)
        .is_some_and(|it| it == "parse");
    let closure = call.parent().filter(|it| it.is("closure_expression"));
    let around = closure.and_then(Node::parent).and_then(Node::parent);
    let filters = around.and_then(dropped_errors::method) == Some("filter_map");
    let function = call.ancestors().find(|it| it.is("function_item"));
    parses && filters && function.is_some_and(dropped_errors::returns_result)
}

fn replaced(call: Node<'_>, fallible: &BTreeSet<&str>) -> Option<&'static str> {
    let what = match dropped_errors::method(call)? {
        "ok" => {
            let bare = call.field("arguments")?.named().next().is_none();
            let receiver = call.field("function")?.field("value")?;
            let spared = dropped_errors::outer_call(receiver)
                .and_then(dropped_errors::called)
                .is_some_and(is_word_spared);
            if bare && !spared && leaves_out(call, receiver) {
                return Some(".parse().ok()");
            }
            return (bare && !spared).then_some(".ok()");
        }
        "unwrap_or_default" => ".unwrap_or_default()",
        "unwrap_or" => ".unwrap_or()",
        "unwrap_or_else" => ".unwrap_or_else()",
        "map_or" => ".map_or()",
        _ => return None,
    };
    let receiver = call.field("function")?.field("value")?;
    let asked = dropped_errors::outer_call(receiver)?;
    let name = dropped_errors::called(asked)?;
    let fails = fallible.contains(name) || dropped_errors::reaches_out(asked);
    (fails && !is_word_spared(name)).then_some(what)
}

/// Whether nothing of an error is told: a fixed answer, the next round, at most a line for the log.
pub(in crate::rust) fn gives_way(value: Node<'_>) -> bool {
    if tells(value) {
        return false;
    }
    let statements = match value.is("block") {
        true => value
            .named()
            .filter(|it| !it.is_extra())
            .take(HANDLER_MAX)
            .collect(),
        false => Vec::from([value]),
    };
    let explained = value.descendants().any(|it| {
        it.is_any(&["line_comment", "block_comment"]) && phrases::gives_a_reason(it.text())
    });
    statements.len() < HANDLER_MAX
        && !explained
        && statements.iter().all(|it| {
            let bare = values::unwrap(*it);
            body::is_logging(*it)
                || values::value(bare).is_some()
                || bare.is_any(&[
                    "continue_expression",
                    "break_expression",
                    "return_expression",
                ])
                || bare.is("block") && bare.named().next().is_none()
        })
}

/// Whether an error gets out of a handler.
fn tells(handler: Node<'_>) -> bool {
    let mut inside = std::iter::once(handler).chain(handler.descendants());
    inside.any(|it| match it.kind() {
        "try_expression" => true,
        "identifier" => matches!(
            it.text(),
            "Err" | "panic" | "bail" | "anyhow" | "exit" | "ensure" | "unreachable"
        ),
        _ => false,
    })
}

/// Whether the function around is one whose point is to go on, or to find out.
fn is_spared(node: Node<'_>) -> bool {
    let around = node.ancestors().find(|it| it.is("function_item"));
    let name = around
        .and_then(|it| it.field("name"))
        .map_or("", Node::text);
    let dropping = around
        .and_then(|it| Place::of(it).belonging())
        .is_some_and(|it| it.implements == Some("Drop"));
    dropping || is_word_spared(name)
}

fn is_word_spared(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or(name);
    SPARED.contains(&first)
}
