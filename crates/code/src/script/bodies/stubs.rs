//! Places in TypeScript code that look like work left undone, beyond hollow functions with a name.

use crate::parameter_use::Caught;
use crate::parts::{Body, Certainty, Definition, Hollow, Reason, Stub};
use crate::scan::{self, Scan};
use crate::script::bodies::hollow::{self, Setting};
use crate::script::bodies::no_op_statements;
use crate::script::error_handling::errors;
use crate::script::shape;
use crate::script::test_assertions::constant_assertions;
use crate::script::values;
use crate::syntax::Node;

/// Methods that register a handler for a path, as web frameworks name them.
const ROUTES: [&str; 7] = ["get", "post", "put", "patch", "delete", "all", "use"];

/// What a function is called that answers requests and has no name.
const REQUEST: &str = "handleRequest";

struct Finding {
    /// What it is; empty for the function around it.
    what: String,
    reason: Reason,
    certainty: Certainty,
}

/// Finds them; `definitions` must be in source order.
pub(in crate::script) fn find(scan: &Scan<'_>, definitions: &[Definition]) -> Vec<Stub> {
    let mut found = scan::hollow(definitions);
    let kinds = [
        "arrow_function",
        "function_expression",
        "throw_statement",
        "call_expression",
        "expression_statement",
    ];
    for node in scan.live_of(&kinds) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let test = scan.in_test(node);
        let Some(finding) = look(node) else { continue };
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
            // Tests are full of handlers that nobody is to call.
            certainty: match test
                && matches!(finding.reason, Reason::Empty | Reason::NotImplemented)
            {
                true => Certainty::Likely,
                false => finding.certainty,
            },
            test,
        });
    }
    scan::settle(found)
}

fn look(node: Node<'_>) -> Option<Finding> {
    match node.kind() {
        "arrow_function" | "function_expression" => anonymous(node).or_else(|| to_come(node)),
        "throw_statement" => {
            let certainty = match values::says_unimplemented(node) {
                true => Certainty::Certain,
                false if values::says_it_comes_later(node) => Certainty::Likely,
                false => return None,
            };
            Some(finding("", Reason::NotImplemented, certainty))
        }
        "call_expression" => constant_assertions::constant(node).then(|| {
            let certainty = match constant_assertions::marks_a_place(node) {
                true => Certainty::Likely,
                false => Certainty::Certain,
            };
            finding("assertion", Reason::ConstantAssertion, certainty)
        }),
        "expression_statement" if constant_assertions::uncalled(node) => Some(finding(
            "assertion",
            Reason::ConstantAssertion,
            Certainty::Certain,
        )),
        _ => None,
    }
}

/// A function without a statement, and with a note that the work is still to come.
fn to_come(node: Node<'_>) -> Option<Finding> {
    let body = node.field("body").filter(|b| b.is("statement_block"))?;
    no_op_statements::says_to_come(body)
        .then(|| finding("", Reason::NotImplemented, Certainty::Certain))
}

/// A function that is handed on without a name.
fn anonymous(node: Node<'_>) -> Option<Finding> {
    let parent = node.parent()?;
    let around = parent.parent()?;
    match (parent.kind(), around.kind()) {
        ("jsx_expression", "jsx_attribute") => {
            let name = around.child("property_identifier")?.text();
            let handler = hollow::is_handler(name);
            handler.then(|| judge(node, name, name, handler)).flatten()
        }
        ("arguments", "call_expression") => argument(node, around),
        _ => None,
    }
}

fn argument(node: Node<'_>, call: Node<'_>) -> Option<Finding> {
    let callee = call.field("function")?;
    let method = shape::last_name(callee);
    let subject = call
        .field("arguments")?
        .named()
        .next()
        .and_then(shape::string);
    match (method, subject) {
        ("catch", _) => {
            let flaw = judge(node, "catch", "catch", false)?;
            let drops = [Reason::Empty, Reason::DefaultValue].contains(&flaw.reason);
            let dropped = errors::caught_later(node) == Some(Caught::Dropped);
            let meant = errors::cleans_up(node);
            (drops && dropped && !meant)
                .then(|| finding("catch", Reason::SwallowedError, Certainty::Likely))
        }
        (_, Some(path)) if ROUTES.contains(&method) && path.starts_with('/') => {
            let what = format!("{} {path}", method.to_uppercase());
            judge(node, &what, REQUEST, true)
        }
        ("on" | "once" | "addEventListener", Some(event)) => {
            let what = format!("on {event}");
            let flaw = judge(node, &what, &what, true)?;
            Some(Finding {
                certainty: if flaw.reason == Reason::NotImplemented {
                    flaw.certainty
                } else {
                    Certainty::Likely
                },
                ..flaw
            })
        }
        _ => None,
    }
}

fn judge(node: Node<'_>, what: &str, name: &str, handler: bool) -> Option<Finding> {
    let setting = Setting {
        name,
        excused: false,
        dictated: false,
        handler,
    };
    match hollow::judge(node, setting) {
        Body::Hollow(Hollow { reason, certainty }) => Some(finding(what, reason, certainty)),
        Body::None | Body::Substantive => None,
    }
}

fn finding(what: &str, reason: Reason, certainty: Certainty) -> Finding {
    Finding {
        what: what.to_owned(),
        reason,
        certainty,
    }
}
