//! Tests that a macro of the file makes: `macro_rules! below { ($t:ident) => { #[test] fn $t() { .. } } }`, called for each.
//! No grammar reads what is in it, so only its words are known.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::{Node, Tree};

/// Macros of one file, and calls of them, that are looked at.
const MACROS_MAX: usize = 100;
const CALLS_MAX: usize = 2_000;
/// Words of one macro that are kept.
const WORDS_MAX: usize = 4_000;

/// A test that a call of a macro makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MacroTest {
    /// What it is called.
    pub name: String,
    /// Every name and every text in the macro, and in the call.
    pub words: BTreeSet<String>,
    /// How often an assertion stands in the macro.
    pub asserts: usize,
    /// What stands in the macro, with what the call gives, without white space.
    pub text: String,
}

/// A macro that makes tests.
struct Maker<'t> {
    /// What its tests are called: names as they stand, and places among the arguments.
    names: Vec<Named<'t>>,
    words: BTreeSet<String>,
    asserts: usize,
    leaves: Vec<Node<'t>>,
    places: Vec<&'t str>,
}

enum Named<'t> {
    Plain(&'t str),
    Argument(usize),
}

/// Finds them in a file of Rust.
pub(super) fn find<'t>(tree: &'t Tree<'t>) -> Vec<MacroTest> {
    let definitions = tree.all().filter(|it| it.is("macro_definition"));
    let makers: BTreeMap<&str, Maker<'t>> = definitions
        .take(MACROS_MAX)
        .filter_map(|it| Some((it.field("name")?.text(), Maker::of(it)?)))
        .collect();
    if makers.is_empty() {
        return Vec::new();
    }
    let calls = tree.all().filter(|it| it.is("macro_invocation"));
    let mut found = Vec::new();
    for call in calls.take(CALLS_MAX) {
        let name = call.field("macro").map_or("", Node::text);
        let Some(maker) = makers.get(name) else {
            continue;
        };
        let arguments = call.child("token_tree");
        found.extend(maker.made(arguments));
    }
    found
}

impl<'t> Maker<'t> {
    /// The first rule that holds a test.
    fn of(definition: Node<'t>) -> Option<Maker<'t>> {
        let mut rules = definition.named().filter(|it| it.is("macro_rule"));
        rules.find_map(|rule| {
            let (left, right) = (rule.field("left")?, rule.field("right")?);
            let leaves: Vec<Node<'t>> = leaves(right);
            let places = metavariables(left);
            let names = names(&leaves, &places);
            let asserts = leaves.iter().filter(|it| it.text().starts_with("assert"));
            let asserts = asserts.count();
            (!names.is_empty()).then(|| Maker {
                names,
                words: words(&leaves),
                asserts,
                leaves,
                places,
            })
        })
    }

    fn made(&self, arguments: Option<Node<'t>>) -> Vec<MacroTest> {
        let given = arguments.map(given).unwrap_or_default();
        let mut words = self.words.clone();
        words.extend(given.iter().flatten().map(|it| it.text().to_owned()));
        let name = |named: &Named<'t>| match named {
            Named::Plain(name) => Some((*name).to_owned()),
            Named::Argument(at) => Some(given.get(*at)?.first()?.text().to_owned()),
        };
        let names = self.names.iter().filter_map(name);
        let parts = self.leaves.iter().map(|leaf| {
            let place = self.places.iter().position(|it| *it == leaf.text());
            let meant = place.and_then(|at| given.get(at));
            meant.map_or_else(
                || leaf.text().to_owned(),
                |it| it.iter().map(|it| it.text()).collect(),
            )
        });
        let text: String = parts.collect();
        let text: String = text.split_whitespace().collect();
        let made = |name| MacroTest {
            name,
            words: words.clone(),
            asserts: self.asserts,
            text: text.clone(),
        };
        names.map(made).collect()
    }
}

/// `$t:ident, $times:expr`: the names, in their order.
fn metavariables<'t>(pattern: Node<'t>) -> Vec<&'t str> {
    let bound = pattern
        .descendants()
        .filter(|it| it.is("token_binding_pattern"));
    bound
        .filter_map(|it| it.named().next())
        .map(Node::text)
        .collect()
}

/// The names of functions behind `#[test]`.
fn names<'t>(leaves: &[Node<'t>], places: &[&'t str]) -> Vec<Named<'t>> {
    let mut found = Vec::new();
    let (mut marked, mut function) = (false, false);
    for (at, leaf) in leaves.iter().enumerate() {
        let before = |back: usize| {
            let node = at.checked_sub(back).and_then(|it| leaves.get(it));
            node.map_or("", |it| it.text())
        };
        match leaf.text() {
            "test" if before(1) == "[" && before(2) == "#" => marked = true,
            "fn" => function = marked,
            name if function => {
                let place = places.iter().position(|it| *it == name);
                found.push(place.map_or(Named::Plain(name), Named::Argument));
                (marked, function) = (false, false);
            }
            _ => {}
        }
    }
    found
}

fn leaves(node: Node<'_>) -> Vec<Node<'_>> {
    let inside = node.descendants();
    let leaves = inside.filter(|it| it.children().next().is_none() && !it.is_extra());
    leaves.take(WORDS_MAX).collect()
}

fn words(leaves: &[Node<'_>]) -> BTreeSet<String> {
    let named = leaves.iter().map(|it| it.text());
    named
        .map(|it| it.trim_start_matches('$').to_owned())
        .collect()
}

/// What stands between the commas of a call.
fn given(tokens: Node<'_>) -> Vec<Vec<Node<'_>>> {
    let mut found: Vec<Vec<Node<'_>>> = vec![Vec::new()];
    for part in tokens.children().filter(|it| !it.is_extra()) {
        match part.text() {
            "," | ";" => found.push(Vec::new()),
            "(" | ")" | "{" | "}" | "[" | "]" => {}
            _ => {
                if let Some(last) = found.last_mut() {
                    last.push(part);
                }
            }
        }
    }
    found
}
