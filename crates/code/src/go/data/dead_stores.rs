//! What a function makes and nobody gets: lists, maps and structs that are filled and never leave, values that are taken
//! and dropped, counts that nobody looks at, changes to a copy, callbacks that do nothing with what they are handed.

use std::collections::{BTreeMap, BTreeSet};

use crate::go::bodies::stubs::Finding;
use crate::go::data::{state, unfilled_results};
use crate::go::error_handling::errors;
use crate::go::items::File;
use crate::go::shape::{self, Call, Head};
use crate::go::values::{self, Locals};
use crate::go::words;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// A function of more nodes than this is not looked at.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// How a local name begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// A list or map that this function makes.
    Collection,
    /// A struct, an array or a buffer that this function makes.
    Whole,
    /// A number, a text, or what a call gave.
    Value,
}

/// What a use of a local name does with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It puts something in, or sorts it, and looks at nothing.
    Feeds,
    /// `x++`, `x += n`: it is counted up.
    Counts,
    /// `_ = x`.
    Drops,
    /// `x = ..`
    Sets,
    /// Anything else.
    Reads,
}

/// Local names that nothing but their own making looks at.
pub(in crate::go) fn find<'t>(function: Node<'t>, file: &File<'t>) -> Vec<Finding<'t>> {
    let Some(body) = function
        .field("body")
        .filter(|it| it.size() <= FUNCTION_NODES_MAX)
    else {
        return Vec::new();
    };
    let mut found = locals(body, file);
    found.extend(copies(function, body));
    found.extend(body.descendants().filter_map(|it| idle_callback(it, file)));
    found
}

fn locals<'t>(body: Node<'t>, file: &File<'t>) -> Vec<Finding<'t>> {
    let mut starts: BTreeMap<&str, Option<(Node<'t>, Start)>> = BTreeMap::new();
    for node in body.descendants() {
        for (name, start) in declared(node) {
            let first = !starts.contains_key(name.text());
            let start = start.filter(|_| first && name.text() != "_");
            starts.insert(name.text(), start.map(|start| (name, start)));
        }
    }
    let mut uses: BTreeMap<&str, BTreeSet<u8>> = BTreeMap::new();
    for node in body.descendants().filter(|it| it.is("identifier")) {
        let Some(Some((own, start))) = starts.get(node.text()) else {
            continue;
        };
        if own.id() == node.id() {
            continue;
        }
        let used = used(node, *start);
        if used == Use::Reads || (used == Use::Drops && file.notes.beside(node.line())) {
            starts.insert(node.text(), None);
        } else {
            uses.entry(node.text()).or_default().insert(rank(used));
        }
    }
    let vain = starts.into_iter().filter_map(|(name, it)| {
        let (at, start) = it?;
        let uses = uses.get(name)?;
        let does = |it: Use| uses.contains(&rank(it));
        let (reason, certainty) = match start {
            Start::Collection if does(Use::Feeds) => (Reason::ResultDiscarded, Certainty::Certain),
            Start::Whole if does(Use::Feeds) => (Reason::NeverRead, Certainty::Likely),
            Start::Value | Start::Whole if does(Use::Counts) || does(Use::Drops) => {
                (Reason::NeverRead, Certainty::Likely)
            }
            Start::Collection | Start::Whole | Start::Value => return None,
        };
        (!errors::is_error(name)).then(|| Finding::new(at, name, reason, certainty))
    });
    vain.collect()
}

fn rank(used: Use) -> u8 {
    match used {
        Use::Feeds => 0,
        Use::Counts => 1,
        Use::Drops => 2,
        Use::Sets => 3,
        Use::Reads => 4,
    }
}

/// The names that a statement declares, with how they begin; nothing is known of how those begin that are several.
fn declared(node: Node<'_>) -> Vec<(Node<'_>, Option<Start>)> {
    match node.kind() {
        "range_clause" | "receive_statement" if node.child(":=").is_some() => {
            let left = node.field("left").map_or_else(Vec::new, shape::expressions);
            left.into_iter()
                .map(|it| (it, Some(Start::Value)))
                .collect()
        }
        "var_spec" => {
            let names = node.children().filter(|it| it.field_name() == "name");
            let names: Vec<Node<'_>> = names.filter(|it| it.is_named()).collect();
            let value = node.field("value").map(shape::expressions);
            let start = match (names.as_slice(), value.as_deref()) {
                ([name], _) if state::declared(node).is_some_and(|(_, empty)| empty) => {
                    return vec![(*name, Some(Start::Collection))];
                }
                ([_], Some([value])) => begins(*value),
                (_, None) => node.field("type").and_then(unset),
                (_, Some(_)) => None,
            };
            names.into_iter().map(|it| (it, start)).collect()
        }
        _ => {
            let Some(assigned) = shape::assigned(node).filter(|it| it.declares) else {
                return Vec::new();
            };
            match (assigned.left.as_slice(), assigned.right.as_slice()) {
                ([name], [value]) => vec![(*name, begins(*value))],
                (left, right) if left.len() == right.len() => {
                    let pairs = left.iter().zip(right);
                    pairs.map(|(name, value)| (*name, begins(*value))).collect()
                }
                (left, right) => {
                    let calls = right.len() < left.len();
                    let start = calls.then_some(Start::Value);
                    left.iter().map(|it| (*it, start)).collect()
                }
            }
        }
    }
}

/// How a name begins that is given a value.
fn begins(value: Node<'_>) -> Option<Start> {
    let value = shape::bare(value);
    if Call::of(value).is_some_and(is_copy) {
        return Some(Start::Collection);
    }
    let makes = Call::of(value).filter(|it| matches!(it.path(), "make" | "new"));
    if let Some(call) = makes {
        let of = call.arguments().next()?;
        return match of.kind() {
            "slice_type" | "map_type" => Some(Start::Collection),
            "channel_type" => None,
            _ => (call.path() == "new").then_some(Start::Whole),
        };
    }
    match value.kind() {
        "composite_literal" => match value.field("type").map(Node::kind) {
            Some("slice_type" | "map_type") => Some(match values::value(value, &Locals::new()) {
                Some(_) => Start::Collection,
                None => Start::Whole,
            }),
            _ => Some(Start::Whole),
        },
        "unary_expression" if value.text().starts_with('&') => {
            let inner = value.field("operand")?;
            inner.is("composite_literal").then_some(Start::Whole)
        }
        "func_literal" => None,
        _ => Some(Start::Value),
    }
}

/// `append([]string(nil), all...)`, `slices.Clone(all)`: a list of its own, whatever it holds.
pub(super) fn is_copy(call: Call<'_>) -> bool {
    let first = call.arguments().next().map(Node::text).unwrap_or_default();
    let made = first.starts_with("[]") && (first.ends_with("(nil)") || first.ends_with("{}"));
    call.path() == "slices.Clone" || call.path() == "append" && made
}

/// How a name begins that is declared by its type alone.
fn unset(of: Node<'_>) -> Option<Start> {
    match of.kind() {
        "type_identifier" => match of.text() {
            "int" | "int8" | "int16" | "int32" | "int64" | "uint" | "uint8" | "uint16"
            | "uint32" | "uint64" | "float32" | "float64" | "string" | "bool" | "byte" | "rune" => {
                Some(Start::Value)
            }
            _ => Some(Start::Whole),
        },
        "qualified_type" | "array_type" | "struct_type" => Some(Start::Whole),
        _ => None,
    }
}

fn used(name: Node<'_>, start: Start) -> Use {
    let Some(parent) = name.parent() else {
        return Use::Reads;
    };
    if start == Start::Collection && unfilled_results::sorted(name, name.text()) {
        return Use::Feeds;
    }
    let whole = start == Start::Whole;
    match parent.kind() {
        "expression_list" => listed(name, parent),
        "inc_statement" | "dec_statement" => Use::Counts,
        "index_expression" if start != Start::Value && name.field_name() == "operand" => {
            part(parent)
        }
        "selector_expression" if whole && name.field_name() == "operand" => match part(parent) {
            Use::Reads if writes(parent) => Use::Feeds,
            used @ (Use::Feeds | Use::Counts | Use::Drops | Use::Sets | Use::Reads) => used,
        },
        "argument_list" => handed(name, parent),
        "unary_expression" if whole && parent.text().starts_with('&') => match parent.parent() {
            Some(list) if list.is("argument_list") => printed_into(parent, list),
            Some(_) | None => Use::Reads,
        },
        _ => Use::Reads,
    }
}

/// A name that stands in a list by itself: to be set, dropped or read.
fn listed(name: Node<'_>, list: Node<'_>) -> Use {
    let Some(statement) = list.parent() else {
        return Use::Reads;
    };
    if words::is_discard(statement) {
        return Use::Drops;
    }
    let left = list.field_name() == "left";
    match statement.kind() {
        "assignment_statement" if left && list.named().any(|it| it.id() == name.id()) => {
            match statement.field("operator").map(Node::text) {
                Some("=") => Use::Sets,
                Some(_) | None => Use::Counts,
            }
        }
        // Declared again beside something new.
        "short_var_declaration" if left => Use::Sets,
        _ => Use::Reads,
    }
}

/// `x[i]`, `x.field`: put in, or read.
fn part(place: Node<'_>) -> Use {
    let Some(parent) = place.parent() else {
        return Use::Reads;
    };
    match parent.kind() {
        "inc_statement" | "dec_statement" => Use::Feeds,
        "expression_list" if parent.field_name() == "left" => match parent.parent() {
            Some(it) if it.is("assignment_statement") => Use::Feeds,
            Some(_) | None => Use::Reads,
        },
        _ => Use::Reads,
    }
}

/// `x.WriteString(..)` as a statement.
fn writes(place: Node<'_>) -> bool {
    let method = place.field("field").map_or("", Node::text);
    let call = place.parent().filter(|it| it.is("call_expression"));
    let alone = call.and_then(Node::parent);
    let named = matches!(
        method,
        "WriteString" | "WriteByte" | "WriteRune" | "Grow" | "Reset"
    );
    named && alone.is_some_and(|it| it.is("expression_statement"))
}

/// What a call does with a name that it is given first.
fn handed(name: Node<'_>, list: Node<'_>) -> Use {
    let first = list.named().next().is_some_and(|it| it.id() == name.id());
    let call = list.parent();
    let Some(path) = call.and_then(Call::of).map(Call::path).filter(|_| first) else {
        return Use::Reads;
    };
    let statement = call.and_then(Node::parent);
    let alone = statement.is_some_and(|it| it.is("expression_statement"));
    let sorts = path.starts_with("sort.") || path.starts_with("slices.Sort");
    if alone && (sorts || matches!(path, "delete" | "clear" | "copy")) {
        return Use::Feeds;
    }
    let to = statement
        .and_then(Node::parent)
        .and_then(shape::assigned)
        .map(|it| it.left);
    let itself = to.is_some_and(|to| to.len() == 1 && to.iter().all(|it| it.text() == name.text()));
    match path == "append" && itself {
        true => Use::Feeds,
        false => Use::Reads,
    }
}

/// `fmt.Fprintf(&x, ..)` as a statement.
fn printed_into(reference: Node<'_>, list: Node<'_>) -> Use {
    let first = list
        .named()
        .next()
        .is_some_and(|it| it.id() == reference.id());
    let call = list.parent();
    let prints = call
        .and_then(Call::of)
        .is_some_and(|it| it.path().starts_with("fmt.Fprint"));
    let alone = call
        .and_then(Node::parent)
        .is_some_and(|it| it.is("expression_statement"));
    match first && prints && alone {
        true => Use::Feeds,
        false => Use::Reads,
    }
}

/// `func (s T) Add() { s.n++ }`: what is set belongs to a copy, and nothing looks at it there.
fn copies<'t>(function: Node<'t>, body: Node<'t>) -> Option<Finding<'t>> {
    let receiver = function.field("receiver")?;
    let declared = receiver.named().find(|it| it.is("parameter_declaration"))?;
    let of = declared.field("type")?;
    let name = Head::of(function).receiver?.name?;
    if of.is("pointer_type") {
        return None;
    }
    let mut set: BTreeMap<&str, Node<'t>> = BTreeMap::new();
    let mut read: BTreeSet<&str> = BTreeSet::new();
    for node in body.descendants() {
        if !(node.is("identifier") && node.text() == name) {
            continue;
        }
        let place = node.parent().filter(|it| it.is("selector_expression"));
        let field = place.and_then(|it| Some((it, it.field("field")?.text())));
        let Some((place, field)) = field else {
            // The copy itself goes somewhere.
            return None;
        };
        match part(place) {
            Use::Feeds => {
                set.entry(field).or_insert(place);
            }
            Use::Counts | Use::Drops | Use::Sets | Use::Reads => {
                let appends = place.parent().is_some_and(|list| {
                    list.is("argument_list") && handed(place, list) == Use::Feeds
                });
                if !appends {
                    read.insert(field);
                }
            }
        }
    }
    let (field, at) = set.into_iter().find(|(field, _)| !read.contains(field))?;
    let what = format!("{name}.{field}");
    Some(Finding::new(at, what, Reason::NeverRead, Certainty::Likely))
}

/// `set.VisitAll(func(it *T) {})`: what goes through everything does nothing with it.
fn idle_callback<'t>(node: Node<'t>, file: &File<'t>) -> Option<Finding<'t>> {
    let list = node.parent().filter(|it| it.is("argument_list"))?;
    let call = Call::of(list.parent()?)?;
    let body = node.field("body").filter(|_| node.is("func_literal"))?;
    let goes_through = phrases::name_words(call.last()).into_iter().any(|word| {
        matches!(
            word.as_str(),
            "visit" | "each" | "foreach" | "range" | "walk" | "iterate" | "map" | "all"
        )
    });
    let head = Head::of(node);
    let parameter = head.names().next()?;
    let idle = shape::statements(body).all(|it| {
        let fixed = it.is("return_statement")
            && values::all(&shape::returned(it), &Locals::new()).is_some();
        words::is_discard(it) || it.is("return_statement") && it.named().next().is_none() || fixed
    });
    let noted = file.notes.beside(node.line()) || body.descendants().any(|it| it.is("comment"));
    let alone = list.parent().and_then(Node::parent).is_some_and(|it| {
        it.is_any(&[
            "expression_statement",
            "return_statement",
            "expression_list",
        ])
    });
    let what = format!("{}({parameter})", call.last());
    (goes_through && idle && alone && !noted)
        .then(|| Finding::new(node, what, Reason::ParameterIgnored, Certainty::Likely))
}
