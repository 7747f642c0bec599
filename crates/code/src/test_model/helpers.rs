//! What the functions that tests call to assert hold themselves: how much they assert, and how many ways lead past it.

use std::collections::{BTreeMap, BTreeSet};

use super::assertion::Found;
use super::function_node::{self, is_function};
use super::suite::{Hidden, Strength};
use super::test_cases::{self, Raw};
use crate::syntax::{Node, Tree};

/// Functions of a file that are looked at.
const HELPERS_MAX: usize = 200;

/// Names of one list of parameters that are looked at.
const NAMES_MAX: usize = 64;

/// A function of more nodes than this is not looked at.
const NODES_MAX: u32 = 10_000;

/// What one function of a file of tests does for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    /// The line (from 1).
    pub line: u32,
    /// What it takes, as text.
    pub takes: String,
    /// How many firm assertions stand in it.
    pub asserts: u32,
    /// Which of what it takes its firm assertions look at.
    pub asked: BTreeSet<String>,
    /// Which of it stand anywhere in it.
    pub reads: BTreeSet<String>,
    /// How many branches leave it, or a loop of it, before its last assertion and without one of their own.
    pub leaves: u32,
}

/// The functions of a file outside its tests by name, but those whose name several bear.
pub(super) fn find(tree: &Tree<'_>, raw: &[Raw<'_>], found: &[Found]) -> BTreeMap<String, Helper> {
    let mut helpers = BTreeMap::new();
    let mut several = BTreeSet::new();
    for node in tree.all() {
        let Some((name, bytes)) = function_node::function(node) else {
            continue;
        };
        if helpers.len() >= HELPERS_MAX || node.size() > NODES_MAX {
            continue;
        }
        if test_cases::around(raw, bytes.start).is_some() {
            continue;
        }
        let from = found.partition_point(|it| it.byte < bytes.start);
        let inside = found.iter().skip(from).take_while(|it| it.byte < bytes.end);
        let places: Vec<usize> = inside.clone().map(|it| it.byte).collect();
        // One that asserts nothing may have asserted before.
        let last = places.last().copied().unwrap_or(bytes.start);
        let firm = inside.filter(|it| {
            let seen = !matches!(
                it.assertion.hidden,
                Some(Hidden::Unreachable | Hidden::Swallowed)
            );
            seen && it.assertion.strength >= Strength::Partial
        });
        let firm: Vec<&Found> = firm.collect();
        let helper = Helper {
            asked: asked(node, &firm),
            reads: read(node),
            line: node.line(),
            takes: node.field("parameters").map_or("", Node::text).to_owned(),
            asserts: firm.iter().fold(0, |sum: u32, it| {
                sum.saturating_add(it.assertion.stands_for)
            }),
            leaves: leaves(node, last, &places),
        };
        if helpers.insert(name.to_owned(), helper).is_some() {
            several.insert(name.to_owned());
        }
    }
    helpers.retain(|name, _| !several.contains(name));
    helpers
}

/// Names that a function takes.
fn taken(function: Node<'_>) -> BTreeSet<&str> {
    let list = function.field("parameters");
    let names = list.into_iter().flat_map(Node::descendants);
    let names = names.filter(|it| it.is("identifier")).take(NAMES_MAX);
    let plain = |name: &&str| !matches!(*name, "self" | "cls" | "this" | "t" | "tb");
    names.map(Node::text).filter(plain).collect()
}

/// Those that stand in its assertions.
fn asked(function: Node<'_>, firm: &[&Found]) -> BTreeSet<String> {
    let says = |name: &&str| {
        firm.iter().any(|it| {
            let expected = it.assertion.expected.as_deref().unwrap_or_default();
            let mut words = it.assertion.subject.split(' ').chain(expected.split(' '));
            words.any(|word| word == *name)
        })
    };
    let asked = taken(function).into_iter().filter(says);
    asked.map(str::to_owned).collect()
}

/// Those that stand anywhere in its body.
fn read(function: Node<'_>) -> BTreeSet<String> {
    let taken = taken(function);
    let inside = function
        .field("body")
        .into_iter()
        .flat_map(Node::descendants);
    let names = inside.filter(|it| it.is_leaf()).map(Node::text);
    names
        .filter(|name| taken.contains(name))
        .map(str::to_owned)
        .collect()
}

/// How many branches leave before a place, with nothing asserted in them.
pub(super) fn leaves(function: Node<'_>, last: usize, asserted: &[usize]) -> u32 {
    let ways = function.descendants().filter(|it| {
        let leaves = it.is_any(&[
            "return_statement",
            "continue_statement",
            "break_statement",
            "return_expression",
            "continue_expression",
            "break_expression",
        ]);
        leaves && it.end() <= last
    });
    let silent = ways.filter(|it| {
        let mut around = it.ancestors().take_while(|it| !is_function(*it));
        let branch = around.find(|it| it.is_any(&["if_statement", "if_expression"]));
        branch.is_some_and(|it| {
            let bytes = it.bytes();
            !asserted
                .iter()
                .any(|at| (bytes.start..bytes.end).contains(at))
        })
    });
    u32::try_from(silent.count()).unwrap_or(u32::MAX)
}
