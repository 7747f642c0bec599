//! Private fields that something is put into and that nothing ever reads.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::attributes::Attributes;
use crate::scan::Scan;
use crate::syntax::Node;

/// Derived traits for which a field is as good as unread: they copy it, or show it to whoever looks for mistakes.
const BLIND: [&str; 4] = ["Debug", "Clone", "Copy", "Default"];

/// Ends of the names of types that do their work by being kept: they give something back when they go.
const KEPT: [&str; 14] = [
    "Guard",
    "Handle",
    "Sender",
    "Receiver",
    "Permit",
    "Dir",
    "Token",
    "Child",
    "File",
    "Lock",
    "Subscription",
    "Drop",
    "Lease",
    "PhantomData",
];

/// Finds them. A field counts only where the file shows all that could read it: no module stands below.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let mut fields = fields(scan, attributes);
    let has_children = || {
        scan.live_of(&["mod_item"])
            .any(|n| n.field("body").is_none())
    };
    if fields.is_empty() || has_children() || prints_whole(scan) {
        return Vec::new();
    }
    let kinds = [
        "field_identifier",
        "shorthand_field_identifier",
        "identifier",
    ];
    for node in scan.live_of(&kinds) {
        let read = match node.kind() {
            "field_identifier" => is_read(node),
            // In a pattern.
            "shorthand_field_identifier" => true,
            // In a macro anything may be done with it.
            "identifier" => node.parent().is_some_and(|it| it.is("token_tree")),
            _ => false,
        };
        if read {
            fields.remove(node.text());
        }
    }
    fields
        .into_iter()
        .map(|(name, (owner, place))| Stub {
            line: place.line(),
            what: format!("{owner}.{name}"),
            reason: Reason::NeverRead,
            certainty: Certainty::Likely,
            test: false,
        })
        .collect()
}

/// Whether a file is a program that prints something as it is: it shows each of its fields.
pub(in crate::rust) fn prints_whole(scan: &Scan<'_>) -> bool {
    let main = |n: Node<'_>| n.field("name").is_some_and(|n| n.text() == "main");
    let whole = |n: Node<'_>| {
        let text = n.text();
        text.contains(":#?}") || text.contains("{:?}")
    };
    scan.live_of(&["function_item"]).any(main)
        && scan
            .live_of(&["string_content"])
            .any(|n| whole(n) && !scan.in_test(n))
}

fn fields<'t>(
    scan: &Scan<'t>,
    attributes: &Attributes<'t>,
) -> BTreeMap<&'t str, (&'t str, Node<'t>)> {
    let mut found = BTreeMap::new();
    let mut twice = BTreeSet::new();
    for owner in scan.live_of(&["struct_item"]) {
        let (Some(body), Some(name)) = (owner.field("body"), owner.field("name")) else {
            continue;
        };
        let counts = !scan.in_test(owner) && is_plain(owner, attributes);
        for field in body.named().filter(|n| n.is("field_declaration")) {
            let (Some(place), Some(kind)) = (field.field("name"), field.field("type")) else {
                continue;
            };
            let private = field.child("visibility_modifier").is_none();
            let kept = is_kept(kind.text());
            let meant = place.text().starts_with('_') || attributes.has(field, "cfg");
            let known = found.insert(place.text(), (name.text(), place)).is_some();
            if known || !counts || !private || kept || meant {
                twice.insert(place.text());
            }
        }
    }
    found.retain(|name, _| !twice.contains(name));
    found
}

/// Whether a type does its work by being kept.
pub(in crate::rust) fn is_kept(kind: &str) -> bool {
    let mut words = kind.split(|c: char| !c.is_alphanumeric());
    words.any(|word| KEPT.iter().any(|end| word.ends_with(end)))
}

/// Whether nothing but the code of this file looks into a type.
pub(in crate::rust) fn is_plain(owner: Node<'_>, attributes: &Attributes<'_>) -> bool {
    let mut all = attributes.before(owner).iter().map(|it| it.text());
    all.all(|text| {
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let derive = text.contains("derive");
        let harmless =
            text.contains("allow") || text.contains("expect") || text.contains("non_exhaustive");
        harmless
            || (derive
                && words.all(|word| word.is_empty() || word == "derive" || BLIND.contains(&word)))
    })
}

/// Whether a field's name stands where its value is looked at.
fn is_read(name: Node<'_>) -> bool {
    let Some(around) = name.parent() else {
        return false;
    };
    match around.kind() {
        "field_expression" => {
            let outer = around.parent();
            let written = outer.is_some_and(|it| {
                it.is("assignment_expression")
                    && it
                        .field("left")
                        .is_some_and(|left| left.id() == around.id())
            });
            !written
        }
        "field_declaration" | "field_initializer" => false,
        _ => true,
    }
}
