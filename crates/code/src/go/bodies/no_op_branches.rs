//! Branches and loops of Go that are there and do nothing: a choice that is looked at and changes nothing, a loop that turns
//! once at most, a line number that never counts; and text that is held back without a word where writing it out failed.

use std::collections::{BTreeMap, BTreeSet};

use crate::go::bodies::stubs::Finding;
use crate::go::error_handling::errors::FUNCTIONS;
use crate::go::shape::{self, Call, Head};
use crate::go::values::{self, Locals};
use crate::go::words;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// A function of more nodes than this is not looked at.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// What does nothing where a statement stands.
pub(in crate::go) fn find(node: Node<'_>) -> Option<Finding<'_>> {
    match node.kind() {
        "expression_statement" => holds_back(node),
        "assignment_statement" => half_written(node).or_else(|| counts_only(node)),
        "short_var_declaration" => counts_only(node),
        "function_declaration" | "method_declaration" => passes_on(node)
            .or_else(|| by_chance(node))
            .or_else(|| settled(node)),
        _ => None,
    }
}

/// `w.Flush(); return nil`: what could not be written is nobody's loss.
fn holds_back(node: Node<'_>) -> Option<Finding<'_>> {
    let call = Call::of(node).filter(|it| it.last() == "Flush" && it.arity() == 0)?;
    let writer = call.operand().filter(|it| it.is("identifier"))?;
    let next = node.next().filter(|it| it.is("return_statement"))?;
    let well = shape::returned(next).last().is_some_and(|it| it.is("nil"));
    let function = node.ancestors().find(|it| it.is_any(&FUNCTIONS))?;
    let body = function.field("body")?;
    let mut made = body.descendants().filter_map(shape::assigned);
    let buffered = made.any(|it| match (it.left.as_slice(), it.right.as_slice()) {
        ([left], [right]) => {
            let makes = Call::of(*right).is_some_and(|it| it.path().starts_with("bufio.NewWriter"));
            left.text() == writer.text() && makes
        }
        (_, _) => false,
    });
    (well && buffered && Head::of(function).fails())
        .then(|| Finding::new(node, "Flush", Reason::SwallowedError, Certainty::Likely))
}

/// `_, _ = f.Write(b)`, where `f` is a file that the function makes: what is missing in it is told to nobody.
fn half_written(node: Node<'_>) -> Option<Finding<'_>> {
    let assigned = shape::assigned(node)?;
    let blank = assigned.left.iter().all(|it| it.text() == "_");
    let [value] = assigned.right.as_slice() else {
        return None;
    };
    let call = Call::of(*value).filter(|_| blank)?;
    let file = call.operand().filter(|it| it.is("identifier"))?;
    let writes = matches!(call.last(), "Write" | "WriteString" | "ReadFrom" | "Sync");
    let function = node.ancestors().find(|it| it.is_any(&FUNCTIONS))?;
    let body = function.field("body")?;
    let mut made = body.descendants().filter_map(shape::assigned);
    let own = made.any(|it| {
        let named = it.left.first().is_some_and(|it| it.text() == file.text());
        let makes = it
            .right
            .first()
            .copied()
            .and_then(Call::of)
            .is_some_and(|it| {
                matches!(it.last(), "Create" | "CreateTemp" | "TempFile" | "OpenFile")
            });
        named && makes
    });
    (writes && own && Head::of(function).fails()).then(|| {
        let what = format!("_ = {}", call.whole());
        Finding::new(node, what, Reason::SwallowedError, Certainty::Likely)
    })
}

/// `n, _ := fmt.Fprintf(w, ..)`, where the function is given the writer and gives the count and an error: none is ever told.
fn counts_only(node: Node<'_>) -> Option<Finding<'_>> {
    let assigned = shape::assigned(node)?;
    let ([count, error], [value]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
        return None;
    };
    let call = Call::of(*value).filter(|_| error.text() == "_" && count.text() != "_")?;
    let function = node.ancestors().find(|it| it.is_any(&FUNCTIONS))?;
    let head = Head::of(function);
    let writer = match call.last() {
        "Fprintf" | "Fprintln" | "Fprint" | "Copy" | "WriteString" => call.arguments().next(),
        _ => None,
    };
    let writer = match call.last() {
        "Write" | "WriteString" if call.arity() == 1 => call.operand(),
        _ => writer,
    }?;
    let given = head
        .parameters
        .iter()
        .any(|it| it.name == Some(writer.text()) && it.of.text() == "io.Writer");
    (given && head.fails() && head.results.len() == 2).then(|| {
        let what = format!("_ of {}", call.whole());
        Finding::new(node, what, Reason::SwallowedError, Certainty::Likely)
    })
}

/// A middleware that only calls what comes after it, though it has something to do it with.
fn passes_on(function: Node<'_>) -> Option<Finding<'_>> {
    let head = Head::of(function);
    let next = head.parameters.iter().find(|it| {
        matches!(it.of.text(), "http.HandlerFunc" | "http.Handler") && it.name.is_some()
    })?;
    let asks = head
        .parameters
        .iter()
        .any(|it| it.of.text() == "http.ResponseWriter");
    let body = function.field("body")?;
    let mut statements = shape::statements(body);
    let (only, more) = (statements.next()?, statements.next());
    let call = Call::of(only).filter(|_| more.is_none() && asks)?;
    let on = call.first() == next.name.unwrap_or_default();
    let name = function.field("name").map_or("", Node::text);
    let owner = head.receiver.map_or("", |it| it.of);
    let meant = phrases::promises_nothing(name) || words::stands_in(owner);
    let noted = body.descendants().any(|it| it.is("comment"));
    (on && !meant && !noted && head.receiver.is_some()).then(|| {
        let what = format!("{owner}.{name}");
        Finding::new(function, what, Reason::Identity, Certainty::Likely)
    })
}

/// A method that is asked and answers the same whatever its object holds. Many do so for good reason.
fn settled(function: Node<'_>) -> Option<Finding<'_>> {
    let head = Head::of(function);
    let owner = head.receiver.filter(|_| head.parameters.is_empty())?.of;
    let name = function.field("name").map_or("", Node::text);
    let mut statements = shape::statements(function.field("body")?);
    let (only, more) = (statements.next()?, statements.next());
    let returned = shape::returned(only);
    let fixed = !returned.is_empty() && values::all(&returned, &Locals::new()).is_some();
    let alone = more.is_none() && only.is("return_statement");
    let meant = words::stands_in(owner) || phrases::promises_nothing(name);
    (fixed && alone && !meant && shape::is_public(name)).then(|| {
        let what = format!("{owner}.{name}");
        Finding::new(function, what, Reason::FixedValue, Certainty::Faint)
    })
}

/// A function that says by its name that its answer differs each time, and answers a literal.
fn by_chance(function: Node<'_>) -> Option<Finding<'_>> {
    const DIFFER: [&str; 9] = [
        "random",
        "rand",
        "generate",
        "unique",
        "uuid",
        "nonce",
        "now",
        "timestamp",
        "shuffle",
    ];
    let name = function.field("name").map_or("", Node::text);
    let words = phrases::name_words(name);
    let differs = words.iter().any(|word| DIFFER.contains(&word.as_str()));
    let mut statements = shape::statements(function.field("body")?);
    let (only, more) = (statements.next()?, statements.next());
    let returned = shape::returned(only);
    let fixed = !returned.is_empty() && values::all(&returned, &Locals::new()).is_some();
    let alone = more.is_none() && only.is("return_statement");
    let owner = Head::of(function).receiver.map_or("", |it| it.of);
    (differs && fixed && alone && !words::stands_in(owner))
        .then(|| Finding::new(function, name, Reason::FixedValue, Certainty::Likely))
}

/// Local names of places in what is read that stay what they began with, though something goes through it.
pub(in crate::go) fn places(function: Node<'_>) -> Vec<Finding<'_>> {
    let body = function
        .field("body")
        .filter(|it| it.size() <= FUNCTION_NODES_MAX);
    let Some(body) = body.filter(|it| it.descendants().any(|it| it.is("for_statement"))) else {
        return Vec::new();
    };
    let mut begun: BTreeMap<&str, Node<'_>> = BTreeMap::new();
    for node in body.descendants() {
        let Some(assigned) = shape::assigned(node).filter(|it| it.declares) else {
            continue;
        };
        let ([name], [value]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
            continue;
        };
        let fixed = value.is("int_literal") && values::value(*value, &Locals::new()).is_some();
        if fixed && phrases::tells_a_place(name.text()) {
            begun.insert(name.text(), *name);
        }
    }
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for node in body.descendants().filter(|it| it.is("identifier")) {
        let own = begun
            .get(node.text())
            .is_some_and(|it| it.id() == node.id());
        let parent = node.parent().filter(|_| !own);
        let Some(parent) = parent.filter(|_| begun.contains_key(node.text())) else {
            continue;
        };
        let set = parent.is_any(&["inc_statement", "dec_statement"])
            || (parent.is("expression_list") && parent.field_name() == "left")
            || (parent.is("unary_expression") && parent.text().starts_with('&'));
        if set {
            begun.remove(node.text());
            continue;
        }
        let says = parent.is_any(&["argument_list", "literal_element"])
            && parent.ancestors().take(6).any(is_about_errors);
        if says {
            told.insert(node.text());
        }
    }
    let stuck = begun.into_iter().filter(|(name, _)| told.contains(name));
    stuck
        .map(|(name, at)| Finding::new(at, name, Reason::FixedValue, Certainty::Likely))
        .collect()
}

/// Whether a node makes or tells an error.
fn is_about_errors(node: Node<'_>) -> bool {
    match node.kind() {
        "call_expression" => Call::of(node)
            .is_some_and(|it| it.path() == "fmt.Errorf" || phrases::speaks_of_errors(it.last())),
        "composite_literal" => node
            .field("type")
            .is_some_and(|it| phrases::speaks_of_errors(shape::type_name(it))),
        _ => false,
    }
}
