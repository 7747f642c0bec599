//! Conditions whose value the text itself settles: `false`, `!1`, `a && false`, `cfg!(any())`.

use std::collections::BTreeMap;

use crate::facts::{Region, RegionKind};
use crate::rust::cfg;
use crate::syntax::Node;

/// How deep a condition is looked into.
const DEPTH_MAX: u8 = 16;

/// Names of this file that are bound to a boolean literal, once and for all.
pub(crate) type Flags<'t> = BTreeMap<&'t str, bool>;

/// A settled condition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Constant {
    pub(crate) value: bool,
    /// A named flag decided it: someone may mean to turn it on.
    pub(crate) flag: bool,
}

/// The value of a condition, if the text settles it.
pub(crate) fn condition(node: Node<'_>, flags: &Flags<'_>) -> Option<Constant> {
    evaluate(node, flags, DEPTH_MAX)
}

/// The branch that a settled condition leaves without a way in, where conditions stand as they do in Java and
/// JavaScript.
pub(crate) fn never_run(node: Node<'_>, flags: &Flags<'_>) -> Option<Region> {
    let value = |field| {
        let condition = node.field(field)?;
        evaluate(condition, flags, DEPTH_MAX)
    };
    let (settled, when_true, when_false) = match node.kind() {
        "if_statement" | "ternary_expression" => (
            value("condition"),
            node.field("consequence"),
            node.field("alternative"),
        ),
        "while_statement" | "for_statement" => (value("condition"), node.field("body"), None),
        "binary_expression" => match node.field("operator").map(Node::text) {
            Some("&&") => (value("left"), node.field("right"), None),
            Some("||") => (value("left"), None, node.field("right")),
            Some(_) | None => return None,
        },
        _ => return None,
    };
    let settled = settled?;
    let never = if settled.value { when_false } else { when_true }?;
    let kind = match settled.flag {
        true => RegionKind::Flagged,
        false => RegionKind::Dead,
    };
    let bytes = never.bytes();
    (bytes.start < bytes.end).then_some(Region { bytes, kind })
}

fn evaluate(node: Node<'_>, flags: &Flags<'_>, depth: u8) -> Option<Constant> {
    let depth = depth.checked_sub(1)?;
    match node.kind() {
        "boolean_literal" => plain(node.text() == "true"),
        "true" => plain(true),
        "false" | "null" | "undefined" | "none" => plain(false),
        "number" | "integer" => number(node.text()),
        "string" => plain(node.text().len() > 2),
        "parenthesized_expression"
        | "as_expression"
        | "satisfies_expression"
        | "non_null_expression" => evaluate(node.named().next()?, flags, depth),
        "unary_expression" => {
            let operator = node.children().next()?.text();
            let operand = evaluate(node.named().next()?, flags, depth);
            match operator {
                "!" => operand.map(|c| Constant {
                    value: !c.value,
                    ..c
                }),
                "void" => plain(false),
                _ => None,
            }
        }
        "not_operator" => {
            let operand = evaluate(node.field("argument")?, flags, depth);
            operand.map(|c| Constant {
                value: !c.value,
                ..c
            })
        }
        "binary_expression" | "boolean_operator" => {
            let left = evaluate(node.field("left")?, flags, depth);
            let right = evaluate(node.field("right")?, flags, depth);
            match node.field("operator")?.text() {
                "&&" | "and" => both(left, right, false),
                "||" | "or" => both(left, right, true),
                _ => None,
            }
        }
        "identifier" => flags.get(node.text()).map(|value| Constant {
            value: *value,
            flag: true,
        }),
        "macro_invocation" => cfg_macro(node),
        _ => None,
    }
}

/// `&&` is settled by a `false` on either side, `||` by a `true`; else both must be settled.
fn both(left: Option<Constant>, right: Option<Constant>, settling: bool) -> Option<Constant> {
    let settles = |side: Option<Constant>| side.filter(|c| c.value == settling);
    match (settles(left), settles(right)) {
        (Some(l), Some(r)) => Some(if l.flag { r } else { l }),
        (Some(one), None) | (None, Some(one)) => Some(one),
        (None, None) => match (left, right) {
            (Some(l), Some(r)) => Some(Constant {
                value: !settling,
                flag: l.flag || r.flag,
            }),
            (Some(_), None) | (None, Some(_)) | (None, None) => None,
        },
    }
}

fn number(text: &str) -> Option<Constant> {
    let digits = text.trim_end_matches('n');
    let zero = digits.chars().all(|c| matches!(c, '0' | '.'));
    let plain_digits = digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    if plain_digits { plain(!zero) } else { None }
}

fn cfg_macro(node: Node<'_>) -> Option<Constant> {
    if node.field("macro")?.text() != "cfg" {
        return None;
    }
    let tokens = node.child("token_tree")?.text();
    match cfg::evaluate(tokens, cfg::Truth::Unknown) {
        cfg::Truth::True => plain(true),
        cfg::Truth::False => plain(false),
        cfg::Truth::Unknown => None,
    }
}

fn plain(value: bool) -> Option<Constant> {
    Some(Constant { value, flag: false })
}
