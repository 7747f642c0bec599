//! Objects that a file keeps to itself: a member that is put in and that nothing looks at.

use std::collections::BTreeSet;

use crate::facts::ByteRange;
use crate::parts::{Reason, Stub};
use crate::script::data::name_uses::PLACES_MAX;
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 500;
/// Most members of one object.
const MEMBERS_MAX: usize = 200;

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let mut found = Vec::new();
    let nodes = stage.scan.live_of(&["variable_declarator"]);
    for node in nodes.filter(|n| !stage.scan.in_test(*n)) {
        if found.len() >= FOUND_MAX {
            break;
        }
        let Some((name, value, scope)) = own(stage, node) else {
            continue;
        };
        for member in unread(stage, name, value, scope) {
            let what = format!("{}.{}", name.text(), member.text());
            found.push(Stub::likely(member.line(), what, Reason::NeverRead));
        }
    }
    found
}

/// A name that others can't reach, what it starts as, and where it is good.
fn own<'t>(stage: &Stage<'_, 't>, node: Node<'t>) -> Option<(Node<'t>, Node<'t>, ByteRange)> {
    let name = node.field("name").filter(|n| n.is("identifier"))?;
    let value = node.field("value").map(shape::bare)?;
    if !value.is("object") || name.text().starts_with('_') {
        return None;
    }
    let holder = node.parent()?;
    let function = node.ancestors().find(|n| n.is_any(&shape::FUNCTIONS));
    let around = holder.parent()?;
    if around.is("export_statement") || around.kind().starts_with("for_") {
        return None;
    }
    let scope = match (holder.is("variable_declaration"), function) {
        (true, Some(function)) => function.bytes(),
        (false, Some(_)) => node.ancestors().find(|n| n.is("statement_block"))?.bytes(),
        (_, None) => {
            let file = Some(around).filter(|n| n.is("program") && is_module(*n))?;
            file.bytes()
        }
    };
    // A template may say anything of a component's script.
    let shown = stage.shown.is_some();
    (!shown).then_some((name, value, scope))
}

/// Whether what a file binds is its own: a script of a page shares it with all others.
pub(in crate::script) fn is_module(file: Node<'_>) -> bool {
    file.named().take(PLACES_MAX).any(|n| {
        n.is_any(&["import_statement", "export_statement", "hash_bang_line"])
            || n.is_any(&["variable_declaration", "lexical_declaration"])
                && n.text().contains("require(")
            || n.is("expression_statement") && n.text().starts_with("module.exports")
    })
}

/// Places of a name within a scope, its declaration left out.
fn places<'t>(stage: &Stage<'_, 't>, name: Node<'t>, scope: ByteRange) -> Option<Vec<Node<'t>>> {
    let all = stage.places.name(name.text());
    let first = all.partition_point(|n| n.start() < scope.start);
    let inside = all.get(first..).unwrap_or_default().iter();
    let inside = inside.take_while(|n| n.start() < scope.end);
    let found: Vec<Node<'t>> = inside
        .filter(|n| n.start() != name.start())
        .take(PLACES_MAX)
        .copied()
        .collect();
    (found.len() < PLACES_MAX).then_some(found)
}

/// Members of an object that is only asked one by one, of which some are looked at and these are not.
fn unread<'t>(
    stage: &Stage<'_, 't>,
    name: Node<'t>,
    object: Node<'t>,
    scope: ByteRange,
) -> Vec<Node<'t>> {
    let mut keys: Vec<Node<'t>> = Vec::new();
    for pair in object.named().filter(|n| !n.is_extra()).take(MEMBERS_MAX) {
        let key = match pair.kind() {
            "pair" => pair.field("key").filter(|k| k.is("property_identifier")),
            "shorthand_property_identifier" => Some(pair),
            _ => None,
        };
        let Some(key) = key else { return Vec::new() };
        let function = pair.field("value").and_then(shape::function_of);
        if function.is_none() {
            keys.push(key);
        }
    }
    let Some(places) = places(stage, name, scope) else {
        return Vec::new();
    };
    let mut read: BTreeSet<&str> = BTreeSet::new();
    let mut set: BTreeSet<&str> = BTreeSet::new();
    for place in places {
        let Some(member) = place
            .parent()
            .filter(|it| it.is("member_expression") && place.field_name() == "object")
        else {
            return Vec::new();
        };
        let property = member.field("property").map_or("", Node::text);
        match is_only_set(member) {
            true => set.insert(property),
            false => read.insert(property),
        };
    }
    // What is set later on was to be looked at; what only stands there may be there for whoever reads the code.
    if read.is_empty() {
        return Vec::new();
    }
    keys.retain(|it| {
        let text = it.text();
        set.contains(text) && !read.contains(text) && !text.starts_with('_')
    });
    keys
}

/// Whether a member is only set at its place, by a statement.
fn is_only_set(member: Node<'_>) -> bool {
    let Some(parent) = member.parent() else {
        return false;
    };
    let sets = match parent.kind() {
        "assignment_expression" | "augmented_assignment_expression" => {
            member.field_name() == "left"
        }
        "update_expression" => true,
        _ => false,
    };
    sets && parent
        .parent()
        .is_some_and(|it| it.is("expression_statement"))
}
