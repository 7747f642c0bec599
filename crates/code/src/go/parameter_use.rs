//! What functions do with what they are given, with the errors they meet and with what they gather: to be compared with
//! what they did before, and to find what never leaves them.

use std::collections::{BTreeMap, BTreeSet};

use super::items::File;
use super::shape::{self, Call, Head};
use super::words;
use crate::facts::Facts;
use crate::go::bodies::stubs::Finding;
use crate::go::data::unused_parameters::{self, Others};
use crate::go::error_handling::{error_reports, errors};
use crate::parameter_use::Gathered;
use crate::parts::{Certainty, Definition, ParameterUse, Reason};
use crate::scan::Scan;
use crate::syntax::Node;

/// A function of more nodes than this is not looked at.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// How much of a branch is searched, in nodes.
const BRANCH_NODES_MAX: usize = 400;

/// How far above an error its statement is looked for.
const DEPTH_MAX: usize = 10;

/// Fills in what each function does with its parameters, by its name.
pub(super) fn fill<'t>(
    scan: &Scan<'t>,
    file: &File<'t>,
    definitions: &[Definition],
    others: &Others<'t>,
    facts: &mut Facts,
) {
    let known: BTreeMap<usize, &Definition> = definitions
        .iter()
        .map(|it| (it.span.bytes.start, it))
        .collect();
    let kinds = ["function_declaration", "method_declaration"];
    let mut gathered = Gathered::default();
    for node in scan.live_of(&kinds) {
        let definition = known.get(&node.start()).filter(|it| !it.test);
        let body = node
            .field("body")
            .filter(|_| node.size() <= FUNCTION_NODES_MAX);
        let (Some(definition), Some(body)) = (definition, body) else {
            continue;
        };
        let head = Head::of(node);
        let read = unused_parameters::read(body);
        let excused = file.notes.excuse_of_parameters(node.line());
        let (reads, rest): (Vec<&str>, Vec<&str>) = head.names().partition(|it| read.contains(it));
        let met = Met::of(node, file);
        let parameter_use = ParameterUse {
            line: node.line(),
            reads: reads.into_iter().map(str::to_owned).collect(),
            ignores: match excused || file.notes.configured {
                true => BTreeSet::new(),
                false => rest.into_iter().map(str::to_owned).collect(),
            },
            free: unused_parameters::is_free(node, &head, others),
            last: None,
            told: met.told,
            dropped: met.dropped,
        };
        gathered.add(&definition.name, parameter_use, scan.limits.items_max);
    }
    facts.parameter_use = gathered.finish();
}

/// What becomes of the errors that a function meets.
struct Met<'t> {
    told: u32,
    dropped: u32,
    /// The first that is only looked at for whether it is there.
    unsaid: Option<Node<'t>>,
}

impl<'t> Met<'t> {
    fn of(function: Node<'t>, file: &File<'t>) -> Met<'t> {
        let mut met = Met {
            told: 0,
            dropped: 0,
            unsaid: None,
        };
        for node in function.descendants() {
            match node.kind() {
                "identifier" if errors::is_error(node.text()) && says(node) => {
                    met.told = met.told.saturating_add(1);
                }
                "assignment_statement" | "short_var_declaration"
                    if drops_last(node) && !file.notes.speaks_of_failing(node.line()) =>
                {
                    met.dropped = met.dropped.saturating_add(1);
                }
                "if_statement" => {
                    if let Some(name) = unsaid(node).filter(|_| !is_noted(node, file)) {
                        met.dropped = met.dropped.saturating_add(1);
                        met.unsaid = met.unsaid.or(Some(name));
                    }
                }
                _ => {}
            }
        }
        met
    }
}

fn is_noted(branch: Node<'_>, file: &File<'_>) -> bool {
    let mut inside = branch.descendants().take(BRANCH_NODES_MAX);
    file.notes.beside(branch.line()) || inside.any(|it| it.is("comment"))
}

/// Errors that a function meets and writes to a log.
fn logs(body: Node<'_>) -> impl Iterator<Item = (Node<'_>, bool)> {
    let names = body
        .descendants()
        .filter(|it| it.is("identifier") && errors::is_error(it.text()));
    names.filter_map(|name| {
        let statement = name.ancestors().take(DEPTH_MAX).find(|it| {
            it.is_any(&["expression_statement", "return_statement", "go_statement"])
                || it.kind().ends_with("_declaration")
                || it.kind().ends_with("_clause")
                || it.is_any(&["if_statement", "communication_case", "assignment_statement"])
        });
        statement.map(|it| (name, words::is_log(it) || prints(it)))
    })
}

/// `l.Printf(..)` as a statement, whoever `l` is.
fn prints(statement: Node<'_>) -> bool {
    let call = Call::of(statement).filter(|_| statement.is("expression_statement"));
    call.is_some_and(|it| matches!(it.last(), "Printf" | "Println" | "Print"))
}

/// The first error that is written to a log.
fn logged(body: Node<'_>) -> Option<Node<'_>> {
    logs(body).find(|(_, log)| *log).map(|(name, _)| name)
}

/// Whether each call that is handed an error only writes it to a log.
fn only_logs(body: Node<'_>) -> bool {
    let mut handed = logs(body).filter(|(name, _)| {
        name.parent()
            .is_some_and(|it| it.is_any(&["argument_list", "send_statement", "literal_element"]))
    });
    let mut any = false;
    handed.all(|(_, log)| {
        any = true;
        log
    }) && any
}

/// Whether a use of an error does more than to ask whether there is one.
fn says(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    let compared = parent.is("binary_expression") && parent.named().any(|it| it.is("nil"));
    let list = match parent.is("expression_list") {
        true => parent,
        false => name,
    };
    let holder = list.parent();
    let assigned = list.field_name() == "left"
        && holder.is_some_and(|it| it.is_any(&["assignment_statement", "short_var_declaration"]));
    let declared = name.field_name() == "name" || parent.is("parameter_declaration");
    let discarded = holder.is_some_and(super::words::is_discard);
    !(compared || assigned || declared || discarded)
}

/// `_, _ = f()`, `v, _ := f()`: the last of what a call returns goes nowhere.
fn drops_last(node: Node<'_>) -> bool {
    let Some(assigned) = shape::assigned(node) else {
        return false;
    };
    let [value] = assigned.right.as_slice() else {
        return false;
    };
    let last = assigned.left.last().is_some_and(|it| it.text() == "_");
    last && Call::of(*value).is_some()
}

/// `if err != nil { continue }`, `if err == nil { return v }`: the error itself is in neither branch.
fn unsaid(branch: Node<'_>) -> Option<Node<'_>> {
    let condition = branch.field("condition")?;
    let operator = condition.field("operator")?.text();
    let nil = condition
        .field("right")
        .is_some_and(|it| it.is("nil") && condition.is("binary_expression"));
    let name = condition
        .field("left")
        .filter(|it| nil && it.is("identifier") && errors::is_error(it.text()))?;
    let fails = match operator {
        "!=" => branch.field("consequence"),
        "==" => branch.field("alternative"),
        _ => return None,
    };
    let mut inside = fails
        .into_iter()
        .flat_map(Node::descendants)
        .take(BRANCH_NODES_MAX);
    let told = inside.any(|it| {
        let call = it
            .is("call_expression")
            .then(|| Call::of(it))
            .flatten()
            .map_or("", Call::last);
        (it.is("identifier") && errors::is_error(it.text()))
            || (it.is("call_expression") && error_reports::tells(it))
            || matches!(
                call,
                "panic" | "New" | "Exit" | "Fatal" | "Fatalf" | "Errorf" | "Error" | "FailNow"
            )
    });
    (!told).then_some(name)
}

/// A function that can tell of errors and has work to do, and that never tells of any. Often there is none; where the plan
/// speaks of one, it is missing.
pub(super) fn only_well<'t>(function: Node<'t>, file: &File<'t>) -> Option<Finding<'t>> {
    let head = Head::of(function);
    let name = function.field("name")?.text();
    let body = function
        .field("body")
        .filter(|it| it.size() <= FUNCTION_NODES_MAX)?;
    // What writes itself down in a form is told by others that it may fail.
    let told = ["Marshal", "Unmarshal", "Close", "Value"];
    let told = head.receiver.is_some() && told.iter().any(|it| name.starts_with(it));
    if !head.fails() || !head.result_names.is_empty() || file.notes.excuse(function.line()) || told
    {
        return None;
    }
    let mut own = body.descendants().filter(|it| {
        let around = it.ancestors().find(|it| it.is_any(&errors::FUNCTIONS));
        it.is("return_statement") && around.is_some_and(|it| it.id() == function.id())
    });
    let mut any = false;
    let well = own.all(|it| {
        any = true;
        let returned = shape::returned(it);
        returned.len() == head.results.len() && returned.last().is_some_and(|it| it.is("nil"))
    });
    let panics = body
        .descendants()
        .any(|it| it.is("identifier") && it.text() == "panic");
    (any && well && !panics).then(|| {
        let what = format!("errors of {name}");
        Finding::new(function, what, Reason::FixedValue, Certainty::Faint)
    })
}

/// A function that can tell of errors, meets some, and never tells of any.
pub(super) fn never_tells<'t>(function: Node<'t>, file: &File<'t>) -> Option<Finding<'t>> {
    let head = Head::of(function);
    let body = function
        .field("body")
        .filter(|it| it.size() <= FUNCTION_NODES_MAX)?;
    if !head.fails() || !head.result_names.is_empty() {
        return None;
    }
    let returns = body.descendants().filter(|it| {
        let around = it.ancestors().find(|it| it.is_any(&errors::FUNCTIONS));
        it.is("return_statement") && around.is_some_and(|it| it.id() == function.id())
    });
    let mut any = false;
    for statement in returns {
        let returned = shape::returned(statement);
        let well =
            returned.len() == head.results.len() && returned.last().is_some_and(|it| it.is("nil"));
        if !well {
            return None;
        }
        any = true;
    }
    let met = Met::of(function, file);
    let at = met
        .unsaid
        .or_else(|| logged(body))
        .filter(|_| any && (met.told == 0 || only_logs(body)))?;
    let excused = file.notes.excuse(function.line());
    let what = format!("if {}", at.text());
    (!excused).then(|| Finding::new(at, what, Reason::SwallowedError, Certainty::Likely))
}
