//! Which names a Go file uses, and which of them mean something from outside.

use std::collections::BTreeMap;

use super::shape;
use crate::facts::{ByteRange, Facts};
use crate::names::{Bindings, PATTERN_NODES_MAX, Scopes, Uses};
use crate::parts::Definition;
use crate::scan::Scan;
use crate::syntax::{Node, Tree};

/// Nodes that local names live in.
const SCOPES: [&str; 10] = [
    "block",
    "if_statement",
    "for_statement",
    "expression_switch_statement",
    "type_switch_statement",
    "expression_case",
    "type_case",
    "default_case",
    "communication_case",
    "func_literal",
];

/// How many layers of literals without a type of their own are looked through.
const LITERALS_MAX: usize = 16;

/// Fills in references and members.
pub(super) fn find(scan: &Scan<'_>, definitions: &[Definition], facts: &mut Facts) {
    let scopes = bindings(scan.tree).close(definitions);
    let types = types(scan.tree);
    let mut uses = Uses::new(scan);
    let mut skip_until = 0;
    for node in scan.live() {
        if node.id() < skip_until {
            continue;
        }
        if node.is_any(&["import_declaration", "package_clause"]) {
            skip_until = node.id().saturating_add(node.size());
            continue;
        }
        match sort(node, &types) {
            Sort::Member => uses.member(node.text(), node),
            Sort::Name if is_free(node, &scopes) => uses.reference(node.text(), node),
            Sort::Name | Sort::None => {}
        }
    }
    uses.finish(facts);
}

fn is_free(node: Node<'_>, scopes: &Scopes<'_>) -> bool {
    node.text() != "_" && scopes.is_free(node)
}

/// What a word in the tree is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A name behind a dot, or a field that a literal sets.
    Member,
    /// A name that may stand for something from outside.
    Name,
    /// Neither.
    None,
}

fn sort<'t>(node: Node<'t>, types: &BTreeMap<&'t str, Node<'t>>) -> Sort {
    let Some(parent) = node.parent() else {
        return Sort::None;
    };
    match node.kind() {
        "field_identifier" if parent.is("selector_expression") => Sort::Member,
        "type_identifier" if parent.is("qualified_type") => Sort::Member,
        "type_identifier" if is_defined(node, parent) => Sort::None,
        "package_identifier" | "type_identifier" => Sort::Name,
        "identifier" if is_defined(node, parent) => Sort::None,
        "identifier" if parent.is("literal_element") => match is_field(parent, types) {
            true => Sort::Member,
            false => Sort::Name,
        },
        "identifier" => Sort::Name,
        _ => Sort::None,
    }
}

fn is_defined(node: Node<'_>, parent: Node<'_>) -> bool {
    node.field_name() == "name"
        && parent.is_any(&[
            "function_declaration",
            "type_spec",
            "type_alias",
            "const_spec",
            "var_spec",
            "parameter_declaration",
            "variadic_parameter_declaration",
            "type_parameter_declaration",
        ])
}

/// Whether `A` of `T{A: 1}` is a field: it is unless `T` is known to be a map or a list.
pub(super) fn is_field<'t>(element: Node<'t>, types: &BTreeMap<&'t str, Node<'t>>) -> bool {
    let pair = element.parent().filter(|it| it.is("keyed_element"));
    if element.field_name() != "key" {
        return false;
    }
    let of = pair
        .and_then(Node::parent)
        .and_then(|it| type_of(it, types));
    of.is_none_or(|of| {
        !of.is_any(&[
            "map_type",
            "slice_type",
            "array_type",
            "implicit_length_array_type",
        ])
    })
}

/// The type of a literal's braces, as far as this file tells.
pub(super) fn type_of<'t>(
    braces: Node<'t>,
    types: &BTreeMap<&'t str, Node<'t>>,
) -> Option<Node<'t>> {
    let (mut at, mut layers) = (braces, 0usize);
    while layers < LITERALS_MAX {
        let parent = at.parent()?;
        match parent.kind() {
            "composite_literal" => {
                let mut of = known(parent.field("type")?, types);
                for _ in 0..layers {
                    of = known(of.field("element").or_else(|| of.field("value"))?, types);
                }
                return Some(of);
            }
            "literal_value" => layers = layers.saturating_add(1),
            _ => {}
        }
        at = parent;
    }
    None
}

/// What a type of this file is made of; pointers taken off.
fn known<'t>(of: Node<'t>, types: &BTreeMap<&'t str, Node<'t>>) -> Node<'t> {
    let mut at = of;
    for _ in 0..LITERALS_MAX {
        let next = match at.kind() {
            "pointer_type" | "parenthesized_type" => at.named().next(),
            "type_identifier" => types.get(at.text()).copied(),
            "generic_type" => types.get(shape::type_name(at)).copied(),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// The types of this file, by name.
pub(super) fn types<'t>(tree: &'t Tree<'t>) -> BTreeMap<&'t str, Node<'t>> {
    let specs = tree
        .all()
        .filter(|it| it.is_any(&["type_spec", "type_alias"]));
    let named = specs.filter_map(|it| Some((it.field("name")?.text(), it.field("type")?)));
    named.collect()
}

fn bindings<'t>(tree: &'t Tree<'t>) -> Bindings<'t> {
    let mut bindings = Bindings::default();
    for node in tree.all() {
        match node.kind() {
            "parameter_declaration" | "variadic_parameter_declaration" => {
                let function = node.ancestors().nth(1);
                // Types in the head mean what they mean outside: `func get(url string, values url.Values)`.
                let body = function.and_then(|it| it.field("body"));
                match body {
                    Some(body) => names(node, Some(body.bytes()), &mut bindings),
                    None => skip(node, &mut bindings),
                }
                receiver_types(node, function.map(Node::bytes), &mut bindings);
            }
            "type_parameter_declaration" => {
                let within = node.ancestors().nth(1).map(Node::bytes);
                names(node, within, &mut bindings);
            }
            "short_var_declaration" | "receive_statement" | "range_clause" => {
                declare(node, &mut bindings);
            }
            "type_switch_statement" => {
                for name in node
                    .field("alias")
                    .map_or_else(Vec::new, shape::expressions)
                {
                    bindings.bind(name, node.bytes());
                }
            }
            "var_spec" | "const_spec" => names(node, rest(node), &mut bindings),
            "type_spec" | "type_alias" => {
                // A type may name itself, so it is good from its own start.
                let within = rest(node).map(|rest| ByteRange {
                    start: node.start(),
                    end: rest.end,
                });
                names(node, within, &mut bindings);
            }
            _ => {}
        }
    }
    bindings
}

/// The names that a declaration gives, each in its scope.
fn names<'t>(node: Node<'t>, within: Option<ByteRange>, bindings: &mut Bindings<'t>) {
    let Some(within) = within else { return };
    let named = node.children().filter(|it| it.field_name() == "name");
    for name in named.filter(|it| it.is_named()) {
        bindings.bind(name, within);
    }
}

/// Names that stand in the head of a type alone.
fn skip<'t>(node: Node<'t>, bindings: &mut Bindings<'t>) {
    let named = node.children().filter(|it| it.field_name() == "name");
    named.for_each(|name| bindings.skip(name));
}

/// `T` of `func (s *Stack[T]) Push(..)`.
fn receiver_types<'t>(node: Node<'t>, within: Option<ByteRange>, bindings: &mut Bindings<'t>) {
    let list = node.parent().filter(|it| it.field_name() == "receiver");
    let (Some(_), Some(within), Some(of)) = (list, within, node.field("type")) else {
        return;
    };
    let inner = std::iter::once(of).chain(of.descendants().take(PATTERN_NODES_MAX));
    let arguments = inner.filter(|it| it.is("type_arguments"));
    let types = arguments
        .flat_map(Node::descendants)
        .take(PATTERN_NODES_MAX);
    for name in types.filter(|it| it.is("type_identifier")) {
        bindings.bind(name, within);
    }
}

/// `a, b := ..` hides names from its end to the end of what it stands in.
fn declare<'t>(node: Node<'t>, bindings: &mut Bindings<'t>) {
    let (Some(_), Some(left), Some(within)) = (node.child(":="), node.field("left"), rest(node))
    else {
        return;
    };
    for name in left
        .named()
        .take(PATTERN_NODES_MAX)
        .filter(|it| it.is("identifier"))
    {
        bindings.bind(name, within);
    }
}

/// From the end of a statement to the end of the scope it stands in; `None` at package level.
fn rest(node: Node<'_>) -> Option<ByteRange> {
    let scope = node.ancestors().find(|it| it.is_any(&SCOPES))?;
    Some(ByteRange {
        start: node.end(),
        end: scope.end(),
    })
}
