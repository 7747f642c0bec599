//! Branches that make no difference: one that does nothing beside others that work, and all of them doing the same.

use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::rust::data::dropped_errors::Finding;
use crate::rust::values;
use crate::syntax::Node;

/// Most arms of one `match` that are looked at.
const ARMS_MAX: usize = 64;

/// Smallest branch of which two of a kind are no coincidence, in nodes.
const SAME_MIN: u32 = 4;

/// What one node says.
pub(in crate::rust) fn look(node: Node<'_>) -> Option<Finding> {
    match node.kind() {
        "match_arm" => {
            is_unheard(node).then_some((Some("branch"), Reason::NotImplemented, Certainty::Likely))
        }
        "match_expression" => {
            all_alike(node).then_some((Some("match"), Reason::FixedValue, Certainty::Likely))
        }
        "function_item" => {
            always_the_same(node).then_some((None, Reason::FixedValue, Certainty::Likely))
        }
        "if_expression" => {
            both_alike(node).then_some((Some("if"), Reason::FixedValue, Certainty::Likely))
        }
        _ => None,
    }
}

/// `"--deep" => {}` beside options that do something, and a command without any work beside others.
fn is_unheard(arm: Node<'_>) -> bool {
    let (Some(pattern), Some(value)) = (arm.field("pattern"), arm.field("value")) else {
        return false;
    };
    let empty = value.is("block") && value.named().next().is_none() || value.is("unit_expression");
    if !empty || is_noted(arm) {
        return false;
    }
    let asked = arm
        .parent()
        .and_then(Node::parent)
        .and_then(|it| it.field("value"))
        .map_or("", Node::text);
    let named = asked.rsplit(['.', '&', ' ']).next().unwrap_or(asked);
    let command = matches!(named, "command" | "cmd" | "subcommand");
    let text = pattern.text().trim_matches('"');
    let option = text.len() > 2 && text.starts_with("--") && text.len() < pattern.text().len();
    let path = pattern
        .named()
        .next()
        .is_some_and(|it| it.text().contains("::"));
    let others = arm.parent().into_iter().flat_map(Node::named);
    let mut others = others.filter(|it| it.is("match_arm") && it.id() != arm.id());
    let works = |it: Node<'_>| it.field("value").is_some_and(|it| it.size() > SAME_MIN);
    (option || command && path) && others.any(works)
}

/// Whether a note in or before it says why.
fn is_noted(arm: Node<'_>) -> bool {
    let lines = arm.lead().trim_end().lines().rev().take(3);
    let mut before = lines.map(str::trim).take_while(|it| it.starts_with("//"));
    let beside = arm
        .next()
        .is_some_and(|it| it.is_extra() && it.line() == arm.line());
    beside || before.any(phrases::gives_a_reason) || arm.descendants().any(Node::is_extra)
}

/// Whether every arm is the same, so that what is matched makes no difference.
fn all_alike(node: Node<'_>) -> bool {
    let arms = node.field("body").into_iter().flat_map(Node::named);
    let arms: Vec<Node<'_>> = arms
        .filter(|it| it.is("match_arm"))
        .take(ARMS_MAX)
        .collect();
    let Some((first, others)) = arms.split_first() else {
        return false;
    };
    let Some(value) = first.field("value") else {
        return false;
    };
    let free = |arm: &Node<'_>| {
        let inside = arm.field("pattern").into_iter().flat_map(Node::descendants);
        let mut names =
            inside.filter(|it| it.is_any(&["identifier", "shorthand_field_identifier"]));
        !names.any(|it| it.text().starts_with(char::is_lowercase))
    };
    let same = |arm: &Node<'_>| {
        arm.field("value")
            .is_some_and(|it| it.text() == value.text())
    };
    let plain = |arm: &Node<'_>| !arm.named().any(|it| it.is("attribute_item"));
    !others.is_empty()
        && value.size() > SAME_MIN
        && others.iter().all(same)
        && arms.iter().all(|it| free(it) && plain(it))
}

/// Whether all that a function does is to ask which case it has, and to give the same literal for each. It looks at nothing
/// that a case holds, nor at what it is given.
fn always_the_same(function: Node<'_>) -> bool {
    let of_trait = function
        .ancestors()
        .take(2)
        .any(|it| it.is("trait_item") || it.is("impl_item") && it.field("trait").is_some());
    let body = function.field("body").filter(|_| !of_trait);
    let statements = body.into_iter().flat_map(Node::named);
    let statements: Vec<Node<'_>> = statements.take(2).collect();
    let [only] = statements.as_slice() else {
        return false;
    };
    let choice = values::unwrap(*only);
    let arms = choice
        .field("body")
        .filter(|_| choice.is("match_expression"));
    let arms: Vec<Node<'_>> = arms
        .into_iter()
        .flat_map(Node::named)
        .take(ARMS_MAX)
        .collect();
    let first = arms.first().and_then(|it| literal(*it)).map(Node::text);
    let same = |arm: &Node<'_>| {
        let plain = arm.is("match_arm") && !arm.named().any(|it| it.is("attribute_item"));
        plain && literal(*arm).map(Node::text) == first
    };
    let holds = |arm: &Node<'_>| {
        let pattern = arm.field("pattern").into_iter();
        let mut inside = pattern.flat_map(Node::descendants);
        inside.any(|it| it.is_any(&["tuple_struct_pattern", "struct_pattern"]))
    };
    let noted = choice.descendants().any(Node::is_extra);
    // Who writes the same number for each case by its name meant to write another.
    let number = |arm: &Node<'_>| {
        let path = arm.field("pattern").and_then(|it| it.named().next());
        let digits = literal(*arm).filter(|it| it.is("integer_literal"));
        let several = digits.is_some_and(|it| it.text().len() > 1);
        several && path.is_some_and(|it| it.is("scoped_identifier"))
    };
    first.is_some()
        && arms.len() > 1
        && arms.iter().all(same)
        && (arms.iter().any(holds) || arms.iter().all(number))
        && !noted
        && !function
            .field("name")
            .is_some_and(|it| phrases::promises_nothing(it.text()))
}

/// The literal that an arm gives.
fn literal(arm: Node<'_>) -> Option<Node<'_>> {
    let value = arm.field("value").map(values::unwrap);
    value.filter(|it| it.kind().ends_with("_literal") || it.text() == "None")
}

/// Whether both branches are the same.
fn both_alike(node: Node<'_>) -> bool {
    let then = node.field("consequence");
    let otherwise = node.field("alternative").and_then(|it| it.named().next());
    let bound = node
        .field("condition")
        .is_some_and(|it| it.is("let_condition"));
    let alike = then
        .zip(otherwise)
        .is_some_and(|(then, otherwise)| then.size() > SAME_MIN && then.text() == otherwise.text());
    alike && !bound
}
