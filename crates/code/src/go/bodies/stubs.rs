//! Places in Go code that look like work left undone, beyond hollow functions with a name.

use std::collections::BTreeMap;

use crate::go::bodies::hollow::{self, Setting};
use crate::go::bodies::{no_op_branches, unchanging_values};
use crate::go::data::{
    bounds, dead_stores, missing_arguments, unfilled_results, unused_callback_results,
    unused_parameters,
};
use crate::go::error_handling::errors::{Errors, FUNCTIONS};
use crate::go::error_handling::{fallbacks, must_functions};
use crate::go::items::File;
use crate::go::parameter_use;
use crate::go::return_values::constant_results;
use crate::go::shape::{self, Call};
use crate::go::test_assertions::{constant_assertions, vacuous_tests};
use crate::go::values::{self, Unfinished};
use crate::no_effect_statements;
use crate::parts::{Body, Certainty, Definition, Hollow, Import, Reason, Stub};
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// Methods that register a handler for a path, as routers name them.
const ROUTES: [&str; 15] = [
    "HandleFunc",
    "Handle",
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "Any",
    "Get",
    "Post",
    "Put",
    "Patch",
    "Delete",
    "Method",
    "MethodFunc",
];

/// Something found.
pub(in crate::go) struct Finding<'t> {
    /// Where.
    pub(in crate::go) at: Node<'t>,
    /// What it is; empty for the function around it.
    pub(in crate::go) what: String,
    /// Why.
    pub(in crate::go) reason: Reason,
    /// How sure.
    pub(in crate::go) certainty: Certainty,
}

impl<'t> Finding<'t> {
    pub(in crate::go) fn new(
        at: Node<'t>,
        what: impl Into<String>,
        reason: Reason,
        certainty: Certainty,
    ) -> Finding<'t> {
        Finding {
            at,
            what: what.into(),
            reason,
            certainty,
        }
    }
}

/// Finds them; `definitions` must be in source order.
pub(in crate::go) fn find<'t>(
    scan: &Scan<'t>,
    file: &File<'t>,
    imports: &[Import],
    definitions: &[Definition],
    others: &unused_parameters::Others<'t>,
) -> Vec<Stub> {
    let mut found = scan::hollow(definitions);
    let errors = Errors::of(scan, &file.notes, imports);
    let bodies: BTreeMap<usize, Body> = definitions
        .iter()
        .map(|it| (it.span.bytes.start, it.body))
        .collect();
    found.extend(no_effect_statements::find(scan));
    for node in scan.live() {
        let mut here = Vec::new();
        let function = node.is_any(&["function_declaration", "method_declaration"]);
        look(node, scan, file, &errors, &mut here);
        if !scan.in_test(node) {
            let known = here.iter().any(|it| it.reason == Reason::SwallowedError);
            here.extend(fallbacks::find(node, file, &errors).filter(|_| !known));
            here.extend(no_op_branches::find(node));
            here.extend(unchanging_values::recovered(node, file));
            if function {
                here.extend(unchanging_values::find(node, file));
            }
        }
        let real = function && bodies.get(&node.start()) == Some(&Body::Substantive);
        // What an example does may be to print, and no more.
        let shows = || {
            let name = node.field("name");
            name.is_some_and(|it| it.text().starts_with("Example"))
        };
        let tests = node.is("function_declaration") && scan.in_test(node);
        if tests && (real || shows()) {
            here.extend(vacuous_tests::test(node, file));
        }
        if real && !scan.in_test(node) {
            if !file.notes.configured && !file.notes.excuse_of_parameters(node.line()) {
                here.extend(unused_parameters::find(node, file, others));
            }
            if here.is_empty() && !file.notes.configured {
                here.extend(unused_parameters::faint(node, others));
            }
            here.extend(within(node, file));
        }
        for finding in here {
            if found.len() >= scan.limits.items_max {
                return scan::settle(found);
            }
            found.extend(settle(finding, scan, definitions));
        }
    }
    for finding in constant_results::templates(scan) {
        found.extend(settle(finding, scan, definitions));
    }
    scan::settle(found)
}

/// What a function that does something leaves undone within.
fn within<'t>(node: Node<'t>, file: &File<'t>) -> Vec<Finding<'t>> {
    let mut found: Vec<Finding<'t>> = Vec::new();
    found.extend(parameter_use::only_well(node, file));
    found.extend(parameter_use::never_tells(node, file));
    found.extend(dead_stores::find(node, file));
    found.extend(constant_results::find(node, file));
    found.extend(no_op_branches::places(node));
    found.extend(bounds::find(node));
    found.extend(missing_arguments::find(node));
    found.extend(unused_callback_results::find(node));
    found.extend(unfilled_results::find(node));
    found.extend(must_functions::find(node));
    found
}

/// A finding as a stub; nothing where the function around it already says the same.
fn settle(finding: Finding<'_>, scan: &Scan<'_>, definitions: &[Definition]) -> Option<Stub> {
    let inside = scan::around(definitions, finding.at.start());
    let hollow = inside.is_some_and(scan::is_unfinished);
    if finding.reason == Reason::NotImplemented && hollow {
        return None;
    }
    let test = scan.in_test(finding.at);
    // A test's stand-ins may do nothing; what a test claims may not.
    let claims = matches!(
        finding.reason,
        Reason::ConstantAssertion | Reason::NoAssertion
    );
    Some(Stub {
        line: finding.at.line(),
        what: match finding.what.is_empty() {
            true => inside.map_or("", |it| &it.name).to_owned(),
            false => finding.what,
        },
        reason: finding.reason,
        certainty: match test && !claims {
            true => Certainty::Likely,
            false => finding.certainty,
        },
        test,
    })
}

fn look<'t>(
    node: Node<'t>,
    scan: &Scan<'t>,
    file: &File<'t>,
    errors: &Errors<'_, 't>,
    found: &mut Vec<Finding<'t>>,
) {
    let test = scan.in_test(node);
    match node.kind() {
        "func_literal" => found.extend(anonymous(node, file, test)),
        "if_statement" => {
            found.extend(errors.branch(node));
            found.extend(constant_assertions::condition(node).filter(|_| test));
        }
        "assignment_statement" | "short_var_declaration" => {
            found.extend(errors.assigned(node));
            found.extend(errors.thrown_away(node).filter(|_| !test));
        }
        "return_statement" => found.extend(unfinished(node)),
        "expression_statement" => {
            found.extend(unfinished(node));
            found.extend(errors.unheeded(node));
            found.extend(constant_assertions::assertion(node).filter(|_| test));
        }
        _ => {}
    }
}

/// A "not implemented" on one of a function's ways.
fn unfinished(statement: Node<'_>) -> Option<Finding<'_>> {
    let one_of_several = || {
        let mut around = statement.ancestors();
        around.find(|it| {
            it.is_any(&[
                "expression_case",
                "type_case",
                "default_case",
                "if_statement",
            ]) || it.is_any(&FUNCTIONS)
        })
    };
    let unfinished = values::unfinished(statement)?;
    let branch = || {
        let around = one_of_several();
        around.is_some_and(|it| !it.is_any(&FUNCTIONS))
    };
    let what = match unfinished == Unfinished::Later && branch() {
        true => "branch",
        false => "",
    };
    let certainty = match unfinished {
        Unfinished::Owed => Certainty::Certain,
        // The others of a choice work, and this one says of itself that it does not yet.
        Unfinished::Plainly => hollow::certain_if(
            one_of_several().is_some_and(|it| it.is_any(&["expression_case", "type_case"])),
        ),
        Unfinished::Perhaps | Unfinished::Later => Certainty::Likely,
    };
    Some(Finding::new(
        statement,
        what,
        Reason::NotImplemented,
        certainty,
    ))
}

/// A function literal that is handed to a call which says what it is for.
fn anonymous<'t>(node: Node<'t>, file: &File<'t>, test: bool) -> Option<Finding<'t>> {
    let mut around = node.parent()?;
    let mut call = Call::of(around.parent()?)?;
    if matches!(call.path(), "http.HandlerFunc" | "gin.HandlerFunc") {
        let outer = around.parent()?.parent()?;
        let Some(registers) = outer.parent().and_then(Call::of) else {
            return answered(node, file, test);
        };
        (around, call) = (outer, registers);
    }
    if !around.is("argument_list") {
        return None;
    }
    let subject = call.arguments().find_map(shape::string)?;
    let (what, is_case) = match call.last() {
        "Run" if test => (subject.to_owned(), true),
        "It" | "Specify" if test => (subject.to_owned(), true),
        last if ROUTES.contains(&last) && (subject.starts_with('/') || subject.contains(" /")) => {
            (route(last, subject), false)
        }
        _ => return None,
    };
    let setting = Setting {
        name: if is_case { "Test" } else { &what },
        slot: false,
        works: false,
        excused: file.notes.excuse(node.line()),
        configured: false,
        test: is_case,
    };
    let Body::Hollow(Hollow { reason, certainty }) = hollow::judge(node, setting) else {
        return None;
    };
    let counts = !is_case || reason == Reason::NotImplemented;
    counts.then(|| Finding::new(node, what, reason, certainty))
}

/// A handler that a function makes and hands out.
fn answered<'t>(node: Node<'t>, file: &File<'t>, test: bool) -> Option<Finding<'t>> {
    let function = node.ancestors().find(|it| it.field("name").is_some())?;
    let setting = Setting {
        name: function.field("name").map_or("", Node::text),
        slot: false,
        works: false,
        excused: file.notes.excuse(function.line()),
        configured: file.notes.configured,
        test,
    };
    let Body::Hollow(Hollow { reason, certainty }) = hollow::judge(node, setting) else {
        return None;
    };
    let counts = reason == Reason::NotImplemented && !test;
    counts.then(|| Finding::new(node, setting.name, reason, certainty))
}

/// `GET /users` for `r.GET("/users", ..)` and for `mux.HandleFunc("GET /users", ..)`.
fn route(method: &str, path: &str) -> String {
    match method {
        "HandleFunc" | "Handle" | "Method" | "MethodFunc" | "Any" => path.to_owned(),
        _ => format!("{} {path}", method.to_uppercase()),
    }
}
