//! Functions whose type promises an answer that their body can't give: an error where none is ever told, a value where it
//! is always the same one.

use std::collections::BTreeSet;

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::attributes::Attributes;
use crate::rust::bodies::surroundings::Setting;
use crate::rust::data::dropped_errors::{self, Finding};
use crate::rust::values::{self, Value};
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes is not looked at.
const NODES_MAX: u32 = 4_000;

/// How deep branches nest that an answer is followed into.
const DEPTH_MAX: u8 = 24;

/// Answers of one function that are looked at.
const ANSWERS_MAX: usize = 64;

/// Finds them in all functions of a file.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let functions = scan.live_of(&["function_item"]);
    let fallible = dropped_errors::fallible(scan);
    let mut found = Vec::new();
    for node in functions {
        let (Some(block), Some(name)) = (node.field("body"), node.field("name")) else {
            continue;
        };
        let dictated = node
            .ancestors()
            .take(2)
            .any(|n| n.is("trait_item") || (n.is("impl_item") && n.field("trait").is_some()));
        let setting = Setting::of(node, None, attributes, false);
        let skipped = scan.in_test(node) || node.is_broken() || dictated;
        if skipped || block.size() > NODES_MAX {
            continue;
        }
        let returns = node.field("return_type").map_or("", Node::text);
        if let Some((what, reason, certainty)) =
            judge(block, returns, setting.configured, &fallible)
        {
            found.push(Stub {
                line: name.line(),
                what: format!("{} of {}", what.unwrap_or("answer"), name.text()),
                reason,
                certainty,
                test: false,
            });
        }
        if found.len() >= scan.limits.items_max {
            break;
        }
    }
    found
}

/// `twin`: another function may do the work under other conditions.
fn judge(block: Node<'_>, returns: &str, twin: bool, fallible: &BTreeSet<&str>) -> Option<Finding> {
    let result = returns.starts_with("Result<") || returns.contains("::Result<");
    let gone = || drops(block) || block.descendants().any(|it| replaces(it, fallible));
    if result && gone() && !tells(block) {
        return Some((Some("Err"), Reason::SwallowedError, Certainty::Likely));
    }
    let option = returns.starts_with("Option<") && !twin;
    (option && is_always_one(block)).then_some((
        Some("Some"),
        Reason::FixedValue,
        Certainty::Likely,
    ))
}

/// Whether something that can fail is asked, and its failure goes nowhere.
fn drops(block: Node<'_>) -> bool {
    block.descendants().any(drops_here)
}

/// Whether something else takes the place of what failed: `load().unwrap_or_default()`, `text.parse().ok()`.
fn replaces(node: Node<'_>, fallible: &BTreeSet<&str>) -> bool {
    let replaced = node.is("call_expression")
        && matches!(
            dropped_errors::method(node),
            Some("unwrap_or_default" | "unwrap_or" | "unwrap_or_else" | "ok")
        );
    if !replaced {
        return false;
    }
    let receiver = node.field("function").and_then(|it| it.field("value"));
    receiver
        .and_then(dropped_errors::outer_call)
        .is_some_and(|call| {
            let own = dropped_errors::called(call).is_some_and(|name| fallible.contains(name));
            own || dropped_errors::reaches_out(call)
        })
}

/// Whether a failure is dropped at one place.
pub(in crate::rust) fn drops_here(node: Node<'_>) -> bool {
    match node.kind() {
        "let_declaration" => {
            let blank = node.field("pattern").is_some_and(|it| it.text() == "_");
            let value = node.field("value");
            blank && value.is_some_and(|it| it.is("call_expression"))
        }
        "if_expression" => {
            let condition = node.field("condition").filter(|it| it.is("let_condition"));
            let pattern = condition.and_then(|it| it.field("pattern"));
            let good = pattern.is_some_and(|it| it.text().starts_with("Ok("));
            good && node.field("alternative").is_none()
        }
        "match_arm" => {
            let pattern = node.field("pattern").map_or("", Node::text);
            let value = node.field("value").map_or("", Node::text);
            let bare =
                value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | ';'));
            pattern.starts_with("Err(_") && matches!(bare, "" | "()" | "continue")
        }
        "scoped_identifier" => node.text() == "Result::ok",
        "field_identifier" => {
            let call = node.parent().and_then(Node::parent);
            let statement = call.and_then(Node::parent);
            node.text() == "ok" && statement.is_some_and(|it| it.is("expression_statement"))
        }
        _ => false,
    }
}

/// Whether an error can get out at one place.
pub(in crate::rust) fn tells_here(node: Node<'_>) -> bool {
    match node.kind() {
        "try_expression" => true,
        "identifier" => match node.text() {
            "Err" => !node
                .parent()
                .is_some_and(|it| it.is("tuple_struct_pattern")),
            "bail" | "ensure" | "anyhow" | "panic" => true,
            _ => false,
        },
        // In a macro.
        "?" => node.parent().is_some_and(|it| it.is("token_tree")),
        _ => false,
    }
}

/// Whether an error can get out at all.
fn tells(block: Node<'_>) -> bool {
    let bad = |node: Node<'_>| node.is("return_expression") && !is_good(node.named().next());
    let inside = block.descendants().any(|it| tells_here(it) || bad(it));
    inside || !is_good(block.named().filter(|it| !it.is_extra()).last())
}

/// `Ok(..)`, and nothing that may be an error.
fn is_good(answer: Option<Node<'_>>) -> bool {
    let answer = answer.map(values::unwrap);
    let called = answer.and_then(|it| it.field("function"));
    called.is_some_and(|it| it.text() == "Ok")
}

/// Whether every way through gives `None` or the same literal, and there is one that gives the literal.
fn is_always_one(block: Node<'_>) -> bool {
    let mut answers = Vec::new();
    if !follow(block, DEPTH_MAX, &mut answers) {
        return false;
    }
    let returns = block.descendants().filter(|it| it.is("return_expression"));
    let own = returns.filter(|it| {
        let around = it
            .ancestors()
            .find(|it| it.is_any(&["closure_expression", "async_block", "function_item"]));
        around.is_some_and(|it| it.is("function_item"))
    });
    answers.extend(own.filter_map(|it| it.named().next()));
    let mut some: BTreeSet<&str> = BTreeSet::new();
    for answer in &answers {
        match given(*answer) {
            Some("") => {}
            Some(text) => {
                some.insert(text);
            }
            None => return false,
        }
    }
    some.len() == 1 && answers.len() > 1
}

/// The literal inside `Some(..)`; nothing of `None`.
fn given(answer: Node<'_>) -> Option<&str> {
    let answer = values::unwrap(answer);
    if answer.text() == "None" {
        return Some("");
    }
    let function = answer.field("function")?;
    let inner = answer.field("arguments")?.named().next()?;
    let literal = inner.kind().ends_with("_literal");
    let plain = values::value(inner).is_some_and(|it| it != Value::Unit);
    (function.text() == "Some" && literal && plain).then(|| inner.text())
}

/// The expressions that a block may end with; false where one can't be followed.
fn follow<'t>(node: Node<'t>, depth: u8, answers: &mut Vec<Node<'t>>) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    if answers.len() >= ANSWERS_MAX {
        return false;
    }
    match node.kind() {
        "block" => match node.named().filter(|it| !it.is_extra()).last() {
            Some(last) => follow(last, depth, answers),
            None => false,
        },
        "expression_statement" => match node.named().next() {
            Some(inner) => follow(inner, depth, answers),
            None => false,
        },
        "if_expression" => {
            let branch = |name: &str| node.field(name);
            let (Some(yes), Some(no)) = (branch("consequence"), branch("alternative")) else {
                return false;
            };
            follow(yes, depth, answers) && follow(no, depth, answers)
        }
        "else_clause" => match node.named().next() {
            Some(inner) => follow(inner, depth, answers),
            None => false,
        },
        "match_expression" => {
            let arms = node.field("body").into_iter().flat_map(Node::named);
            let mut arms = arms.filter(|it| it.is("match_arm"));
            arms.all(|arm| match arm.field("value") {
                Some(value) => follow(value, depth, answers),
                None => false,
            })
        }
        "return_expression" => true,
        _ => {
            answers.push(node);
            true
        }
    }
}
