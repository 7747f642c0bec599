//! Rows that stand outside the test which runs for them: in a method that provides them (Java), or in a list that the test
//! hands to a function of its file which goes through it.

use std::collections::BTreeMap;

use super::function_node;
use super::tables::{Tables, elements};
use super::token::Tokens;
use crate::syntax::{Node, Tree};

/// Functions of one file that are looked at.
const FUNCTIONS_MAX: usize = 1_000;

/// Nodes of one function or test that are looked at.
const NODES_MAX: usize = 4_000;

/// Links of a chain behind which a list is looked for.
const LINKS_MAX: usize = 4;

/// Functions of a file that go through what they are given, by name.
pub(super) struct Walkers<'t>(BTreeMap<&'t str, Node<'t>>);

impl<'t> Walkers<'t> {
    pub(super) fn of(tree: &'t Tree<'t>) -> Walkers<'t> {
        let all = tree.all().filter_map(|it| {
            let (name, _) = function_node::function(it)?;
            walks(it).then_some((name, it))
        });
        Walkers(all.take(FUNCTIONS_MAX).collect())
    }

    /// The rows that a test hands to such a function, where they are all that it hands over.
    pub(super) fn rows(
        &self,
        tables: &Tables<'t>,
        tokens: &Tokens<'t>,
        body: Node<'t>,
    ) -> Option<Vec<String>> {
        let inside = body.descendants().take(NODES_MAX);
        let calls =
            inside.filter(|it| it.is_any(&["call", "call_expression", "method_invocation"]));
        let handed = calls.filter_map(|call| {
            let name = call.field("function").or_else(|| call.field("name"))?;
            self.0.get(name.text())?;
            let given = call.field("arguments").into_iter().flat_map(Node::named);
            let mut given = given.filter(|it| !matches!(it.text(), "t" | "tb" | "self"));
            let list = tables.literal(given.next()?)?;
            let only = given.next().is_none();
            let rows: Vec<Node<'t>> = elements(list).collect();
            let table = !rows.is_empty() && rows.iter().all(|it| is_row(*it));
            (only && table).then(|| rows.into_iter().map(|it| tokens.words(tokens.of_node(it))))
        });
        handed
            .max_by_key(ExactSizeIterator::len)
            .map(Iterator::collect)
    }
}

fn is_row(node: Node<'_>) -> bool {
    node.is_any(&[
        "tuple_expression",
        "array_expression",
        "tuple",
        "list",
        "dictionary",
        "object",
        "array",
        "literal_element",
        "literal_value",
        "composite_literal",
        "array_initializer",
        "array_creation_expression",
    ])
}

/// Whether a function goes through something that it takes.
fn walks(function: Node<'_>) -> bool {
    let list = function.field("parameters");
    let taken = list.into_iter().flat_map(Node::descendants);
    let taken: Vec<&str> = taken
        .filter(|it| it.is("identifier"))
        .map(Node::text)
        .take(32)
        .collect();
    let mut inside = function.descendants().take(NODES_MAX);
    inside.any(|it| {
        let over = match it.kind() {
            "for_statement" | "range_clause" | "for_in_statement" => it.field("right"),
            "for_expression" | "enhanced_for_statement" => it.field("value"),
            "call_expression" => it
                .field("function")
                .filter(|it| {
                    it.field("property")
                        .is_some_and(|it| it.text() == "forEach")
                })
                .and_then(|it| it.field("object")),
            _ => None,
        };
        let text = over.map_or("", Node::text).trim_start_matches(['&', '*']);
        let name = text
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .next();
        name.is_some_and(|it| taken.contains(&it))
    })
}

/// The rows of the one method of the class that a mark names, or that bears the name of the test: `@MethodSource("rows")`.
pub(super) fn by_method(tokens: &Tokens<'_>, mark: Node<'_>) -> Option<Vec<String>> {
    let class = mark.ancestors().find(|it| it.is("class_declaration"))?;
    let test = mark.ancestors().find(|it| it.is("method_declaration"))?;
    let mut texts = mark.descendants().filter(|it| it.is("string_literal"));
    let named = texts.next().map(|it| it.text().trim_matches('"'));
    let own = test.field("name")?.text();
    let name = named.unwrap_or(own);
    let members = class.field("body").into_iter().flat_map(Node::named);
    let mut members = members.filter(|it| it.is("method_declaration") && it.id() != test.id());
    let source = members.find(|it| it.field("name").is_some_and(|it| it.text() == name))?;
    if texts.next().is_some() {
        return None;
    }
    let mut statements = source.field("body")?.named();
    let given = statements.next().filter(|it| it.is("return_statement"))?;
    let list = written_out(given.named().next()?)?;
    let rows = elements(list).map(|it| tokens.words(tokens.of_node(it)));
    statements.next().is_none().then(|| rows.collect())
}

/// The list that an expression writes out: `Stream.of(..)`, `new Object[][] { .. }`, also where it is mapped after.
fn written_out(expression: Node<'_>) -> Option<Node<'_>> {
    let mut node = expression;
    for _ in 0..LINKS_MAX {
        match node.kind() {
            "array_creation_expression" => return node.field("value"),
            "method_invocation" => {
                let name = node.field("name").map_or("", Node::text);
                match name {
                    "of" | "asList" => {
                        let list = node.field("arguments")?;
                        let object = node.field("object").map_or("", Node::text);
                        return (object != "Arguments").then_some(list);
                    }
                    "map" | "stream" => node = node.field("object")?,
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    None
}
