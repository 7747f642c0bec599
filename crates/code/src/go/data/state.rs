//! Lists and maps that start empty, are read, and are never given anything.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::ByteRange;
use crate::go::bodies::stubs::Finding;
use crate::go::shape::{self, Call, Head};
use crate::go::values::{self, Locals, Value};
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// A function of more nodes than this is not searched.
const BODY_NODES_MAX: u32 = 20_000;

/// What is done with a value where its name stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Done {
    /// It may be given something.
    Fed,
    /// It leaves: it is returned or sent.
    Leaves,
    /// It becomes part of something else.
    Kept,
    /// It is looked at.
    Read,
}

/// Whether a function of that name makes something that others fill.
fn makes(name: &str) -> bool {
    const WORDS: [&str; 14] = [
        "new", "make", "init", "default", "empty", "create", "open", "build", "reset", "zero",
        "zeros", "alloc", "allocate", "blank",
    ];
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    WORDS.contains(&first)
}

/// Local lists and maps of a function that leave it as empty as they began.
pub(in crate::go) fn local(function: Node<'_>) -> Vec<Finding<'_>> {
    let Some(body) = function
        .field("body")
        .filter(|it| it.size() <= BODY_NODES_MAX)
    else {
        return Vec::new();
    };
    let name = function.field("name").map_or("", Node::text);
    let makes = makes(name);
    let results = Head::of(function).result_names;
    let mut starts: BTreeMap<&str, Vec<Node<'_>>> = BTreeMap::new();
    for node in body.descendants() {
        if let Some((name, empty)) = declared(node).or_else(|| begun(node, &results)) {
            let places = starts.entry(name.text()).or_default();
            places.push(name);
            if !(empty || (!makes && is_sized(node))) {
                places.push(name);
            }
        }
    }
    starts.retain(|_, places| places.len() == 1);
    if starts.is_empty() {
        return Vec::new();
    }
    let (mut fed, mut left) = (BTreeSet::new(), BTreeSet::new());
    let uses = body.descendants().filter(|it| it.is("identifier"));
    for node in uses.filter(|it| starts.contains_key(it.text())) {
        let own = starts.get(node.text()).and_then(|it| it.first());
        if own.is_some_and(|own| own.id() == node.id()) {
            continue;
        }
        match done(node) {
            Done::Kept if makes => fed.insert(node.text()),
            Done::Fed => fed.insert(node.text()),
            Done::Leaves | Done::Kept => left.insert(node.text()),
            Done::Read => false,
        };
    }
    let places = starts
        .into_iter()
        .filter(|(name, _)| left.contains(name) && !fed.contains(name));
    places
        .filter_map(|(name, places)| {
            let at = places.first().copied()?;
            Some(Finding::new(
                at,
                name,
                Reason::StateNeverFed,
                Certainty::Likely,
            ))
        })
        .collect()
}

/// `out = []T{}`, where `out` is a result by name.
fn begun<'t>(node: Node<'t>, results: &[&str]) -> Option<(Node<'t>, bool)> {
    let assigned = shape::assigned(node).filter(|it| !it.declares)?;
    match (assigned.left.as_slice(), assigned.right.as_slice()) {
        ([name], [value]) if results.contains(&name.text()) && is_empty(*value) => {
            Some((*name, true))
        }
        (_, _) => None,
    }
}

/// The bodies of loops over lists and maps of a function that are empty as they are written.
pub(in crate::go) fn empty_loops(body: Node<'_>) -> Vec<ByteRange> {
    let mut starts: BTreeMap<&str, bool> = BTreeMap::new();
    for (name, empty) in body.descendants().filter_map(declared) {
        let first = !starts.contains_key(name.text());
        starts.insert(name.text(), first && empty);
    }
    let names = body.descendants().filter(|it| it.is("identifier"));
    for node in names {
        if starts.get(node.text()) != Some(&true) {
            continue;
        }
        let declares = node.ancestors().take(2).find_map(declared);
        let own = declares.is_some_and(|(name, _)| name.id() == node.id());
        if !own && done(node) != Done::Read {
            starts.insert(node.text(), false);
        }
    }
    let loops = body.descendants().filter(|it| it.is("for_statement"));
    let empty = loops.filter(|it| {
        let over = it.child("range_clause").and_then(|it| it.field("right"));
        over.is_some_and(|it| is_empty(it) || starts.get(it.text()) == Some(&true))
    });
    empty
        .filter_map(|it| it.field("body"))
        .map(Node::bytes)
        .collect()
}

/// The name that a statement declares, and whether it is an empty list or map.
pub(in crate::go) fn declared(node: Node<'_>) -> Option<(Node<'_>, bool)> {
    if node.is("var_spec") {
        let name = node.field("name")?;
        let empty = match (node.field("value"), node.field("type")) {
            (Some(value), _) => value.named().count() == 1 && value.named().all(is_empty),
            (None, Some(of)) => of.is_any(&["slice_type", "map_type"]),
            (None, None) => false,
        };
        return Some((name, empty));
    }
    let assigned = shape::assigned(node).filter(|it| it.declares)?;
    match (assigned.left.as_slice(), assigned.right.as_slice()) {
        ([name], [value]) => Some((*name, is_empty(*value))),
        ([first, ..], _) => Some((*first, false)),
        ([], _) => None,
    }
}

/// `[]T{}`, `map[K]V{}`, `make([]T, 0)`.
fn is_empty(value: Node<'_>) -> bool {
    let of = match value.kind() {
        "composite_literal" => value.field("type"),
        _ => Call::of(value)
            .filter(|call| call.path() == "make")
            .and_then(|call| call.arguments().next()),
    };
    let collection = of.is_some_and(|it| it.is_any(&["slice_type", "map_type"]));
    let sized = Call::of(value).is_some_and(|it| it.arity() > 1);
    let zero = values::value(value, &Locals::new()) == Some(Value::Default);
    // A capacity of any size is no content.
    let length = Call::of(value).and_then(|it| it.arguments().nth(1));
    let none = length.is_some_and(|it| it.text() == "0");
    collection && (zero || (sized && none))
}

/// `out := make([]T, n)`: as many as there will be, and none of them set. Bytes that are all zero are a thing of their own.
fn is_sized(node: Node<'_>) -> bool {
    let Some(assigned) = shape::assigned(node) else {
        return false;
    };
    let ([_], [value]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
        return false;
    };
    let Some(call) = Call::of(*value).filter(|it| it.path() == "make") else {
        return false;
    };
    let of = call.arguments().next().filter(|it| it.is("slice_type"));
    let element = of.and_then(|it| it.field("element"));
    element.is_some_and(|it| !matches!(it.text(), "byte" | "uint8")) && call.arity() > 1
}

/// What is done with the value that stands at a node.
fn done(node: Node<'_>) -> Done {
    let mut at = node;
    let Some(mut parent) = at.parent() else {
        return Done::Fed;
    };
    while parent.is_any(&[
        "parenthesized_expression",
        "expression_list",
        "literal_element",
    ]) {
        at = parent;
        match at.parent() {
            Some(next) => parent = next,
            None => return Done::Fed,
        }
    }
    match parent.kind() {
        "return_statement" => Done::Leaves,
        "keyed_element" | "literal_value" => Done::Kept,
        "range_clause" if at.field_name() == "right" => Done::Read,
        "binary_expression" => Done::Read,
        "index_expression" if at.field_name() == "operand" => indexed(parent),
        "slice_expression" => Done::Read,
        "argument_list" => match parent.parent().and_then(Call::of) {
            Some(call) if matches!(call.path(), "len" | "cap") => Done::Read,
            Some(call) if sends(call) => Done::Leaves,
            Some(_) | None => Done::Fed,
        },
        _ => Done::Fed,
    }
}

/// `x[i]` is read unless something is put there.
fn indexed(index: Node<'_>) -> Done {
    let Some(parent) = index.parent() else {
        return Done::Fed;
    };
    let holder = parent.parent();
    let read = match parent.kind() {
        "expression_list" => {
            let left = parent.field_name() == "left";
            let assigns = holder.is_some_and(|it| it.is("assignment_statement"));
            !(left && assigns)
        }
        "binary_expression" | "argument_list" | "if_statement" | "keyed_element" => true,
        "expression_case" | "expression_switch_statement" | "parenthesized_expression" => true,
        _ => false,
    };
    match read {
        true => Done::Read,
        false => Done::Fed,
    }
}

/// Whether a call only passes on what it is given, as text.
fn sends(call: Call<'_>) -> bool {
    let encodes = matches!(call.last(), "Encode" | "Marshal" | "MarshalIndent" | "JSON");
    encodes && call.operand().is_some()
}

/// Fields and variables of the package that only this file can be seen to read, and that nothing in it feeds.
pub(in crate::go) fn shared<'t>(scan: &Scan<'t>) -> Vec<Finding<'t>> {
    let mut starts: BTreeMap<&'t str, Node<'t>> = BTreeMap::new();
    for node in scan.live() {
        starts.extend(field(node));
    }
    if starts.is_empty() {
        return Vec::new();
    }
    let (mut fed, mut read, mut begun) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let names = ["identifier", "field_identifier"];
    for node in scan.live_of(&names) {
        if !starts.contains_key(node.text()) {
            continue;
        }
        let Some(parent) = node.parent() else {
            continue;
        };
        let state = match parent.kind() {
            "field_declaration" => continue,
            "selector_expression" if node.is("field_identifier") => done(parent),
            "literal_element" if parent.field_name() == "key" => match set_empty(parent) {
                true => {
                    begun.insert(node.text());
                    continue;
                }
                false => Done::Fed,
            },
            // The same name may be a variable: what it is then is not known here.
            _ => Done::Fed,
        };
        match state {
            Done::Fed | Done::Kept => fed.insert(node.text()),
            Done::Leaves | Done::Read => read.insert(node.text()),
        };
    }
    // What begins empty in plain sight, is read, and is never given anything.
    let never = starts
        .into_iter()
        .filter(|(name, _)| begun.contains(name) && read.contains(name) && !fed.contains(name));
    never
        .map(|(name, at)| Finding::new(at, name, Reason::StateNeverFed, Certainty::Likely))
        .collect()
}

/// A field of a list or map that only its own package can feed.
fn field<'t>(node: Node<'t>) -> Option<(&'t str, Node<'t>)> {
    let holds = node.is("field_declaration")
        && node.field("type")?.is_any(&["slice_type", "map_type"])
        && node.field("tag").is_none();
    let name = node.field("name").filter(|_| holds)?;
    (!shape::is_public(name.text())).then(|| (name.text(), name))
}

/// Whether `field:` of a literal is set to something empty.
fn set_empty(key: Node<'_>) -> bool {
    let value = key.parent().and_then(|it| it.field("value"));
    let value = value.and_then(|it| it.named().next());
    value.is_some_and(|it| is_empty(it) || it.is("nil"))
}
