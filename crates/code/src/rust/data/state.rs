//! Fields that start empty and into which nothing is ever put, though they are read.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::attributes::Attributes;
use crate::rust::values::{self, Value};
use crate::scan::Scan;
use crate::syntax::Node;

/// Types that only `&mut` can fill.
const COLLECTIONS: [&str; 7] = [
    "Vec<",
    "VecDeque<",
    "HashMap<",
    "HashSet<",
    "BTreeMap<",
    "BTreeSet<",
    "IndexMap<",
];

/// Methods that leave a collection as it is.
const READING: [&str; 22] = [
    "iter",
    "len",
    "is_empty",
    "get",
    "contains",
    "contains_key",
    "clone",
    "to_vec",
    "keys",
    "values",
    "first",
    "last",
    "as_slice",
    "to_owned",
    "cloned",
    "join",
    "concat",
    "binary_search",
    "starts_with",
    "ends_with",
    "range",
    "windows",
];

/// Derived traits that make no values of a type but its own, or only the default one.
const HARMLESS: [&str; 11] = [
    "Debug",
    "Clone",
    "Default",
    "PartialEq",
    "Eq",
    "Hash",
    "PartialOrd",
    "Ord",
    "Serialize",
    "Copy",
    "Error",
];

/// What is known of a field.
struct Field<'t> {
    place: Node<'t>,
    owner: &'t str,
    read: bool,
    /// Something may be put in, or it can't be told.
    fed: bool,
    made: bool,
}

/// Finds them. Only private fields of this file's own structs count: others may be filled from anywhere.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let mut fields = fields(scan, attributes);
    // Modules below this one see what is private here.
    let has_children = || {
        scan.live_of(&["mod_item"])
            .any(|n| n.field("body").is_none())
    };
    if fields.is_empty() || has_children() {
        return Vec::new();
    }
    let kinds = [
        "field_identifier",
        "shorthand_field_initializer",
        "shorthand_field_identifier",
        "identifier",
    ];
    for node in scan.live_of(&kinds) {
        match node.kind() {
            "field_identifier" => seen(node, &mut fields),
            "shorthand_field_initializer" => {
                let name = node.named().next().map_or("", Node::text);
                fed(&mut fields, name);
            }
            // A pattern may hand out the field by reference.
            "shorthand_field_identifier" => fed(&mut fields, node.text()),
            // In a macro anything may be done to it.
            "identifier" if node.parent().is_some_and(|p| p.is("token_tree")) => {
                in_macro(node, &mut fields);
            }
            _ => {}
        }
    }
    let unfed = fields
        .into_iter()
        .filter(|(_, it)| it.made && it.read && !it.fed);
    unfed
        .map(|(name, field)| Stub {
            line: field.place.line(),
            what: format!("{}.{name}", field.owner),
            reason: Reason::StateNeverFed,
            certainty: Certainty::Likely,
            test: false,
        })
        .collect()
}

fn fields<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> BTreeMap<&'t str, Field<'t>> {
    let mut found = BTreeMap::new();
    let mut twice = BTreeSet::new();
    for owner in scan.live_of(&["struct_item"]) {
        let (Some(body), Some(name)) = (owner.field("body"), owner.field("name")) else {
            continue;
        };
        let derives = attributes.before(owner).iter();
        let plain = derives.map(|a| a.text()).all(|text| {
            !text.contains("derive(") || words(text).all(|w| w == "derive" || HARMLESS.contains(&w))
        });
        for field in body.named().filter(|n| n.is("field_declaration")) {
            let (Some(place), Some(kind)) = (field.field("name"), field.field("type")) else {
                continue;
            };
            let collection = COLLECTIONS.iter().any(|start| {
                let text = kind.text();
                let last = text
                    .split('<')
                    .next()
                    .and_then(|path| path.rsplit("::").next());
                last.is_some_and(|last| start.trim_end_matches('<') == last)
            });
            let private = field.child("visibility_modifier").is_none();
            let known = Field {
                place,
                owner: name.text(),
                read: false,
                fed: !(plain && collection && private) || scan.in_test(owner),
                made: false,
            };
            if found.insert(place.text(), known).is_some() {
                twice.insert(place.text());
            }
        }
    }
    found.retain(|name, _| !twice.contains(name));
    found
}

/// One place where a name of a field stands.
fn seen<'t>(node: Node<'t>, fields: &mut BTreeMap<&'t str, Field<'t>>) {
    let Some(field) = fields.get_mut(node.text()) else {
        return;
    };
    let Some(parent) = node.parent() else {
        return;
    };
    match parent.kind() {
        "field_declaration" => {}
        "field_initializer" => {
            let value = parent.field("value").and_then(values::value);
            field.made |= value == Some(Value::Default);
            field.fed |= value != Some(Value::Default);
        }
        "field_expression" => {
            let reads = is_read(parent);
            field.read |= reads;
            field.fed |= !reads;
        }
        _ => field.fed = true,
    }
}

/// Whether a place where `x.field` stands only looks at it.
fn is_read(access: Node<'_>) -> bool {
    let Some(parent) = access.parent() else {
        return false;
    };
    match parent.kind() {
        "field_expression" => {
            let method = parent.field("field").map_or("", Node::text);
            let called = parent.parent().is_some_and(|it| it.is("call_expression"));
            called && READING.contains(&method)
        }
        "reference_expression" => parent.child("mutable_specifier").is_none(),
        _ => false,
    }
}

/// Whether a method leaves what it is called on as it is.
pub(in crate::rust) fn is_reading(method: &str) -> bool {
    READING.contains(&method)
}

/// Whether the macro around a name only looks at it: formatting and assertions do.
pub(in crate::rust) fn only_looks(node: Node<'_>) -> bool {
    let call = node.ancestors().find(|n| n.is("macro_invocation"));
    let name = call.and_then(|it| it.field("macro")).map_or("", Node::text);
    name.starts_with("assert")
        || name.starts_with("debug_assert")
        || [
            "format", "println", "write", "writeln", "info", "debug", "json",
        ]
        .contains(&name)
}

fn in_macro<'t>(node: Node<'t>, fields: &mut BTreeMap<&'t str, Field<'t>>) {
    if !only_looks(node) {
        fed(fields, node.text());
    } else if let Some(field) = fields.get_mut(node.text()) {
        field.read = true;
    }
}

fn fed(fields: &mut BTreeMap<&str, Field<'_>>, name: &str) {
    if let Some(field) = fields.get_mut(name) {
        field.fed = true;
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let last = words.map(|word| word.rsplit("::").next().unwrap_or(word));
    last.filter(|word| !word.is_empty())
}
