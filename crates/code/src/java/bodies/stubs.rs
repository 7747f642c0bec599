//! Places in Java code that look like work left undone, beyond hollow methods.

use crate::java::bodies::no_effect_code;
use crate::java::bodies::surroundings;
use crate::java::data::unread_parameters;
use crate::java::error_handling::errors;
use crate::java::error_handling::silent_handlers;
use crate::java::parameter_use;
use crate::java::shape;
use crate::java::test_assertions::constant_assertions;
use crate::java::test_assertions::vacuous_tests;
use crate::java::values;
use crate::no_effect_statements;
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
    let raised = silent_handlers::raised(scan);
    for node in scan.live() {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let Some(mut finding) = look(node, scan.in_test(node)) else {
            continue;
        };
        if finding.certainty == Certainty::Faint && silent_handlers::raised_here(node, &raised) {
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
    found.extend(unread_parameters::find(scan, definitions));
    found.extend(parameter_use::stored(scan));
    found.extend(no_effect_statements::find(scan));
    found.extend(vacuous_tests::find(scan));
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
        "variable_declarator" | "method_declaration" if !test => no_effect_code::find(node),
        "catch_clause" => errors::caught(node)
            .or_else(|| silent_handlers::unwrapped(node))
            .or_else(|| silent_handlers::caught(node)),
        "finally_clause" => errors::returned(node),
        "method_invocation" => {
            constant_assertions::constant(node).or_else(|| errors::handed_on(node))
        }
        "assert_statement" if test => constant_assertions::statement(node),
        _ => None,
    }
}

/// What is unfinished: the branch of a method that nobody else asks for, else the method.
fn half_done(statement: Node<'_>) -> &'static str {
    let Some(method) = shape::function_around(statement) else {
        return "";
    };
    let it = surroundings::of(method, false);
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
    let idle = body.named().next().is_none() && !surroundings::explained(body);
    (idle && (each || counts && bounded)).then(|| Finding {
        what: "for".to_owned(),
        reason: Reason::Empty,
        certainty: Certainty::Certain,
    })
}
