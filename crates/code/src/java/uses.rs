//! Which names a Java file uses. What means a member of the file's own types counts as a member, with or without
//! `this.` before it; what means neither that nor a local variable is a reference.

use super::imports::Written;
use super::scopes::{Meaning, Names};
use super::shape;
use crate::facts::Facts;
use crate::names::Uses;
use crate::parts::Import;
use crate::scan::Scan;
use crate::syntax::Node;

/// Nodes whose `name` is being defined, not used.
const DEFINERS: [&str; 13] = [
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "record_declaration",
    "annotation_type_declaration",
    "method_declaration",
    "constructor_declaration",
    "compact_constructor_declaration",
    "annotation_type_element_declaration",
    "enum_constant",
    "module_declaration",
    "instanceof_expression",
    "enhanced_for_statement",
];

/// Fills in references and members; returns the types written out with their package.
pub(super) fn find(scan: &Scan<'_>, names: &Names<'_>, facts: &mut Facts) -> Vec<Import> {
    let mut uses = Uses::new(scan);
    let mut written = Written::default();
    let mut skip_until = 0;
    for node in scan.live() {
        if node.id() < skip_until {
            continue;
        }
        let head = [
            "import_declaration",
            "package_declaration",
            "module_declaration",
        ];
        if node.is_any(&head) {
            skip_until = node.id().saturating_add(node.size());
            continue;
        }
        written.look(node, names, scan);
        if creates(node) {
            uses.member("new", node);
        }
        name(node, names, &mut uses);
    }
    uses.finish(facts);
    written.finish()
}

fn name(node: Node<'_>, names: &Names<'_>, uses: &mut Uses<'_, '_>) {
    if !node.is_any(&["identifier", "type_identifier"]) {
        return;
    }
    let Some(parent) = node.parent() else { return };
    let field = node.field_name();
    let meaning = match parent.kind() {
        "scoped_type_identifier" | "scoped_identifier" | "method_reference" if !is_first(node) => {
            Meaning::Member
        }
        "field_access" if field == "field" => Meaning::Member,
        "method_invocation" if field == "name" => match parent.field("object") {
            Some(_) => Meaning::Member,
            None if calls_itself(parent, node) => return,
            None => names.of_method(node),
        },
        // It may name a constant of the enum that is switched over, or one in scope.
        "switch_label" => {
            uses.member(node.text(), node);
            names.of_value(node)
        }
        "marker_annotation" | "annotation" | "record_pattern" => names.of_type(node),
        "labeled_statement" | "break_statement" | "continue_statement" | "receiver_parameter" => {
            return;
        }
        "element_value_pair" if field == "key" => return,
        kind if field == "name" && DEFINERS.contains(&kind) => return,
        "type_parameter" => return,
        _ if node.is("type_identifier") => names.of_type(node),
        _ => names.of_value(node),
    };
    match meaning {
        Meaning::Local => {}
        Meaning::Member => uses.member(node.text(), node),
        Meaning::Outside => uses.reference(node.text(), node),
    }
}

/// Whether a node calls a constructor or hands one on, or is a constant of an enum, which does.
fn creates(node: Node<'_>) -> bool {
    match node.kind() {
        "object_creation_expression" | "explicit_constructor_invocation" | "enum_constant" => true,
        "method_reference" => node.children().last().is_some_and(|n| n.text() == "new"),
        _ => false,
    }
}

/// Whether a node is the first of its parent's children.
fn is_first(node: Node<'_>) -> bool {
    let first = node.parent().and_then(|p| p.named().next());
    first.is_some_and(|first| first.id() == node.id())
}

/// Whether a method calls itself: no use of it. As many arguments as parameters: else it is another of that name.
fn calls_itself(call: Node<'_>, name: Node<'_>) -> bool {
    let Some(method) = shape::function_around(call) else {
        return false;
    };
    let same = method
        .field("name")
        .is_some_and(|it| it.text() == name.text());
    same && shape::parameters(method).count()
        == shape::arguments(call).take(shape::MEMBERS_MAX).count()
}
