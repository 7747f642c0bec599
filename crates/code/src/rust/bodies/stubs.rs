//! Places in Rust code that look like work left undone, beyond hollow functions.

use std::collections::BTreeSet;

use crate::no_effect_statements;
use crate::parts::{Certainty, Definition, Reason, Stub};
use crate::rust::attributes::Attributes;
use crate::rust::bodies::no_effect_code;
use crate::rust::bodies::{equal_branches, unchanging_values};
use crate::rust::data::dropped_errors::{Context, Finding};
use crate::rust::data::{
    discarded_values, locals, overwritten_values, parameters_without_effect, unread_fields,
    unused_choice,
};
use crate::rust::error_handling::fallbacks;
use crate::rust::return_values::impossible_results;
use crate::rust::return_values::{
    constant_results, missing_cases, results_without_input, uniform_values,
};
use crate::rust::test_assertions::vacuous_tests::{self, Literals};
use crate::rust::test_assertions::{skipped_assertions, unrun_commands};
use crate::rust::values;
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// What [`look`] and those that it asks look at.
const LOOKED_AT: [&str; 9] = [
    "macro_invocation",
    "call_expression",
    "scoped_identifier",
    "match_arm",
    "match_expression",
    "if_expression",
    "expression_statement",
    "let_declaration",
    "function_item",
];

/// Finds them; `definitions` must be in source order.
pub(in crate::rust) fn find<'t>(
    scan: &Scan<'t>,
    attributes: &Attributes<'t>,
    definitions: &[Definition],
) -> Vec<Stub> {
    let mut found = scan::hollow(definitions);
    let listed = listed(scan);
    for stub in &mut found {
        let fixed = matches!(stub.reason, Reason::FixedValue | Reason::DefaultValue);
        // What stands in a table of functions takes what all of that place take.
        if fixed && stub.certainty == Certainty::Likely && listed.contains(stub.what.as_str()) {
            stub.certainty = Certainty::Faint;
        }
    }
    found.extend(locals::find(scan, attributes, definitions));
    found.extend(parameters_without_effect::find(
        scan,
        attributes,
        definitions,
    ));
    found.extend(unread_fields::find(scan, attributes));
    found.extend(impossible_results::find(scan, attributes));
    found.extend(constant_results::find(scan, attributes));
    found.extend(no_effect_code::find(scan, attributes));
    found.extend(skipped_assertions::find(scan));
    found.extend(missing_cases::find(scan));
    found.extend(unrun_commands::find(scan));
    found.extend(overwritten_values::find(scan, attributes));
    found.extend(discarded_values::find(scan, attributes));
    found.extend(unused_choice::find(scan, attributes));
    found.extend(fallbacks::find(scan));
    found.extend(results_without_input::find(scan, attributes));
    found.extend(uniform_values::find(scan));
    found.extend(unchanging_values::find(scan, attributes));
    found.extend(no_effect_statements::find(scan));
    found.extend(vacuous_tests::silent(scan, attributes));
    let flows = Context::of(scan, attributes);
    let literals = Literals::of(scan);
    for node in scan.live_of(&LOOKED_AT) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let Some((what, reason, certainty)) = look(node, scan.in_test(node), &flows, &literals)
        else {
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

/// Names that fields are set to: `Vtable { is_unique: static_is_unique }`.
fn listed<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let fields = scan.live_of(&["field_initializer"]);
    let values = fields.filter_map(|it| it.field("value"));
    let names = values.filter(|it| it.is("identifier"));
    names.map(Node::text).collect()
}

fn look<'t>(
    node: Node<'t>,
    test: bool,
    flows: &Context<'_, 't>,
    literals: &Literals<'t>,
) -> Option<Finding> {
    match node.kind() {
        "macro_invocation" => invocation(node, test, literals),
        _ if test => None,
        _ if is_left_open(node) => {
            Some((Some("branch"), Reason::NotImplemented, Certainty::Likely))
        }
        _ => flows.look(node).or_else(|| equal_branches::look(node)),
    }
}

/// Whether an answer says that there is none yet: `Err("not implemented")`, and the status of HTTP that says so.
fn is_left_open(node: Node<'_>) -> bool {
    match node.kind() {
        "call_expression" => values::fails_unimplemented(node),
        "scoped_identifier" => {
            let status = node.text() == "StatusCode::NOT_IMPLEMENTED";
            let mut around = node.ancestors().take_while(|it| !it.is("function_item"));
            status && around.any(|it| it.is_any(&["match_arm", "if_expression"]))
        }
        _ => false,
    }
}

fn invocation<'t>(node: Node<'t>, test: bool, literals: &Literals<'t>) -> Option<Finding> {
    if test && let Some(found) = vacuous_tests::constant(node, literals) {
        return Some(found);
    }
    if !test && values::fails_unimplemented(node) {
        return Some((Some("branch"), Reason::NotImplemented, Certainty::Likely));
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
