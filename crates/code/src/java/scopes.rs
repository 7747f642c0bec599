//! What a name in a Java file stands for: a local variable, a member of a type around it, or something from outside.
//! Variables, methods and types are told apart, as the language does: they may share a name.

use std::collections::BTreeMap;

use super::shape;
use crate::facts::ByteRange;
use crate::names::{Bindings, Scopes};
use crate::parts::Definition;
use crate::ranges::Ranges;
use crate::syntax::{Node, Tree};

/// Nodes that local variables live in.
const HOLDERS: [&str; 9] = [
    "block",
    "constructor_body",
    "switch_block",
    "switch_rule",
    "for_statement",
    "lambda_expression",
    "static_initializer",
    "class_body",
    "program",
];

/// What a name means where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A local variable, a parameter, a type parameter, or the thing inside its own definition.
    Local,
    /// A member of a type of this file that stands around it.
    Member,
    /// Anything else.
    Outside,
}

/// Names of a file by where they are good.
pub(super) struct Names<'t> {
    pub(super) variables: Scopes<'t>,
    types: Scopes<'t>,
    fields: BTreeMap<&'t str, Ranges>,
    methods: BTreeMap<&'t str, Ranges>,
    nested: BTreeMap<&'t str, Ranges>,
}

impl<'t> Names<'t> {
    pub(super) fn of(tree: &'t Tree<'t>, definitions: &'t [Definition]) -> Names<'t> {
        let mut variables = Bindings::default();
        let mut types = Bindings::default();
        let mut members = Members::default();
        for node in tree.all() {
            variable(node, &mut variables);
            if node.is("type_parameter") {
                let declared = node.parent().and_then(Node::parent);
                if let (Some(name), Some(declared)) = (node.child("type_identifier"), declared) {
                    types.bind(name, declared.bytes());
                }
            }
            if let Some(name) = node
                .is_any(&shape::TYPES)
                .then(|| node.field("name"))
                .flatten()
            {
                types.bind(name, node.bytes());
            }
            members.add(node);
        }
        Names {
            variables: variables.close(&[]),
            types: types.close(definitions),
            fields: settle(members.fields),
            methods: settle(members.methods),
            nested: settle(members.types),
        }
    }

    /// A name in a place where only a type can stand.
    pub(super) fn of_type(&self, name: Node<'_>) -> Meaning {
        if !self.types.is_free(name) {
            Meaning::Local
        } else if holds(&self.nested, name) {
            Meaning::Member
        } else {
            Meaning::Outside
        }
    }

    /// A name in an expression: a variable goes before a type.
    pub(super) fn of_value(&self, name: Node<'_>) -> Meaning {
        if !self.variables.is_free(name) {
            Meaning::Local
        } else if holds(&self.fields, name) {
            Meaning::Member
        } else {
            self.of_type(name)
        }
    }

    /// The name of a call without an object.
    pub(super) fn of_method(&self, name: Node<'_>) -> Meaning {
        match holds(&self.methods, name) {
            true => Meaning::Member,
            false => Meaning::Outside,
        }
    }

    /// Whether a first word is no variable and no field.
    pub(super) fn may_be_package(&self, word: &str, byte: usize) -> bool {
        let field = self.fields.get(word).is_some_and(|r| r.contains(byte));
        self.variables.is_free_at(word, byte) && !field
    }
}

fn holds(members: &BTreeMap<&str, Ranges>, name: Node<'_>) -> bool {
    let ranges = members.get(name.text());
    ranges.is_some_and(|ranges| ranges.contains(name.start()))
}

/// Members of the file's types, each with the bodies where their plain name means them.
#[derive(Default)]
struct Members<'t> {
    fields: BTreeMap<&'t str, Vec<ByteRange>>,
    methods: BTreeMap<&'t str, Vec<ByteRange>>,
    types: BTreeMap<&'t str, Vec<ByteRange>>,
}

impl<'t> Members<'t> {
    fn add(&mut self, node: Node<'t>) {
        let Some(parent) = node.parent() else { return };
        let (of, body) = match node.kind() {
            "variable_declarator" => {
                let field = parent.is_any(&["field_declaration", "constant_declaration"]);
                (&mut self.fields, field.then(|| parent.parent()).flatten())
            }
            "enum_constant" => (&mut self.fields, Some(parent)),
            "formal_parameter" => {
                let record = parent.parent().filter(|it| it.is("record_declaration"));
                (&mut self.fields, record.and_then(|it| it.field("body")))
            }
            "method_declaration" => (&mut self.methods, Some(parent)),
            kind if shape::TYPES.contains(&kind) => (&mut self.types, Some(parent)),
            _ => return,
        };
        let Some(body) = body.filter(|it| it.is_any(&shape::BODIES)) else {
            return;
        };
        let whole = match body.is("enum_body_declarations") {
            true => body.parent().unwrap_or(body),
            false => body,
        };
        if let Some(name) = node.field("name") {
            of.entry(name.text()).or_default().push(whole.bytes());
        }
    }
}

fn settle(members: BTreeMap<&str, Vec<ByteRange>>) -> BTreeMap<&str, Ranges> {
    let all = members.into_iter();
    all.map(|(name, ranges)| (name, ranges.into_iter().collect()))
        .collect()
}

/// Binds the names of local variables, parameters and patterns.
fn variable<'t>(node: Node<'t>, bindings: &mut Bindings<'t>) {
    let Some(parent) = node.parent() else { return };
    match node.kind() {
        "variable_declarator" => {
            let name = node.field("name");
            match parent.kind() {
                "local_variable_declaration" => bind(name, holder(parent), bindings),
                "spread_parameter" => bind(name, function(parent), bindings),
                _ => skip(name, bindings),
            }
        }
        "formal_parameter" => {
            let name = node.field("name");
            match function(node).filter(|it| it.is("record_declaration")) {
                Some(_) => skip(name, bindings),
                None => bind(name, function(node), bindings),
            }
        }
        "catch_formal_parameter" => bind(node.field("name"), Some(parent), bindings),
        "enhanced_for_statement" => bind(node.field("name"), Some(node), bindings),
        "resource" => {
            let statement = parent.parent();
            bind(node.field("name"), statement, bindings);
        }
        "instanceof_expression" => bind(node.field("name"), holder(node), bindings),
        "type_pattern" | "record_pattern_component" => {
            bind(node.child("identifier"), holder(node), bindings);
        }
        "lambda_expression" => {
            let single = node.field("parameters").filter(|it| it.is("identifier"));
            bind(single, Some(node), bindings);
        }
        "inferred_parameters" => {
            for name in node.named() {
                bind(Some(name), Some(parent), bindings);
            }
        }
        "compact_constructor_declaration" => {
            let record = shape::class_of(node).filter(|it| it.is("record_declaration"));
            for parameter in record.into_iter().flat_map(shape::parameters) {
                bind(shape::bound_name(parameter), node.field("body"), bindings);
            }
        }
        _ => {}
    }
}

fn bind<'t>(name: Option<Node<'t>>, scope: Option<Node<'t>>, bindings: &mut Bindings<'t>) {
    if let (Some(name), Some(scope)) = (name, scope) {
        bindings.bind(name, scope.bytes());
    }
}

fn skip<'t>(name: Option<Node<'t>>, bindings: &mut Bindings<'t>) {
    if let Some(name) = name {
        bindings.skip(name);
    }
}

/// The function, lambda or record that a parameter belongs to.
fn function(parameter: Node<'_>) -> Option<Node<'_>> {
    parameter.parent()?.parent()
}

/// The node that a local variable is good in.
fn holder(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|n| n.is_any(&HOLDERS))
}
