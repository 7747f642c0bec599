//! What a Go function makes to be filled and gives back as it was made, what it makes longer for nobody, and what it writes to
//! a buffer that nobody empties.

use std::collections::BTreeSet;

use crate::go::bodies::stubs::Finding;
use crate::go::data::dead_stores;
use crate::go::shape::{self, Call, Head};
use crate::parts::{Certainty, Reason};
use crate::syntax::Node;

/// A function of more nodes than this is not looked at.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// What makes a writer that holds back what it is given.
const HOLDING: [&str; 8] = [
    "bufio.NewWriter",
    "bufio.NewWriterSize",
    "gzip.NewWriter",
    "zlib.NewWriter",
    "csv.NewWriter",
    "tabwriter.NewWriter",
    "zip.NewWriter",
    "tar.NewWriter",
];
/// Methods by which such a writer is given something and keeps it.
const GIVING: [&str; 6] = [
    "Write",
    "WriteString",
    "WriteByte",
    "WriteRune",
    "WriteHeader",
    "Create",
];

/// Finds them in a function.
pub(in crate::go) fn find(function: Node<'_>) -> Vec<Finding<'_>> {
    let body = function
        .field("body")
        .filter(|it| it.size() <= FUNCTION_NODES_MAX);
    let Some(body) = body else {
        return Vec::new();
    };
    let mut found: Vec<Finding<'_>> = body.descendants().filter_map(longer_for_nobody).collect();
    found.extend(body.descendants().filter_map(|it| held_back(it, body)));
    found.extend(never_set(function, body));
    found
}

/// `_ = append(all, it)`: the list is not what it was only for whoever takes what `append` gives.
fn longer_for_nobody(node: Node<'_>) -> Option<Finding<'_>> {
    let assigned = shape::assigned(node).filter(|it| !it.declares)?;
    let ([left], [right]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
        return None;
    };
    let call = Call::of(*right).filter(|it| it.path() == "append" && it.arity() > 1)?;
    let whole = call
        .arguments()
        .next()
        .is_some_and(|it| it.is("identifier") || dead_stores::is_copy(call));
    (left.text() == "_" && whole)
        .then(|| Finding::new(node, "append", Reason::ResultDiscarded, Certainty::Certain))
}

/// `w := bufio.NewWriter(f)`, written to and never flushed.
fn held_back<'t>(node: Node<'t>, body: Node<'t>) -> Option<Finding<'t>> {
    let assigned = shape::assigned(node).filter(|it| it.declares)?;
    let ([name], [value]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
        return None;
    };
    let call = Call::of(*value).filter(|it| HOLDING.contains(&it.path()))?;
    let places = body
        .descendants()
        .filter(|it| it.is("identifier") && it.text() == name.text() && it.id() != name.id());
    let places: Vec<Node<'t>> = places.collect();
    let keeps = places.iter().all(|it| is_given(*it));
    (keeps && !places.is_empty()).then(|| {
        let what = format!("{} of {}", name.text(), call.last());
        Finding::new(node, what, Reason::NeverRead, Certainty::Likely)
    })
}

/// Whether a writer is only given something at a place where its name stands.
fn is_given(place: Node<'_>) -> bool {
    let Some(parent) = place.parent() else {
        return false;
    };
    match parent.kind() {
        "selector_expression" => {
            let called = parent.parent().is_some_and(|it| it.is("call_expression"));
            let method = parent.field("field").map_or("", Node::text);
            called && GIVING.contains(&method)
        }
        "argument_list" => {
            let call = parent.parent().and_then(Call::of);
            let first = parent
                .named()
                .next()
                .is_some_and(|it| it.id() == place.id());
            first
                && call.is_some_and(|it| {
                    it.path().starts_with("fmt.Fprint")
                        || matches!(it.path(), "io.WriteString" | "io.Copy")
                })
        }
        _ => false,
    }
}

/// Whether a place stands within a call that sorts what bears that name: `sort.Slice(out, func(i, j int) bool { .. })`.
pub(super) fn sorted(place: Node<'_>, name: &str) -> bool {
    place.ancestors().take(24).any(|it| {
        let call = it.is("call_expression").then(|| Call::of(it)).flatten();
        call.is_some_and(|it| {
            let sorts = it.path().starts_with("sort.S") || it.path().starts_with("slices.Sort");
            sorts && it.arguments().next().is_some_and(|it| it.text() == name)
        })
    })
}

/// Results that have names, and that nothing in the function sets: what it gives back is nothing, each time.
fn never_set<'t>(function: Node<'t>, body: Node<'t>) -> Option<Finding<'t>> {
    let head = Head::of(function);
    let first = *head.result_names.first()?;
    let last = shape::statements(body).last()?;
    let names: BTreeSet<&str> = head.result_names.iter().copied().collect();
    let mut inside = body.descendants();
    let touched = inside.any(|it| {
        let bare = it.is("return_statement") && it.named().next().is_some();
        bare || it.is("func_literal") || it.is("identifier") && names.contains(it.text())
    });
    let works = shape::statements(body).count() > 1;
    (last.is("return_statement") && works && !touched)
        .then(|| Finding::new(last, first, Reason::DefaultValue, Certainty::Likely))
}
