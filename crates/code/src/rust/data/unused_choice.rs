//! What a function of Rust asks for and then keeps to itself: the answer of a condition that callers hand in, counts
//! raised in a copy, a choice that its own callers make and that it never looks at.

use std::collections::BTreeSet;

use crate::parts::{Reason, Stub};
use crate::rust::attributes::Attributes;
use crate::rust::bodies::surroundings::Setting;
use crate::rust::data::discarded_values::{bounds, places};
use crate::rust::data::{dropped_errors, locals};
use crate::scan::Scan;
use crate::syntax::Node;

/// Functions of more nodes are not looked at.
const NODES_MAX: u32 = 20_000;
/// Methods that change what they are called on, and whose own answer is mostly let go.
const CHANGING: [&str; 10] = [
    "push",
    "push_str",
    "push_back",
    "push_front",
    "insert",
    "extend",
    "clear",
    "sort",
    "dedup",
    "truncate",
];

/// Finds them.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let mut found = Vec::new();
    for function in scan.live_of(&["function_item"]) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let fits = function.size() <= NODES_MAX && !function.is_broken();
        let Some(body) = function.field("body").filter(|_| fits) else {
            continue;
        };
        if scan.in_test(function) {
            continue;
        }
        for node in body.within(&["let_declaration", "expression_statement"]) {
            if !attributes.before(node).is_empty() || attributes.is_quiet(node) {
                continue;
            }
            let what = unasked(node, function).or_else(|| copied(node));
            found
                .extend(what.map(|it| Stub::likely(node.line(), it.to_owned(), Reason::NeverRead)));
        }
        let setting = Setting::of(function, None, attributes, false);
        let deprecated = attributes.has(function, "deprecated");
        if in_trait(function) || setting.quiet || setting.configured || deprecated {
            continue;
        }
        let ignored = unchosen(function, body, scan);
        found.extend(ignored.map(|it| {
            let name = function.field("name").map_or("", Node::text);
            let what = format!("{} of {name}", it.text());
            Stub::likely(it.line(), what, Reason::ParameterIgnored)
        }));
    }
    found
}

fn in_trait(function: Node<'_>) -> bool {
    let mut around = function.ancestors().take(2);
    around.any(|it| it.is("trait_item") || it.is("impl_item") && it.field("trait").is_some())
}

/// `let _keep = f(key);`, `f(key);`, where `f` is handed in and says yes or no.
fn unasked<'t>(node: Node<'t>, function: Node<'t>) -> Option<&'t str> {
    let value = match node.kind() {
        "let_declaration" => {
            let name = node.field("pattern")?;
            let unread = || name.text() == "_" || places(function, name.text()).count() < 2;
            let unasked = name.text().starts_with('_') && unread();
            node.field("value").filter(|_| unasked)?
        }
        _ => node.named().next().filter(|_| node.text().ends_with(';'))?,
    };
    let mut inner = value;
    if inner.is("unsafe_block") {
        let block = inner.named().next()?;
        inner = block
            .named()
            .next()
            .filter(|_| block.named().count() == 1)?;
    }
    let call = Some(inner).filter(|it| it.is("call_expression"))?;
    let called = call.field("function").filter(|it| it.is("identifier"))?;
    says_yes_or_no(function, called.text()).then(|| called.text())
}

/// Whether a parameter is something to be called that answers yes or no.
fn says_yes_or_no(function: Node<'_>, name: &str) -> bool {
    let asks = |text: &str| {
        let bare: String = text.chars().filter(|it| !it.is_whitespace()).collect();
        bare.contains("Fn") && bare.trim_end_matches([',', '>']).ends_with(")->bool")
    };
    bounds(function, name).iter().any(|it| asks(it))
}

/// `let mut counts = self.counts; counts.hits += 1;`, and what is raised is gone with the copy.
fn copied<'t>(node: Node<'t>) -> Option<&'t str> {
    let body = node.parent().filter(|it| it.is("block"))?;
    let name = node.field("pattern").filter(|it| it.is("identifier"))?;
    node.child("mutable_specifier")?;
    let value = node.field("value")?;
    let kept = match value.kind() {
        "call_expression" => {
            let of = value.field("function").and_then(|it| it.field("value"));
            of.filter(|_| dropped_errors::method(value) == Some("clone"))?
        }
        _ => value,
    };
    if !kept.is("field_expression") || !kept.text().starts_with("self.") {
        return None;
    }
    let others: Vec<Node<'t>> = places(body, name.text())
        .filter(|it| it.id() != name.id())
        .collect();
    let named_twice = body.descendants().filter(|it| {
        it.field("pattern")
            .is_some_and(|it| it.text() == name.text())
    });
    let once = named_twice.count() == 1;
    let only_changed = !others.is_empty() && others.iter().all(|it| is_changed(*it));
    (once && only_changed).then(|| name.text())
}

/// Whether a name stands where something of it is set, and nothing of it is looked at.
fn is_changed(place: Node<'_>) -> bool {
    let mut at = place;
    for _ in 0..8 {
        let Some(parent) = at.parent() else {
            return false;
        };
        match parent.kind() {
            "field_expression" if parent.field("value").map(Node::id) == Some(at.id()) => {
                at = parent
            }
            "assignment_expression" | "compound_assignment_expr" => {
                let left = parent.field("left").map(Node::id) == Some(at.id());
                return left && at.is("field_expression");
            }
            "call_expression" => {
                let statement = parent
                    .parent()
                    .is_some_and(|it| it.is("expression_statement") && it.text().ends_with(';'));
                let changes =
                    dropped_errors::method(parent).is_some_and(|it| CHANGING.contains(&it));
                return statement && changes;
            }
            _ => return false,
        }
    }
    false
}

/// `fn words(text: &str, _quoted: bool)`, which is called with `true` here and with `false` there.
fn unchosen<'t>(function: Node<'t>, body: Node<'t>, scan: &Scan<'t>) -> Option<Node<'t>> {
    let free = !function.ancestors().take(2).any(|it| it.is("impl_item"));
    let name = function.field("name").filter(|_| free)?.text();
    let list = function.field("parameters")?;
    let parameters = list.named().filter(|it| it.is("parameter"));
    let candidates = parameters.enumerate().filter_map(|(at, it)| {
        let pattern = it.field("pattern").filter(|it| it.is("identifier"))?;
        let quiet = pattern.text().starts_with('_') && !locals::is_marker(pattern);
        (quiet && !locals::reads(body, pattern.text())).then_some((at, pattern))
    });
    let mut candidates = candidates.collect::<Vec<_>>().into_iter();
    candidates.find_map(|(at, pattern)| {
        let calls = scan.live_of(&["call_expression"]);
        let calls = calls.filter(|it| it.field("function").is_some_and(|it| it.text() == name));
        let given = calls.filter_map(|it| it.field("arguments")?.named().nth(at));
        let given: Vec<Node<'t>> = given.collect();
        let literal = given.iter().all(|it| it.kind().ends_with("_literal"));
        let all: BTreeSet<&str> = given.iter().map(|it| it.text()).collect();
        (literal && all.len() > 1).then_some(pattern)
    })
}
