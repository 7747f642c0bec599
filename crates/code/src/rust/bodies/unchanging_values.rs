//! Rust functions that tell a share of something, and say all or nothing.

use crate::parts::{Reason, Stub};
use crate::phrases;
use crate::rust::attributes::Attributes;
use crate::rust::values::{self, Value};
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes is not looked at.
const BODY_NODES_MAX: u32 = 1_000;

/// Fewest answers of a share that is all or nothing.
const ANSWERS_MIN: usize = 2;

/// Finds them.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let mut found = Vec::new();
    for node in scan.live_of(&["function_item"]) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let Some(block) = node
            .field("body")
            .filter(|it| it.size() <= BODY_NODES_MAX && !scan.in_test(node))
        else {
            continue;
        };
        let Some(name) = node.field("name").filter(|_| !node.is_broken()) else {
            continue;
        };
        if !attributes.has(node, "cfg") && is_all_or_nothing(node, block) {
            let what = format!("answer of {}", name.text());
            found.push(Stub::likely(name.line(), what, Reason::FixedValue));
        }
    }
    found
}

/// A share of something that is 0 or 1 and nothing between.
fn is_all_or_nothing(node: Node<'_>, block: Node<'_>) -> bool {
    let name = node.field("name").map_or("", Node::text);
    let returns = node.field("return_type").map_or("", Node::text);
    let asks = node
        .field("parameters")
        .is_some_and(|it| it.named().next().is_some());
    if !matches!(returns, "f64" | "f32") || !asks || !phrases::tells_a_share(name) {
        return false;
    }
    let mut answers = Vec::new();
    answers.extend(block.named().filter(|it| !it.is_extra()).last());
    answers.extend(block.descendants().filter(|it| it.is("return_expression")));
    let mut count = 0_usize;
    for answer in answers {
        let answer = values::unwrap(answer);
        let branches: Vec<Node<'_>> = match answer.kind() {
            "if_expression" => {
                let otherwise = answer.field("alternative");
                let otherwise = otherwise.and_then(|it| it.named().next());
                [answer.field("consequence"), otherwise]
                    .into_iter()
                    .flatten()
                    .filter_map(|it| it.named().filter(|it| !it.is_extra()).last())
                    .collect()
            }
            _ => Vec::from([answer]),
        };
        for branch in branches {
            match values::value(values::unwrap(branch)) {
                Some(Value::Default | Value::Fixed) => count = count.saturating_add(1),
                Some(Value::Unit) | None => return false,
            }
        }
    }
    count >= ANSWERS_MIN
}
