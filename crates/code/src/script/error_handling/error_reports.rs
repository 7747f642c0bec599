//! Errors that a file makes, and lines on which it tells of one.

use std::collections::BTreeSet;

use crate::phrases;
use crate::scan::Scan;
use crate::script::shape;
use crate::syntax::Node;

/// Names of types of errors that are made, or that go where somebody may make them.
pub(in crate::script) fn made(scan: &Scan<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let kinds = [
        "identifier",
        "property_identifier",
        "shorthand_property_identifier",
    ];
    for node in scan.live_of(&kinds) {
        let name = phrases::names_an_error(node.text());
        if name && !scan.in_test(node) && found.len() < scan.limits.items_max && is_made(node) {
            found.insert(node.text().to_owned());
        }
    }
    found
}

/// Whether a name of an error stands where it may be made, and not only where it is defined, passed on or asked for.
fn is_made(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    if name.field_name() == "name" {
        return false;
    }
    if name.is("property_identifier") && !parent.is("member_expression") {
        return false;
    }
    let operator = parent.field("operator").map_or("", Node::text);
    if operator == "instanceof" {
        return false;
    }
    let mut inner = name;
    for around in name.ancestors() {
        match around.kind() {
            "import_statement" | "export_statement" if !holds_code(inner) => return false,
            "type_query" | "object_pattern" => return false,
            "assignment_expression" => {
                let left = around.field("left").map_or("", Node::text);
                let exports = left.starts_with("module.exports") || left.starts_with("exports");
                if exports && !holds_code(inner) || inner.field_name() == "left" {
                    return false;
                }
            }
            "class_declaration" | "class" | "abstract_class_declaration" => {
                // In its own class it is made for nobody, unless others call that class.
                let own = around
                    .field("name")
                    .is_some_and(|n| n.text() == name.text());
                return !own;
            }
            _ => {}
        }
        inner = around;
    }
    true
}

/// Whether a part of an export does more than pass names on.
fn holds_code(part: Node<'_>) -> bool {
    let parts = std::iter::once(part).chain(part.descendants());
    parts.take(2_000).any(|n| {
        n.is_any(&[
            "new_expression",
            "call_expression",
            "class_heritage",
            "throw_statement",
        ])
    })
}

/// Lines on which an error is thrown, handed on or told to a person.
pub(in crate::script) fn tells(scan: &Scan<'_>) -> BTreeSet<u32> {
    let kinds = [
        "throw_statement",
        "call_expression",
        "new_expression",
        "pair",
        "shorthand_property_identifier",
        "return_statement",
        "assignment_expression",
    ];
    let live = scan.live_of(&kinds);
    let live = live.filter(|n| !scan.in_test(*n) && is_told(*n));
    live.map(Node::line).take(scan.limits.items_max).collect()
}

/// Whether a node tells of an error: it throws, calls or sets something that bears such a name.
pub(in crate::script) fn is_told(node: Node<'_>) -> bool {
    const WORDS: [&str; 16] = [
        "error",
        "errors",
        "err",
        "fail",
        "failed",
        "failure",
        "reject",
        "rejected",
        "abort",
        "die",
        "warn",
        "warning",
        "fatal",
        "throw",
        "invariant",
        "assert",
    ];
    const FIRST: [&str; 6] = ["next", "done", "callback", "cb", "exit", "alert"];
    let speaks = |name: &str| {
        let words = phrases::name_words(name);
        words.iter().any(|word| WORDS.contains(&word.as_str()))
    };
    match node.kind() {
        "throw_statement" => true,
        "call_expression" => {
            let Some(callee) = node.field("function") else {
                return false;
            };
            let last = shape::last_name(callee);
            let caught = || {
                let given = node.field("arguments").and_then(|a| a.named().next());
                given.is_some_and(|g| g.is_any(&["identifier", "new_expression"]))
            };
            let event = || {
                let given = node.field("arguments").and_then(|a| a.named().next());
                let event = given.and_then(shape::string).unwrap_or("");
                matches!(last, "emit" | "$emit" | "dispatch") && speaks(event)
            };
            speaks(last) || (FIRST.contains(&last) && (caught() || last == "exit")) || event()
        }
        "new_expression" => node.field("constructor").is_some_and(|c| speaks(c.text())),
        "pair" => node.field("key").and_then(shape::key).is_some_and(speaks),
        "shorthand_property_identifier" => speaks(node.text()),
        "return_statement" => {
            let given = node.named().next().map(shape::bare);
            given.is_some_and(|g| g.is("identifier") && speaks(g.text()))
        }
        "assignment_expression" => {
            let left = node.field("left");
            let name = left.map_or("", shape::last_name);
            speaks(name) || matches!(name, "exitCode")
        }
        _ => false,
    }
}
