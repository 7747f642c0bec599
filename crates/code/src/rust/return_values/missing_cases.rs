//! Cases of an enum that a function which reads text never makes, though it makes the others: `from_str` of three values that
//! knows two. Whether the third was asked for, the plan says.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::items::Place;
use crate::scan::Scan;
use crate::syntax::Node;

/// Cases of one enum that are looked at.
const CASES_MAX: usize = 64;
/// As few cases must be made for the others to be missed.
const MADE_MIN: usize = 2;

/// Finds them.
pub(in crate::rust) fn find(scan: &Scan<'_>) -> Vec<Stub> {
    let enums: BTreeMap<&str, Vec<Node<'_>>> = scan
        .live_of(&["enum_item"])
        .filter_map(|it| Some((it.field("name")?.text(), cases(it)?)))
        .collect();
    let mut found = Vec::new();
    for node in scan.live_of(&["function_item"]) {
        let name = node.field("name").map_or("", Node::text);
        let reads = matches!(
            name,
            "from_str" | "try_from" | "parse" | "from_name" | "from_text"
        );
        let owner = Place::of_around(node).filter(|_| reads && !scan.in_test(node));
        let Some((owner, body)) = owner.zip(node.field("body")) else {
            continue;
        };
        let Some(cases) = enums.get(owner.name) else {
            continue;
        };
        let made = made(body);
        let missed = |it: &&Node<'_>| !made.contains(it.text());
        let missing: Vec<&Node<'_>> = cases.iter().filter(missed).collect();
        let known = cases.len().saturating_sub(missing.len());
        if known < MADE_MIN || missing.len() > known || found.len() >= scan.limits.items_max {
            continue;
        }
        found.extend(missing.into_iter().map(|it| Stub {
            line: node.line(),
            what: format!("{}::{}", owner.name, it.text()),
            reason: Reason::NotImplemented,
            certainty: Certainty::Faint,
            test: false,
        }));
    }
    found
}

/// The names of the cases of an enum, if none holds anything.
fn cases(item: Node<'_>) -> Option<Vec<Node<'_>>> {
    let listed = item
        .field("body")?
        .named()
        .filter(|it| it.is("enum_variant"));
    let listed: Vec<Node<'_>> = listed.take(CASES_MAX).collect();
    let plain = |it: &Node<'_>| it.field("body").is_none();
    let all = listed.iter().all(plain) && listed.len() < CASES_MAX;
    let names = listed.iter().filter_map(|it| it.field("name"));
    all.then(|| names.collect())
}

/// The cases that a body names: `Self::A`, `SameSite::A`, or by the name alone.
fn made(body: Node<'_>) -> BTreeSet<&str> {
    let inside = body.descendants();
    let named = inside.filter(|it| it.is_any(&["identifier", "type_identifier"]));
    named.map(Node::text).collect()
}
