//! Places in Java code that look like work left undone, beyond hollow methods.

use super::asserts;
use super::deeds;
use super::errors;
use super::flow;
use super::tests;
use super::values;
use crate::parts::{Certainty, Definition, Reason, Stub};
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// What is found at a place; an empty `what` stands for the method around it.
pub(super) struct Finding {
    pub(super) what: String,
    pub(super) reason: Reason,
    pub(super) certainty: Certainty,
}

/// Finds them; `definitions` must be in source order.
pub(super) fn find(scan: &Scan<'_>, definitions: &[Definition]) -> Vec<Stub> {
    let mut found = scan::hollow(definitions);
    for node in scan.live() {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let Some(finding) = look(node, scan.in_test(node)) else {
            continue;
        };
        let inside = scan::around(definitions, node.start());
        let unfinished = finding.reason == Reason::NotImplemented;
        if unfinished && inside.is_some_and(scan::is_unfinished) {
            continue;
        }
        let what = match finding.what.is_empty() {
            true => inside.map_or("", |d| &d.name).to_owned(),
            false => finding.what,
        };
        found.push(Stub {
            line: node.line(),
            what,
            reason: finding.reason,
            certainty: finding.certainty,
            test: scan.in_test(node),
        });
    }
    found.extend(flow::find(scan, definitions));
    found.extend(deeds::stored(scan));
    found.extend(tests::find(scan));
    scan::settle(found)
}

fn look(node: Node<'_>, test: bool) -> Option<Finding> {
    match node.kind() {
        "throw_statement" => values::says_unimplemented(node).then(|| Finding {
            what: String::new(),
            reason: Reason::NotImplemented,
            certainty: Certainty::Likely,
        }),
        "catch_clause" => errors::caught(node),
        "finally_clause" => errors::returned(node),
        "method_invocation" => asserts::constant(node).or_else(|| errors::handed_on(node)),
        "assert_statement" if test => asserts::statement(node),
        "expression_statement" if !test => flow::discarded(node),
        _ => None,
    }
}
