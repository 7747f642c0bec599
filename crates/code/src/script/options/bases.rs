//! Whether the type that a method overrides or implements may say what it takes.

use std::collections::BTreeMap;

use crate::scan::Scan;
use crate::script::shape;
use crate::syntax::Node;

/// Classes and interfaces of a file, by name.
pub(in crate::script) type Types<'t> = BTreeMap<&'t str, Node<'t>>;

const CLASSES: [&str; 3] = ["class_declaration", "class", "abstract_class_declaration"];

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
    let mut bases = heritage
        .descendants()
        .filter(|n| n.is_any(&["identifier", "type_identifier", "call_expression"]));
    bases.any(|base| types.get(base.text()).is_none_or(|base| has(*base, own)))
}

/// Whether a type has a member of that name, or may have it from another.
fn has(base: Node<'_>, name: &str) -> bool {
    let more =
        base.child("class_heritage").is_some() || base.child("extends_type_clause").is_some();
    let members = base.field("body").into_iter().flat_map(Node::named);
    let mut names = members.filter_map(|member| member.field("name"));
    more || names.any(|n| shape::key(n) == Some(name))
}
