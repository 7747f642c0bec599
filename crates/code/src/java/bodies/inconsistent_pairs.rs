//! Two places of Java that have to agree and do not: `equals` and `hashCode`, a loop and the answer after it.

use std::collections::BTreeSet;

use crate::java::bodies::stubs::Finding;
use crate::java::shape;
use crate::parts::{Certainty, Reason};
use crate::syntax::Node;

/// How much of a method is looked at, in nodes.
const BODY_NODES_MAX: usize = 2_000;

/// A field that tells two things apart by their hash, and that `equals` passes over: what is equal has then two hashes.
pub(super) fn differ(equals: Node<'_>) -> Option<Finding> {
    const COMPARES: [&str; 12] = [
        "equals",
        "deepEquals",
        "getClass",
        "compare",
        "compareTo",
        "isInstance",
        "cast",
        "doubleToLongBits",
        "doubleToRawLongBits",
        "floatToIntBits",
        "floatToRawIntBits",
        "equalsIgnoreCase",
    ];
    let named = |it: Node<'_>, name: &str| it.field("name").is_some_and(|it| it.text() == name);
    if !named(equals, "equals") || shape::parameters(equals).count() != 1 {
        return None;
    }
    let members = equals.parent()?.named().take(shape::MEMBERS_MAX);
    let members: Vec<Node<'_>> = members.collect();
    let hash = members.iter().find(|it| {
        it.is("method_declaration")
            && named(**it, "hashCode")
            && shape::parameters(**it).next().is_none()
    })?;
    let fields: BTreeSet<&str> = members
        .iter()
        .filter(|it| it.is("field_declaration") && !shape::has(**it, "static"))
        .flat_map(|it| it.named().filter(|it| it.is("variable_declarator")))
        .filter_map(|it| it.field("name"))
        .map(Node::text)
        .collect();
    let compared = names(equals.field("body")?)?;
    let hashed = names(hash.field("body")?)?;
    let calls = equals.field("body")?.descendants().take(BODY_NODES_MAX);
    let mut calls = calls.filter(|it| it.is("method_invocation"));
    // What another method compares is not known here, nor what a field keeps that is worked out once.
    let plain = calls.all(|it| COMPARES.contains(&shape::method(it)));
    let all = [equals, *hash]
        .into_iter()
        .filter_map(|it| it.field("body"));
    let mut supers = all.flat_map(Node::descendants).filter(|it| it.is("super"));
    let sets = hash.descendants().take(BODY_NODES_MAX).any(|it| {
        it.is("assignment_expression")
            && it
                .field("left")
                .is_some_and(|it| fields.contains(it.text()))
    });
    if !plain || sets || supers.next().is_some() {
        return None;
    }
    let shared = fields.iter().any(|it| compared.contains(it));
    let missing = fields
        .iter()
        .find(|it| hashed.contains(**it) && !compared.contains(**it))?;
    shared.then(|| Finding {
        what: format!("equals({missing})"),
        reason: Reason::ParameterIgnored,
        certainty: Certainty::Likely,
    })
}

/// The names in a body; nothing where there are too many.
fn names(body: Node<'_>) -> Option<BTreeSet<&str>> {
    let mut all = body.descendants();
    let inside = all.by_ref().take(BODY_NODES_MAX);
    let found = inside
        .filter(|it| it.is("identifier"))
        .map(Node::text)
        .collect();
    all.next().is_none().then_some(found)
}
