//! Places in Rust code that look like work left undone, beyond hollow functions.

use super::values;
use crate::parts::{Certainty, Definition, Reason, Stub};
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// Finds them; `definitions` must be in source order.
pub(super) fn find(scan: &Scan<'_>, definitions: &[Definition]) -> Vec<Stub> {
    let mut found = scan::hollow(definitions);
    for node in scan.live() {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let Some((what, reason, certainty)) = look(node, scan.in_test(node)) else {
            continue;
        };
        let inside = scan::around(definitions, node.start());
        if reason == Reason::NotImplemented && inside.is_some_and(scan::is_unfinished) {
            continue;
        }
        let what = what
            .unwrap_or_else(|| inside.map_or("", |d| &d.name))
            .to_owned();
        found.push(Stub {
            line: node.line(),
            what,
            reason,
            certainty,
            test: scan.in_test(node),
        });
    }
    scan::settle(found)
}

type Finding = (Option<&'static str>, Reason, Certainty);

fn look(node: Node<'_>, test: bool) -> Option<Finding> {
    match node.kind() {
        "macro_invocation" => invocation(node, test),
        "match_arm" => {
            let drops = node.field("value").is_some_and(is_empty);
            let pattern = node.field("pattern")?.text();
            (drops && pattern == "Err(_)").then_some((
                Some("Err(_)"),
                Reason::SwallowedError,
                Certainty::Likely,
            ))
        }
        "if_expression" => {
            let condition = node.field("condition").filter(|c| c.is("let_condition"))?;
            let pattern = condition.field("pattern")?.text();
            let drops =
                pattern.starts_with("Err(") && node.field("consequence").is_some_and(is_empty);
            drops.then_some((
                Some("if let Err"),
                Reason::SwallowedError,
                Certainty::Likely,
            ))
        }
        "expression_statement" => {
            let call = node.named().next().filter(|n| n.is("call_expression"))?;
            let method = call.field("function")?.field("field")?.text();
            (method == "ok").then_some((Some(".ok()"), Reason::SwallowedError, Certainty::Likely))
        }
        "let_declaration" => {
            let ignored = node.field("pattern")?.text() == "_";
            let value = node.field("value")?;
            let called = value.is_any(&["call_expression", "await_expression"]);
            (ignored && called).then_some((
                Some("let _"),
                Reason::ResultDiscarded,
                Certainty::Likely,
            ))
        }
        _ => None,
    }
}

fn invocation(node: Node<'_>, test: bool) -> Option<Finding> {
    if test && let Some(reason) = values::constant_assertion(node) {
        return Some((Some("assertion"), reason, Certainty::Certain));
    }
    let unimplemented = values::unimplemented(node)?;
    let sure = !unimplemented.is_unimplemented();
    let certainty = if sure {
        Certainty::Certain
    } else {
        Certainty::Likely
    };
    Some((None, Reason::NotImplemented, certainty))
}

fn is_empty(block: Node<'_>) -> bool {
    block.is("unit_expression") || (block.is("block") && block.children().all(|n| !n.is_named()))
}
