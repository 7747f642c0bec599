//! Places in Java code that look like work left undone, beyond hollow methods.

use crate::java::bodies::idle;
use crate::java::bodies::setting;
use crate::java::data::flow;
use crate::java::deeds;
use crate::java::faults::errors;
use crate::java::faults::silent;
use crate::java::proofs::asserts;
use crate::java::proofs::vacuous;
use crate::java::shape;
use crate::java::values;
use crate::moot;
use crate::parts::{Certainty, Definition, Reason, Stub};
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// What is found at a place; an empty `what` stands for the method around it.
pub(in crate::java) struct Finding {
    pub(in crate::java) what: String,
    pub(in crate::java) reason: Reason,
    pub(in crate::java) certainty: Certainty,
}

/// Finds them; `definitions` must be in source order.
pub(in crate::java) fn find(scan: &Scan<'_>, definitions: &[Definition]) -> Vec<Stub> {
    let mut found = scan::hollow(definitions);
    let raised = silent::raised(scan);
    for node in scan.live() {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let Some(mut finding) = look(node, scan.in_test(node)) else {
            continue;
        };
        if finding.certainty == Certainty::Faint && silent::raised_here(node, &raised) {
            finding.certainty = Certainty::Likely;
        }
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
    found.extend(moot::find(scan));
    found.extend(vacuous::find(scan));
    scan::settle(found)
}

fn look(node: Node<'_>, test: bool) -> Option<Finding> {
    match node.kind() {
        "throw_statement" => {
            let what = half_done(node);
            let later = || what == "branch" && values::says_later(node);
            (values::says_unimplemented(node) || later()).then(|| Finding {
                what: what.to_owned(),
                reason: Reason::NotImplemented,
                certainty: Certainty::Likely,
            })
        }
        "enhanced_for_statement" | "for_statement" if !test => idle_loop(node),
        "variable_declarator" | "method_declaration" if !test => idle::find(node),
        "catch_clause" => errors::caught(node)
            .or_else(|| silent::unwrapped(node))
            .or_else(|| silent::caught(node)),
        "finally_clause" => errors::returned(node),
        "method_invocation" => asserts::constant(node).or_else(|| errors::handed_on(node)),
        "assert_statement" if test => asserts::statement(node),
        _ => None,
    }
}

/// What is unfinished: the branch of a method that nobody else asks for, else the method.
fn half_done(statement: Node<'_>) -> &'static str {
    let Some(method) = shape::function_around(statement) else {
        return "";
    };
    let it = setting::of(method, false);
    let own = (it.own || it.plain() || it.constructor) && !it.idle && !it.retired;
    let whole = statement.parent().map(Node::id) == method.field("body").map(Node::id);
    let mut texts = statement.descendants().filter_map(shape::string);
    let limit = texts.any(|it| it.contains("implemented for ") || it.contains("implemented by "));
    match own && !whole && !limit {
        true => "branch",
        false => "",
    }
}

/// A loop that does nothing: neither in its body, nor by going on.
fn idle_loop(node: Node<'_>) -> Option<Finding> {
    let body = node.field("body").filter(|it| it.is("block"))?;
    let works = [
        "method_invocation",
        "assignment_expression",
        "object_creation_expression",
        "array_access",
    ];
    let mut head = node
        .children()
        .filter(|it| it.field_name() != "body" && it.field_name() != "init")
        .flat_map(|it| std::iter::once(it).chain(it.descendants()));
    let each = node.is("enhanced_for_statement");
    let counts = head.all(|it| {
        let size = matches!(shape::method(it), "length" | "size");
        size || !it.is_any(&works)
    });
    let bounded = node.field("condition").is_some();
    let idle = body.named().next().is_none() && !setting::explained(body);
    (idle && (each || counts && bounded)).then(|| Finding {
        what: "for".to_owned(),
        reason: Reason::Empty,
        certainty: Certainty::Certain,
    })
}
