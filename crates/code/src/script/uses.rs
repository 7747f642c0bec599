//! Which names a TypeScript file uses, and which of them mean something from outside.

use super::shape;
use crate::facts::{ByteRange, Facts};
use crate::names::{Bindings, Uses};
use crate::parts::Definition;
use crate::scan::Scan;
use crate::syntax::{Node, Tree};

/// Nodes whose `name` is being defined, not used.
const DEFINERS: [&str; 13] = [
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "function_signature",
    "class_declaration",
    "abstract_class_declaration",
    "class",
    "interface_declaration",
    "type_alias_declaration",
    "enum_declaration",
    "internal_module",
    "module",
];

/// Nodes that local variables live in.
const SCOPES: [&str; 7] = [
    "statement_block",
    "for_statement",
    "for_in_statement",
    "class_static_block",
    "switch_body",
    "arrow_function",
    "catch_clause",
];

/// Adds references and members. `hidden` names mean something else than usual in some ranges.
pub(super) fn find<'t>(
    scan: &Scan<'t>,
    definitions: &'t [Definition],
    hidden: &[(&'t str, ByteRange)],
    facts: &mut Facts,
) {
    let mut bindings = bindings(scan.tree);
    for (name, scope) in hidden {
        bindings.hide(name, *scope);
    }
    let scopes = bindings.close(definitions);
    let mut uses = Uses::new(scan);
    let mut skip_until = 0;
    let kinds = [
        "import_statement",
        "export_statement",
        "identifier",
        "type_identifier",
        "property_identifier",
        "private_property_identifier",
        "shorthand_property_identifier",
    ];
    for node in scan.live_of(&kinds) {
        if node.id() < skip_until {
            continue;
        }
        let elsewhere = node.is("export_statement") && node.field("source").is_some();
        if node.is("import_statement") || elsewhere {
            skip_until = node.id().saturating_add(node.size());
            continue;
        }
        if is_member(node) {
            uses.member(node.text(), node);
        } else if is_name(node)
            && scopes.is_free(node)
            && !only_stands(node)
            && !only_marked(node, definitions)
        {
            uses.reference(node.text(), node);
        }
    }
    uses.finish(facts);
}

/// A name behind a dot.
fn is_member(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    match node.kind() {
        "property_identifier" | "private_property_identifier" => {
            parent.is_any(&["member_expression", "nested_identifier"])
        }
        "type_identifier" => parent.is("nested_type_identifier"),
        _ => false,
    }
}

/// A name that may stand for something from outside.
fn is_name(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    match node.kind() {
        "shorthand_property_identifier" => true,
        "type_identifier" => !(node.field_name() == "name" && parent.is_any(&DEFINERS)),
        "identifier" => {
            let tags = [
                "jsx_opening_element",
                "jsx_closing_element",
                "jsx_self_closing_element",
            ];
            let tag = parent.is_any(&tags) && node.text().starts_with(char::is_lowercase);
            let defined = node.field_name() == "name" && parent.is_any(&DEFINERS);
            let alias = parent.is("export_specifier") && node.field_name() == "alias";
            let passing = parent.is_any(&["namespace_export", "jsx_namespace_name"]);
            !(tag || defined || alias || passing)
        }
        _ => false,
    }
}

/// Whether all that is done with a function of the file at its place is to hang something on it:
/// `startsWith.autoRemove = isEmpty;`.
fn only_marked(node: Node<'_>, definitions: &[Definition]) -> bool {
    let member = node.parent().filter(|it| it.is("member_expression"));
    let member = member.filter(|_| node.field_name() == "object");
    let set = member.and_then(Node::parent).filter(|it| {
        let left = member.is_some_and(|it| it.field_name() == "left");
        it.is("assignment_expression") && left
    });
    let alone = set.and_then(Node::parent);
    let hung = member.and_then(|it| it.field("property"));
    let hung = hung.is_some_and(|it| it.text() != "prototype");
    let small = node.text().starts_with(char::is_lowercase);
    let own = |it: &Definition| it.name == node.text() && it.kind.is_function();
    alone.is_some_and(|it| it.is("expression_statement"))
        && hung
        && small
        && definitions.iter().any(own)
}

/// Whether a name only stands at its place: `void x;`, `typeof x`, or the type of a component that is shown nowhere.
fn only_stands(node: Node<'_>) -> bool {
    let Some(parent) = node.parent().filter(|_| node.is("identifier")) else {
        return false;
    };
    let sign = parent.children().next().map_or("", Node::text);
    if parent.is("unary_expression") && sign == "typeof" {
        return true;
    }
    let void = sign == "void";
    let silenced = parent.is("unary_expression")
        && void
        && parent
            .parent()
            .is_some_and(|p| p.is("expression_statement"));
    let small = |c: char| c.is_lowercase();
    let component = node.text().starts_with(char::is_uppercase) && node.text().contains(small);
    silenced || (parent.is("type_query") && component)
}

fn bindings<'t>(tree: &'t Tree<'t>) -> Bindings<'t> {
    let mut bindings = Bindings::default();
    let kinds = [
        "variable_declarator",
        "required_parameter",
        "optional_parameter",
        "arrow_function",
        "catch_clause",
        "for_in_statement",
        "type_parameter",
        "mapped_type_clause",
        "index_signature",
        "infer_type",
        "import_alias",
    ];
    for node in tree.of_all(&[&kinds, &DEFINERS]) {
        let up = |levels: usize| node.ancestors().nth(levels).map(Node::bytes);
        match node.kind() {
            "variable_declarator" => declare(node, &mut bindings),
            "required_parameter" | "optional_parameter" => {
                bind(node.field("pattern"), up(1), &mut bindings);
            }
            "arrow_function" => bind(node.field("parameter"), Some(node.bytes()), &mut bindings),
            "catch_clause" => bind(node.field("parameter"), Some(node.bytes()), &mut bindings),
            "for_in_statement" if node.field("kind").is_some() => {
                bind(node.field("left"), Some(node.bytes()), &mut bindings);
            }
            "type_parameter" => whole(node.field("name"), up(1), &mut bindings),
            "mapped_type_clause" | "index_signature" => {
                whole(node.field("name"), up(0), &mut bindings);
            }
            "infer_type" => {
                let conditional = node.ancestors().find(|n| n.is("conditional_type"));
                whole(
                    node.child("type_identifier"),
                    conditional.map(Node::bytes),
                    &mut bindings,
                );
            }
            "import_alias" => {
                if let Some(name) = node.child("identifier") {
                    bindings.skip(name);
                }
            }
            kind if DEFINERS.contains(&kind) => {
                if let (Some(name), Some(scope)) = (node.field("name"), scope(node)) {
                    bindings.bind(name, scope.bytes());
                }
            }
            _ => {}
        }
    }
    bindings
}

/// Local variables hide names in their block; variables of the module are definitions.
fn declare<'t>(declarator: Node<'t>, bindings: &mut Bindings<'t>) {
    // A module loaded here is an import, and its name means that import.
    let loads = declarator.field("value").is_some_and(shape::loads);
    let scope = scope(declarator).filter(|_| !loads);
    for bound in declarator.field("name").map_or_else(Vec::new, shape::bound) {
        match scope {
            Some(scope) => bindings.bind(bound.name, scope.bytes()),
            None => bindings.skip(bound.name),
        }
    }
}

fn bind<'t>(pattern: Option<Node<'t>>, scope: Option<ByteRange>, bindings: &mut Bindings<'t>) {
    let (Some(pattern), Some(scope)) = (pattern, scope) else {
        return;
    };
    for bound in shape::bound(pattern) {
        bindings.bind(bound.name, scope);
    }
}

fn whole<'t>(name: Option<Node<'t>>, scope: Option<ByteRange>, bindings: &mut Bindings<'t>) {
    if let (Some(name), Some(scope)) = (name, scope) {
        bindings.bind(name, scope);
    }
}

/// The block a declaration is good in; `None` at module level.
fn scope(node: Node<'_>) -> Option<Node<'_>> {
    let found = node.ancestors().find(|n| n.is_any(&SCOPES))?;
    let of_module = found
        .parent()
        .is_some_and(|p| p.is_any(&["internal_module", "module"]));
    (!of_module).then_some(found)
}
