//! What a TypeScript or JavaScript file defines.

use super::decorators::Decorators;
use super::exposed::{Exposed, is_secret};
use super::shape;
use crate::parts::{Body, Definition, DefinitionKind, Export};
use crate::scan::{Items, Scan};
use crate::script::bodies::excuses;
use crate::script::bodies::hollow::{self, Setting};
use crate::script::options::bases;
use crate::syntax::Node;

/// How many keys deep a method inside object literals is named.
const KEYS_MAX: usize = 8;

/// Definitions, given the exports of the file.
pub(super) fn find(scan: &Scan<'_>, exports: &[Export]) -> Items {
    let exported = Exposed::of(exports);
    let decorators = Decorators::of(scan.tree);
    let mut items = Items::default();
    for node in scan.live_of(&shape::DEFINING) {
        for found in define(node) {
            if items.definitions.len() >= scan.limits.items_max {
                items.truncated = true;
                return items;
            }
            let marks = decorators.marks(found.node);
            let definition = definition(found, scan, &exported);
            items.definitions.push(Definition {
                marks,
                ..definition
            });
        }
    }
    items
}

/// A definition as it is found.
pub(super) struct Found<'t> {
    /// What is said to be the definition.
    pub(super) node: Node<'t>,
    pub(super) name: &'t str,
    pub(super) kind: DefinitionKind,
    function: Option<Node<'t>>,
}

/// Where a definition stands.
pub(super) struct Place<'t> {
    pub(super) modules: Vec<&'t str>,
    /// Class, or object literal with the keys that lead to the place.
    pub(super) owner: Option<String>,
    pub(super) class: Option<Node<'t>>,
    pub(super) nested: bool,
    /// It stands directly inside an `export` statement of its namespace.
    pub(super) exported: bool,
}

impl<'t> Place<'t> {
    fn of(node: Node<'t>) -> Place<'t> {
        let mut place = Place {
            modules: Vec::new(),
            owner: None,
            class: None,
            nested: false,
            exported: false,
        };
        let mut keys: Vec<&str> = Vec::new();
        let mut settled = false;
        for around in node.ancestors() {
            match around.kind() {
                "class_body" if !settled => {
                    place.class = around.parent();
                    place.owner = place.class.map(|class| class_name(class).to_owned());
                    settled = true;
                }
                "pair" if !settled && keys.len() < KEYS_MAX => {
                    keys.extend(around.field("key").and_then(shape::key));
                }
                "variable_declarator" if !settled && node.parent_is_member() => {
                    keys.extend(around.field("name").map(Node::text));
                    settled = true;
                }
                "export_statement" => {
                    place.exported |= place.modules.is_empty();
                    if !settled && node.parent_is_member() {
                        keys.push("default");
                        settled = true;
                    }
                }
                "internal_module" | "module" => {
                    place.modules.extend(around.field("name").map(Node::text));
                }
                "class_static_block" => place.nested = true,
                "statement_block" => {
                    let of_module = around
                        .parent()
                        .is_some_and(|p| p.is_any(&["internal_module", "module"]));
                    place.nested |= !of_module;
                    settled = true;
                }
                kind if shape::FUNCTIONS.contains(&kind) => {
                    place.nested = true;
                    settled = true;
                }
                _ => {}
            }
        }
        place.modules.reverse();
        if place.owner.is_none() && !keys.is_empty() {
            keys.reverse();
            place.owner = Some(keys.join("."));
        }
        place
    }
}

impl Node<'_> {
    /// Whether it is a member of an object literal.
    fn parent_is_member(self) -> bool {
        self.parent().is_some_and(|p| p.is("object"))
    }
}

fn class_name(class: Node<'_>) -> &str {
    if let Some(name) = class.field("name") {
        return name.text();
    }
    let holder = class.parent().filter(|p| p.is("variable_declarator"));
    holder
        .and_then(|holder| holder.field("name"))
        .map_or("default", Node::text)
}

/// What a node defines; a declaration with a pattern defines several names.
fn define(node: Node<'_>) -> Vec<Found<'_>> {
    let named = |kind, function| {
        let name = node.field("name").map(Node::text);
        one(node, name, kind, function)
    };
    match node.kind() {
        "function_declaration" | "generator_function_declaration" => {
            named(DefinitionKind::Function, Some(node))
        }
        "function_signature" => named(DefinitionKind::Function, None),
        "class_declaration" | "abstract_class_declaration" => named(DefinitionKind::Struct, None),
        "interface_declaration" => named(DefinitionKind::Trait, None),
        "type_alias_declaration" => named(DefinitionKind::TypeAlias, None),
        "enum_declaration" => named(DefinitionKind::Enum, None),
        "internal_module" | "module" => named(DefinitionKind::Module, None),
        "method_definition" => {
            let name = node.field("name").and_then(shape::key);
            one(node, name, DefinitionKind::Method, Some(node))
        }
        "abstract_method_signature" => {
            let name = node.field("name").and_then(shape::key);
            one(node, name, DefinitionKind::Method, None)
        }
        "pair" | "public_field_definition" => {
            let name = node.field("key").or_else(|| node.field("name"));
            let function = node.field("value").and_then(shape::function_of);
            match function {
                Some(_) => one(
                    node,
                    name.and_then(shape::key),
                    DefinitionKind::Method,
                    function,
                ),
                None => Vec::new(),
            }
        }
        "variable_declarator" => variables(node),
        "assignment_expression" => assigned(node),
        "export_statement" => anonymous_default(node),
        _ => Vec::new(),
    }
}

fn one<'t>(
    node: Node<'t>,
    name: Option<&'t str>,
    kind: DefinitionKind,
    function: Option<Node<'t>>,
) -> Vec<Found<'t>> {
    let found = name.map(|name| Found {
        node,
        name,
        kind,
        function,
    });
    found.into_iter().collect()
}

fn variables(declarator: Node<'_>) -> Vec<Found<'_>> {
    let Some(name) = declarator.field("name") else {
        return Vec::new();
    };
    let value = declarator.field("value");
    let function = value.and_then(shape::function_of);
    if let (true, Some(_)) = (name.is("identifier"), function) {
        return one(
            declarator,
            Some(name.text()),
            DefinitionKind::Function,
            function,
        );
    }
    let local = declarator.ancestors().any(|n| n.is_any(&shape::FUNCTIONS));
    if local {
        return Vec::new();
    }
    let constant = declarator
        .parent()
        .and_then(|d| d.field("kind"))
        .is_some_and(|kind| kind.text() == "const");
    let class = value.is_some_and(|value| shape::bare(value).is("class"));
    let kind = match (class, constant) {
        (true, _) => DefinitionKind::Struct,
        (false, true) => DefinitionKind::Constant,
        (false, false) => DefinitionKind::Variable,
    };
    let names = shape::bound(name).into_iter();
    names
        .flat_map(|bound| one(declarator, Some(bound.name.text()), kind, None))
        .collect()
}

/// `exports.a = function ..`, `res.send = ..`: no name is bound, so it is a method of what it is put on.
fn assigned(assignment: Node<'_>) -> Vec<Found<'_>> {
    let function = assignment.field("right").and_then(shape::function_of);
    let left = assignment
        .field("left")
        .filter(|l| l.is("member_expression"));
    match (left.and_then(|l| l.field("property")), function) {
        (Some(name), Some(_)) => one(
            assignment,
            Some(name.text()),
            DefinitionKind::Method,
            function,
        ),
        (Some(_) | None, Some(_) | None) => Vec::new(),
    }
}

fn anonymous_default(statement: Node<'_>) -> Vec<Found<'_>> {
    let value = statement
        .field("value")
        .or_else(|| statement.field("declaration"));
    let Some(value) = value.filter(|v| v.field("name").is_none()) else {
        return Vec::new();
    };
    let function = shape::function_of(value);
    match (function, value.is("class")) {
        (Some(_), _) => one(
            statement,
            Some("default"),
            DefinitionKind::Function,
            function,
        ),
        (None, true) => one(statement, Some("default"), DefinitionKind::Struct, None),
        (None, false) => Vec::new(),
    }
}

fn definition(found: Found<'_>, scan: &Scan<'_>, exposed: &Exposed<'_>) -> Definition {
    let place = Place::of(found.node);
    let test = scan.in_test(found.node);
    let member = found.kind == DefinitionKind::Method;
    let name = match (&place.owner, holder(found.node)) {
        (_, Some(holder)) => format!("{holder}.{}", found.name),
        (Some(owner), None) if member => format!("{owner}.{}", found.name),
        (Some(_) | None, None) => found.name.to_owned(),
    };
    Definition {
        exported: exposed.reach(&found, &place),
        secret: member && is_secret(&found, &place),
        body: body(&found, &place),
        name,
        module: place.modules.join("."),
        kind: found.kind,
        span: found.node.span(),
        complexity: 0,
        marks: Vec::new(),
        test,
        nested: place.nested,
    }
}

/// What a function is put on by assignment, unless that is the module's exports.
fn holder(assignment: Node<'_>) -> Option<&str> {
    let left = assignment
        .is("assignment_expression")
        .then(|| assignment.field("left"))
        .flatten()?;
    let holder = left.field("object")?.text();
    let plain = !holder.contains(char::is_whitespace) && holder.len() < 64;
    (plain && !matches!(holder, "exports" | "module.exports" | "this")).then_some(holder)
}

fn body(found: &Found<'_>, place: &Place<'_>) -> Body {
    let Some(function) = found.function else {
        return Body::None;
    };
    let inherits = place.class.is_some_and(|class| {
        class.child("class_heritage").is_some() && !bases::is_its_own(class, found.name)
    });
    let slot = found.node.parent_is_member() || found.node.is("assignment_expression");
    // Validators of events say that anything goes.
    if place
        .owner
        .as_deref()
        .is_some_and(|owner| owner.ends_with("emits"))
    {
        return Body::Substantive;
    }
    let hook = excuses::is_hook(found.node, place.class, found.name);
    hollow::judge(
        function,
        Setting {
            name: found.name,
            excused: inherits || slot || hook,
            dictated: inherits || hook || found.node.parent_is_member(),
            handler: hollow::is_handler(found.name),
        },
    )
}
