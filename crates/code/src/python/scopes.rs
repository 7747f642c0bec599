//! Which names are bound where in a Python file. A name bound anywhere in a function is the function's own, unless it
//! says `global`; a name bound in a class is seen by nobody but the class.

use std::collections::BTreeSet;

use super::shape;
use crate::facts::ByteRange;
use crate::names::Bindings;
use crate::syntax::{Node, Tree};

/// Where names live, and what functions take from outside themselves.
struct Walk<'t> {
    bindings: Bindings<'t>,
    /// Functions by id, with the names they say are not their own.
    outside: BTreeSet<(u32, &'t str)>,
}

/// Names bound by parameters, assignments, loops, patterns and their like.
pub(super) fn bindings<'t>(tree: &'t Tree<'t>) -> Bindings<'t> {
    let mut walk = Walk {
        bindings: Bindings::default(),
        outside: outside(tree),
    };
    let kinds = [
        "function_definition",
        "class_definition",
        "lambda",
        "assignment",
        "augmented_assignment",
        "for_statement",
        "named_expression",
        "as_pattern",
        "except_clause",
        "for_in_clause",
        "decorator",
        "dotted_name",
        "splat_pattern",
        "delete_statement",
    ];
    for node in tree.of(&kinds) {
        walk.look(node);
    }
    walk.bindings
}

/// `global a` and `nonlocal b`, by function.
fn outside<'t>(tree: &'t Tree<'t>) -> BTreeSet<(u32, &'t str)> {
    let mut found = BTreeSet::new();
    let said = tree.of(&["global_statement", "nonlocal_statement"]);
    for statement in said {
        let Some(function) = shape::holder(statement) else {
            continue;
        };
        found.extend(statement.named().map(|name| (function.id(), name.text())));
    }
    found
}

impl<'t> Walk<'t> {
    fn look(&mut self, node: Node<'t>) {
        match node.kind() {
            "function_definition" => {
                self.parameters(node);
                self.defines(node);
                self.type_parameters(node);
            }
            "class_definition" => {
                self.defines(node);
                self.type_parameters(node);
            }
            "lambda" => self.parameters(node),
            "assignment" | "augmented_assignment" | "for_statement" => {
                self.local(node, node.field("left"));
            }
            "named_expression" => self.local(node, node.field("name")),
            "as_pattern" => self.local(node, node.field("alias").or_else(|| last_name(node))),
            "except_clause" => self.local(node, node.field("alias")),
            "for_in_clause" => {
                let comprehension = node.parent().map(Node::bytes);
                self.bind(node.field("left"), comprehension);
            }
            // `@a.setter`: the property above, not a name from outside.
            "decorator" => {
                let whole = node.named().next().filter(|n| n.is("attribute"));
                let accessor = whole
                    .filter(|w| matches!(shape::last_name(*w), "setter" | "getter" | "deleter"));
                if let Some(name) = accessor.and_then(|a| a.field("object")) {
                    self.bindings.skip(name);
                }
            }
            "dotted_name" if captures(node) => self.local(node, node.named().next()),
            "splat_pattern" => self.local(node, node.child("identifier")),
            "delete_statement" => {
                for name in node.named().flat_map(|n| match n.kind() {
                    "expression_list" => n.named().collect(),
                    _ => vec![n],
                }) {
                    if name.is("identifier") {
                        self.bindings.skip(name);
                    }
                }
            }
            _ => {}
        }
    }

    fn parameters(&mut self, function: Node<'t>) {
        let Some(body) = function.field("body").map(Node::bytes) else {
            return;
        };
        let list = function.field("parameters");
        for name in list
            .into_iter()
            .flat_map(Node::named)
            .flat_map(shape::parameter)
        {
            self.bindings.bind(name, body);
        }
    }

    /// The name of a function or class inside a function is a local name.
    fn defines(&mut self, definition: Node<'t>) {
        let Some(name) = definition.field("name") else {
            return;
        };
        if shape::holder(definition).is_some_and(|h| h.is("function_definition")) {
            self.local(definition, Some(name));
        }
    }

    fn type_parameters(&mut self, definition: Node<'t>) {
        let list = definition.field("type_parameters");
        for parameter in list.into_iter().flat_map(Node::named) {
            let inside = std::iter::once(parameter).chain(parameter.descendants());
            let name = inside.take(8).find(|n| n.is("identifier"));
            if let Some(name) = name {
                self.bindings.bind(name, definition.bytes());
            }
        }
    }

    /// Binds what a pattern binds in the function around it; at the level of a class or the module it hides nothing.
    fn local(&mut self, node: Node<'t>, pattern: Option<Node<'t>>) {
        let Some(pattern) = pattern else { return };
        // A lambda or a comprehension around it makes no difference: `:=` binds in the function.
        let function = node
            .ancestors()
            .find(|n| n.is_any(&["function_definition", "class_definition"]));
        let scope = function.filter(|f| f.is("function_definition"));
        for name in shape::bound(pattern) {
            match scope {
                Some(scope) if self.outside.contains(&(scope.id(), name.text())) => {
                    self.bindings.skip(name);
                }
                Some(scope) => self.bind(Some(name), scope.field("body").map(Node::bytes)),
                None => self.bindings.skip(name),
            }
        }
    }

    fn bind(&mut self, pattern: Option<Node<'t>>, scope: Option<ByteRange>) {
        let (Some(pattern), Some(scope)) = (pattern, scope) else {
            return;
        };
        for name in shape::bound(pattern) {
            self.bindings.bind(name, scope);
        }
    }
}

/// Whether a name in a pattern takes what is there, and does not name anything: `case x:`.
fn captures(dotted: Node<'_>) -> bool {
    let mut names = dotted.named();
    let single = names.next().is_some() && names.next().is_none();
    single
        && dotted
            .parent()
            .is_some_and(|p| !p.is("class_pattern") && p.kind().ends_with("pattern"))
}

/// The name after `as` in a pattern of `match`.
fn last_name(pattern: Node<'_>) -> Option<Node<'_>> {
    pattern.named().last().filter(|n| n.is("identifier"))
}
