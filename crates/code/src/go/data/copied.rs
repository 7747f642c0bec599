//! Fields of a struct that get lost on the way: a function makes one of another, or gives one what another has, field by
//! field, and leaves one out.

use std::collections::{BTreeMap, BTreeSet};

use crate::go::bodies::stubs::Finding;
use crate::go::faults::errors;
use crate::go::shape::{self, Head};
use crate::parts::{Certainty, Reason};
use crate::scan::Scan;
use crate::syntax::Node;

/// Fields of the smallest struct of which copies are looked at, and how many of them must be copied as they are.
const FIELDS_MIN: usize = 5;
const COPIED_MIN: usize = 3;
/// Fields that may be missing for all others to say that they are meant to be copied.
const MISSING_MAX: usize = 2;
/// Structs of one file, and fields of one struct.
const STRUCTS_MAX: usize = 500;
const STRUCT_FIELDS_MAX: usize = 200;
/// Nodes of the longest function that is searched for fields that are handed over.
const FUNCTION_NODES_MAX: u32 = 4_000;

/// Fields that a copy of their struct leaves out, though it takes all others.
pub(in crate::go) fn find<'t>(scan: &Scan<'t>) -> Vec<Finding<'t>> {
    let specs = scan
        .live()
        .filter(|it| it.is("type_spec") && !scan.in_test(*it));
    let structs = specs.filter_map(|it| {
        let fields = fields(it.field("type").filter(|of| of.is("struct_type"))?);
        let name = it.field("name")?.text();
        (fields.len() >= FIELDS_MIN).then_some((name, fields))
    });
    let structs: BTreeMap<&str, Vec<(&str, Node<'t>)>> = structs.take(STRUCTS_MAX).collect();
    let mut found: BTreeMap<usize, Finding<'t>> = BTreeMap::new();
    if structs.is_empty() {
        return Vec::new();
    }
    for literal in scan.live().filter(|it| it.is("composite_literal")) {
        let name = literal.field("type").map_or("", shape::type_name);
        let Some(fields) = structs.get(name).filter(|_| !scan.in_test(literal)) else {
            continue;
        };
        for (field, place) in left_out(literal, fields) {
            let what = format!("{name}.{field} of a copy");
            let new = || Finding::new(place, what, Reason::StateNeverFed, Certainty::Likely);
            found.entry(place.start()).or_insert_with(new);
        }
    }
    for function in scan.live_of(&["function_declaration", "method_declaration"]) {
        if scan.in_test(function) {
            continue;
        }
        for (name, field, place) in not_handed_over(function, &structs) {
            let what = format!("{name}.{field} of a copy");
            let new = || Finding::new(place, what, Reason::StateNeverFed, Certainty::Likely);
            found.entry(place.start()).or_insert_with(new);
        }
    }
    found.into_values().collect()
}

/// What a function leaves out that gives one value what another has: `if b.Sep != "" { result.Sep = b.Sep }`, for each field
/// but this one.
fn not_handed_over<'t, 's>(
    function: Node<'t>,
    structs: &'s BTreeMap<&'t str, Vec<(&'t str, Node<'t>)>>,
) -> Vec<(&'t str, &'t str, Node<'t>)> {
    let body = function
        .field("body")
        .filter(|it| it.size() <= FUNCTION_NODES_MAX);
    let Some(body) = body else { return Vec::new() };
    let head = Head::of(function);
    let receiver = head.receiver.and_then(|it| Some((it.name?, it.of)));
    let given = head.parameters.iter();
    let given = given.filter_map(|it| Some((it.name?, shape::type_name(it.of))));
    let known: Vec<(&str, &str)> = given
        .chain(receiver)
        .filter(|(_, of)| structs.contains_key(of))
        .collect();
    if known.is_empty() {
        return Vec::new();
    }
    let mut over: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    let mut named: BTreeSet<&str> = BTreeSet::new();
    let mut whole: BTreeSet<&str> = BTreeSet::new();
    for node in body.descendants() {
        match node.kind() {
            "selector_expression" => named.extend(node.field("field").map(Node::text)),
            "field_identifier" => _ = named.insert(node.text()),
            "unary_expression" if node.text().starts_with('*') => {
                whole.extend(node.field("operand").map(Node::text));
            }
            _ => {}
        }
        if let Some((to, from, field)) = handed_over(node) {
            over.entry((to, from)).or_default().insert(field);
        }
    }
    let mut found = Vec::new();
    for ((to, from), fields) in over {
        let of = known.iter().find(|it| it.0 == from).map_or("", |it| it.1);
        let Some(all) = structs.get_key_value(of) else {
            continue;
        };
        // What is copied whole first is only touched up.
        let several = fields.len() >= COPIED_MIN && !whole.contains(from) && to != from;
        let own = fields
            .iter()
            .all(|it| all.1.iter().any(|field| field.0 == *it));
        let missing = all.1.iter().filter(|it| !named.contains(it.0));
        let missing: Vec<(&str, Node<'t>)> = missing.copied().collect();
        let most = missing.len() <= MISSING_MAX && missing.len() < fields.len();
        if several && own && most {
            let lost = missing.into_iter().filter(|it| travels(it.0, it.1));
            found.extend(lost.map(|(field, place)| (*all.0, field, place)));
        }
    }
    found
}

/// `to.Field = from.Field`, also through a call.
fn handed_over<'t>(statement: Node<'t>) -> Option<(&'t str, &'t str, &'t str)> {
    let assigned = shape::assigned(statement).filter(|it| !it.declares)?;
    let ([left], [right]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
        return None;
    };
    let plain = |it: &Node<'t>| {
        let of = it.field("operand").filter(|of| of.is("identifier"))?;
        it.is("selector_expression")
            .then_some((of.text(), it.field("field")?.text()))
    };
    let (to, field) = plain(left)?;
    let mut parts = std::iter::once(*right).chain(right.descendants());
    let from = parts.find_map(|it| plain(&it).filter(|it| it.1 == field && it.0 != to))?;
    Some((to, from.0, field))
}

/// The fields of a struct, by name.
fn fields<'t>(of: Node<'t>) -> Vec<(&'t str, Node<'t>)> {
    let inside = of.descendants().filter(|it| it.is("field_declaration"));
    let own = inside.filter(|it| {
        let list = it.parent().and_then(Node::parent);
        list.map(Node::id) == Some(of.id())
    });
    let named = own.flat_map(|it| {
        let names: Vec<Node<'t>> = it.named().filter(|n| n.is("field_identifier")).collect();
        match names.is_empty() {
            true => vec![(it.field("type").map_or("", shape::type_name), it)],
            false => names.into_iter().map(|n| (n.text(), it)).collect(),
        }
    });
    named.take(STRUCT_FIELDS_MAX).collect()
}

/// What a literal leaves out that takes all other fields, most of them as they are in one other value.
fn left_out<'t>(literal: Node<'t>, fields: &[(&'t str, Node<'t>)]) -> Vec<(&'t str, Node<'t>)> {
    let body = literal.field("body").into_iter().flat_map(Node::named);
    let mut given: BTreeMap<&str, &str> = BTreeMap::new();
    let mut copied: BTreeMap<&str, usize> = BTreeMap::new();
    for pair in body.filter(|it| it.is("keyed_element")) {
        let parts: Vec<Node<'t>> = pair.named().filter(|it| !it.is("comment")).collect();
        let [key, value] = parts.as_slice() else {
            continue;
        };
        given.insert(key.text(), value.text());
        let source = value.text().strip_suffix(key.text());
        if let Some(source) = source.and_then(|it| it.strip_suffix('.')) {
            let count = copied.entry(source).or_default();
            *count = count.saturating_add(1);
        }
    }
    let Some((source, most)) = copied.into_iter().max_by_key(|it| it.1) else {
        return Vec::new();
    };
    // What is another one in the copy is made of the one that is copied.
    let whole = given
        .iter()
        .all(|(key, value)| value.contains(&format!("{source}.{key}")));
    let missing = fields.iter().filter(|(name, _)| !given.contains_key(name));
    let missing: Vec<(&str, Node<'t>)> = missing.copied().collect();
    let all = missing.len() <= MISSING_MAX && given.len() >= FIELDS_MIN.saturating_sub(1);
    match all && whole && most >= COPIED_MIN {
        true => missing
            .into_iter()
            .filter(|(name, place)| travels(name, *place) && !set_later(literal, name))
            .collect(),
        false => Vec::new(),
    }
}

/// Whether a field is one that goes with its value: no lock, and nothing that each value makes for itself.
fn travels(name: &str, place: Node<'_>) -> bool {
    const OWN: [&str; 9] = [
        "mu", "mutex", "lock", "once", "wg", "done", "cache", "noCopy", "id",
    ];
    let of = place.field("type").map_or("", Node::text);
    let own = of.contains("sync.") || of.contains("atomic.") || of.starts_with("chan");
    !OWN.contains(&name) && !own && name != "_"
}

/// Whether the function around a literal sets a field by itself.
fn set_later(literal: Node<'_>, field: &str) -> bool {
    let mut around = literal.ancestors();
    let function = around.find(|it| it.is_any(&errors::FUNCTIONS));
    let inside = function.into_iter().flat_map(Node::descendants);
    let mut named = inside.filter(|it| it.is("selector_expression"));
    named.any(|it| {
        let own = it.field("field").is_some_and(|it| it.text() == field);
        own && it.parent().is_some_and(|it| it.field_name() == "left")
    })
}
