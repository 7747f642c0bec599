//! Answers that do not depend on what is asked: each way through a function gives the same constant, though it takes
//! something and looks some of it up.

use crate::go::bodies::stubs::Finding;
use crate::go::error_handling::errors::{self, FUNCTIONS};
use crate::go::items::File;
use crate::go::return_values::not_implemented_handlers;
use crate::go::shape::{self, Call, Head};
use crate::go::values::{self, Locals, Value};
use crate::go::words;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// A function of more nodes than this is not looked at.
const FUNCTION_NODES_MAX: u32 = 2_000;

/// How many ways out of a function are looked at.
const WAYS_MAX: usize = 16;

/// A function that only looks and checks, and whose answer is the same whatever it finds.
pub(in crate::go) fn find<'t>(function: Node<'t>, file: &File<'t>) -> Option<Finding<'t>> {
    let body = function
        .field("body")
        .filter(|it| it.size() <= FUNCTION_NODES_MAX)?;
    let head = Head::of(function);
    let name = function.field("name").map_or("", Node::text);
    if head.names().next().is_none() || !head.result_names.is_empty() || is_meant(name, &head, file)
    {
        return None;
    }
    let excused = file.notes.excuse(function.line()) || file.notes.configured;
    let statements: Vec<Node<'t>> = shape::statements(body).collect();
    let (last, before) = statements.split_last()?;
    let steps: Vec<Step> = before.iter().map(|it| step(*it)).collect::<Option<_>>()?;
    let looks = steps.contains(&Step::LooksInVain);
    let checks = steps.contains(&Step::Checks);
    let value = answer(function, body, *last, &head)?;
    let found = (looks || (checks && value == Value::Fixed)) && !excused;
    let reason = match value {
        Value::Default => Reason::DefaultValue,
        Value::Fixed => Reason::FixedValue,
    };
    found.then(|| Finding::new(function, qualified(name, &head), reason, Certainty::Likely))
}

fn qualified(name: &str, head: &Head<'_>) -> String {
    match head.receiver {
        Some(receiver) => format!("{}.{name}", receiver.of),
        None => name.to_owned(),
    }
}

/// Whether somebody else may ask for such an answer, or the name says that checking is the point.
fn is_meant(name: &str, head: &Head<'_>, file: &File<'_>) -> bool {
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    let asked = head.receiver.is_some() && file.asked.contains(name);
    let owner = head.receiver.map_or("", |it| it.of);
    asked
        || not_implemented_handlers::is_handler(head)
        || phrases::only_checks(first)
        || phrases::asks(first)
        || phrases::promises_nothing(name)
        || words::stands_in(owner)
}

/// What a statement before the last one does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// It looks something up, and drops all but whether it is there.
    LooksInVain,
    /// It leaves where something is wrong.
    Checks,
    /// It prepares: a lock, a constant.
    Prepares,
}

/// What a statement does; `None` for anything that is work.
fn step(statement: Node<'_>) -> Option<Step> {
    if words::is_lock(statement) || words::is_discard(statement) {
        return Some(Step::Prepares);
    }
    if statement.is_any(&["const_declaration", "comment"]) {
        return Some(Step::Prepares);
    }
    if statement.is("if_statement") {
        let body = statement.field("consequence")?;
        let mut inside = shape::statements(body);
        let leaves = inside.next()?.is("return_statement") && inside.next().is_none();
        let alone = statement.field("alternative").is_none();
        let begins = statement.field("initializer");
        let step = match begins {
            Some(begins) => step(begins)?,
            None => Step::Checks,
        };
        return (leaves && alone).then_some(step);
    }
    let assigned = shape::assigned(statement)?;
    let (first, rest) = assigned.left.split_first()?;
    let [value] = assigned.right.as_slice() else {
        return None;
    };
    let tells = rest.iter().all(|it| {
        let name = it.text();
        errors::is_error(name) || matches!(name, "ok" | "found" | "exists" | "_")
    });
    let asks = Call::of(*value).is_some() || value.is("index_expression");
    (asks && first.text() == "_" && !rest.is_empty() && tells).then_some(Step::LooksInVain)
}

/// What every way out answers, beside whether it went well; `None` where they differ or depend on something.
fn answer<'t>(
    function: Node<'t>,
    body: Node<'t>,
    last: Node<'t>,
    head: &Head<'t>,
) -> Option<Value> {
    let tells = head.fails() || head.results.last().is_some_and(|it| it.text() == "bool");
    let answers = match (head.results.len(), tells) {
        (0, _) | (1, true) => return None,
        (count, true) => count.saturating_sub(1),
        (count, false) => count,
    };
    let ways = body.descendants().filter(|it| {
        let around = it.ancestors().find(|it| it.is_any(&FUNCTIONS));
        it.is("return_statement") && around.is_some_and(|it| it.id() == function.id())
    });
    let locals = Locals::new();
    let end = shape::returned(last);
    if !last.is("return_statement") || end.len() != head.results.len() {
        return None;
    }
    let given = end.get(..answers)?;
    let well = end.last().is_some_and(|it| it.is_any(&["nil", "true"])) || !tells;
    let value = values::all(given, &locals).filter(|_| well)?;
    let mut differ = ways.take(WAYS_MAX).filter(|way| {
        let returned = shape::returned(*way);
        let fails = tells
            && returned
                .last()
                .is_some_and(|it| !it.is_any(&["nil", "true"]));
        let same = returned.len() == end.len()
            && returned
                .iter()
                .zip(given)
                .all(|(a, b)| a.text() == b.text());
        !(fails || same)
    });
    differ.next().is_none().then_some(value)
}

/// Templates that hold no place for anything, beside others of the file that do: what they show is what stands in them.
pub(in crate::go) fn templates<'t>(scan: &Scan<'t>) -> Vec<Finding<'t>> {
    let specs = scan.live_of(&["const_spec", "var_spec"]);
    let named = specs.filter_map(|it| {
        let name = it.field("name")?;
        let words = phrases::name_words(name.text());
        let last = words.last().map_or("", String::as_str);
        let value = it.field("value")?.named().next().and_then(shape::string)?;
        matches!(last, "tmpl" | "tpl" | "template").then_some((name, value))
    });
    let (open, fixed): (Vec<_>, Vec<_>) = named.partition(|(_, text)| text.contains("{{"));
    // Numbers are what a template is there to be given.
    let numbers = |text: &str| {
        let mut parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
        parts.any(|it| it.len() > 3 && it.contains('.'))
    };
    let fixed = fixed
        .into_iter()
        .filter(|(_, text)| !open.is_empty() && numbers(text));
    fixed
        .map(|(name, _)| {
            let certainty = Certainty::Likely;
            Finding::new(name, name.text(), Reason::FixedValue, certainty)
        })
        .collect()
}
