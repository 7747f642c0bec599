//! Whether the type that a method overrides or implements may say what it takes.

use std::collections::BTreeMap;

use crate::scan::Scan;
use crate::script::shape;
use crate::syntax::Node;

/// Classes and interfaces of a file, by name.
pub(in crate::script) type Types<'t> = BTreeMap<&'t str, Node<'t>>;

const CLASSES: [&str; 3] = ["class_declaration", "class", "abstract_class_declaration"];

/// Types of the language that classes often stand on, with their members.
const OF_THE_LANGUAGE: [(&str, &[&str]); 9] = [
    ("Map", &OF_MAPS),
    ("WeakMap", &OF_MAPS),
    ("Set", &OF_SETS),
    ("WeakSet", &OF_SETS),
    ("Error", &OF_ERRORS),
    ("TypeError", &OF_ERRORS),
    ("RangeError", &OF_ERRORS),
    ("SyntaxError", &OF_ERRORS),
    ("Object", &OF_ALL),
];
const OF_MAPS: [&str; 12] = [
    "get",
    "set",
    "has",
    "delete",
    "clear",
    "size",
    "keys",
    "values",
    "entries",
    "forEach",
    "getOrInsert",
    "getOrInsertComputed",
];
const OF_SETS: [&str; 16] = [
    "add",
    "has",
    "delete",
    "clear",
    "size",
    "keys",
    "values",
    "entries",
    "forEach",
    "union",
    "intersection",
    "difference",
    "symmetricDifference",
    "isSubsetOf",
    "isSupersetOf",
    "isDisjointFrom",
];
const OF_ERRORS: [&str; 4] = ["name", "message", "stack", "cause"];
/// What every object has, or may be asked for by the language.
const OF_ALL: [&str; 7] = [
    "toString",
    "valueOf",
    "toJSON",
    "toLocaleString",
    "inspect",
    "then",
    "constructor",
];

/// Finds them. Of several of one name, none is known.
pub(in crate::script) fn types<'t>(scan: &Scan<'t>) -> Types<'t> {
    let mut found: BTreeMap<&str, Option<Node<'t>>> = BTreeMap::new();
    for node in scan.live_of_all(&[&CLASSES, &["interface_declaration"]]) {
        let Some(name) = node.field("name") else {
            continue;
        };
        let once = !found.contains_key(name.text());
        found.insert(name.text(), once.then_some(node));
    }
    let single = found.into_iter();
    single
        .filter_map(|(name, node)| Some((name, node?)))
        .collect()
}

/// Whether somebody else may say what a method takes: a class to be filled by others, or a base that has such a method
/// or is not of this file.
pub(in crate::script) fn may_force(types: &Types<'_>, function: Node<'_>, name: &str) -> bool {
    let Some(class) = function.ancestors().find(|n| n.is_any(&CLASSES)) else {
        return false;
    };
    let member = function.ancestors().take(2);
    let mut member = std::iter::once(function).chain(member);
    let private = member.any(|n| {
        n.child("accessibility_modifier")
            .is_some_and(|m| m.text() == "private")
            || n.child("private_property_identifier").is_some()
    });
    if private {
        return false;
    }
    let own = name.rsplit('.').next().unwrap_or(name);
    // What a class is made with is its own affair, whatever its base takes.
    if own == "constructor" {
        return class.is("abstract_class_declaration");
    }
    let Some(heritage) = class.child("class_heritage") else {
        return class.is("abstract_class_declaration");
    };
    if is_its_own(class, own) {
        return false;
    }
    let mut bases = heritage
        .descendants()
        .filter(|n| n.is_any(&["identifier", "type_identifier", "call_expression"]));
    bases.any(|base| types.get(base.text()).is_none_or(|base| has(*base, own)))
}

/// Whether all that a class stands on is a type of the language itself, and what it names is no member of that: nobody but the
/// class says then what it takes and gives.
pub(in crate::script) fn is_its_own(class: Node<'_>, name: &str) -> bool {
    let heritage = class.child("class_heritage");
    let clause = heritage.and_then(|it| it.child("extends_clause").or(Some(it)));
    let implements = heritage.is_some_and(|it| it.child("implements_clause").is_some());
    let base = clause.and_then(|it| it.named().next());
    let base = base.filter(|it| it.is("identifier") && !implements);
    let mut known = OF_THE_LANGUAGE.iter();
    let members = base.and_then(|base| known.find(|(of, _)| *of == base.text()));
    members.is_some_and(|(_, members)| !members.contains(&name) && !OF_ALL.contains(&name))
}

/// Whether a type has a member of that name, or may have it from another.
fn has(base: Node<'_>, name: &str) -> bool {
    let more =
        base.child("class_heritage").is_some() || base.child("extends_type_clause").is_some();
    let members = base.field("body").into_iter().flat_map(Node::named);
    let mut names = members.filter_map(|member| member.field("name"));
    more || names.any(|n| shape::key(n) == Some(name))
}
