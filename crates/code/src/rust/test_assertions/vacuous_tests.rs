//! Tests that cannot fail: assertions that hold whatever the code does, and tests that assert nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::attributes::Attributes;
use crate::rust::bodies::surroundings;
use crate::rust::data::dropped_errors::Finding;
use crate::rust::test_assertions::constant_assertions::{self, MacroTest};
use crate::scan::Scan;
use crate::syntax::Node;

/// Longest assertion that is read, in tokens.
const TOKENS_MAX: usize = 400;

/// Words of a name that say that something is held against what is expected.
const JUDGING: [&str; 18] = [
    "assert",
    "panic",
    "unreachable",
    "expect",
    "unwrap",
    "snapshot",
    "check",
    "verify",
    "matches",
    "prop",
    "ensure",
    "validate",
    "compare",
    "must",
    "fail",
    "test",
    "todo",
    "quickcheck",
];

/// What a test binds to literals, so that a name stands for one.
pub(in crate::rust) struct Literals<'t>(BTreeMap<Key<'t>, Bound<'t>>, MacroTest<'t>);

/// The function and the name in it.
type Key<'t> = (u32, &'t str);

/// The literal that a name stands for.
struct Bound<'t> {
    literal: &'t str,
    /// How often the name stands in the function.
    places: u32,
}

impl<'t> Literals<'t> {
    pub(in crate::rust) fn of(scan: &Scan<'t>) -> Literals<'t> {
        let mut found: BTreeMap<Key<'t>, Bound<'t>> = BTreeMap::new();
        let mut twice: BTreeSet<Key<'t>> = BTreeSet::new();
        let lets = scan.live_of(&["let_declaration"]);
        for node in lets.filter(|n| scan.in_test(*n)) {
            let (Some(pattern), Some(value)) = (node.field("pattern"), node.field("value")) else {
                continue;
            };
            let (Some(function), true) = (around(node), pattern.is("identifier")) else {
                continue;
            };
            let key = (function.id(), pattern.text());
            let literal = value.kind().ends_with("_literal");
            let fixed = literal && node.child("mutable_specifier").is_none();
            let bound = Bound {
                literal: value.text(),
                places: 0,
            };
            if !fixed || found.insert(key, bound).is_some() {
                twice.insert(key);
            }
        }
        found.retain(|key, _| !twice.contains(key));
        let mut literals = Literals(found, MacroTest::of(scan));
        literals.count(scan);
        literals
    }

    fn count(&mut self, scan: &Scan<'t>) {
        let names: BTreeSet<&str> = self.0.keys().map(|(_, name)| *name).collect();
        let places = scan
            .live_of(&["identifier"])
            .filter(|n| names.contains(n.text()));
        for place in places {
            let function = around(place).map_or(0, Node::id);
            if let Some(bound) = self.0.get_mut(&(function, place.text())) {
                bound.places = bound.places.saturating_add(1);
            }
        }
    }

    /// Whether a side is a name that the test puts to other uses too: then the assertion may only say what it holds.
    fn is_used(&self, tokens: &[Node<'t>], function: Option<Node<'t>>) -> bool {
        let mut bound = tokens
            .iter()
            .filter_map(|token| self.0.get(&(function?.id(), token.text())));
        bound.any(|it| it.places > 2)
    }

    /// The text of a side of an assertion, with the literal that a name stands for; whether it is one literal.
    fn side(&self, tokens: &[Node<'t>], function: Option<Node<'t>>) -> (String, bool) {
        let tokens = match tokens {
            [first, rest @ ..] if first.text() == "&" => rest,
            all => all,
        };
        match tokens {
            [only] if only.kind().ends_with("_literal") => (only.text().to_owned(), true),
            [only] if only.is("identifier") => {
                let bound = function.and_then(|f| self.0.get(&(f.id(), only.text())));
                match bound {
                    Some(bound) => (bound.literal.to_owned(), true),
                    None => (only.text().to_owned(), false),
                }
            }
            all => {
                let words: Vec<&str> = all.iter().map(|token| token.text()).collect();
                (words.concat(), false)
            }
        }
    }
}

/// Whether an assertion of a test holds whatever the code does.
pub(in crate::rust) fn constant<'t>(
    invocation: Node<'t>,
    literals: &Literals<'t>,
) -> Option<Finding> {
    let name = invocation.field("macro")?.text();
    let name = name.strip_prefix("debug_").unwrap_or(name);
    let arguments = arguments(invocation.child("token_tree")?)?;
    let function = around(invocation);
    let mut sides = arguments.iter();
    let (first, second) = (sides.next()?, sides.next());
    let certainty = match (name, second) {
        ("assert", _) => holds(first, literals, function)?,
        ("assert_eq", Some(second)) => same(first, second, literals, function)?,
        ("assert_ne", Some(second)) => {
            let (one, other) = (
                literals.side(first, function),
                literals.side(second, function),
            );
            (one.1 && other.1 && one.0 != other.0).then_some(Certainty::Certain)?
        }
        ("assert_matches" | "assert_let", Some(second)) => {
            matches!(second.as_slice(), [only] if only.text() == "_")
                .then_some(Certainty::Certain)?
        }
        _ => return None,
    };
    Some((Some("assertion"), Reason::ConstantAssertion, certainty))
}

/// Two sides that are one. The same literal is certain; a value held against itself may be how `Eq` is tested.
fn same<'t>(
    first: &[Node<'t>],
    second: &[Node<'t>],
    literals: &Literals<'t>,
    function: Option<Node<'t>>,
) -> Option<Certainty> {
    let (one, other) = (
        literals.side(first, function),
        literals.side(second, function),
    );
    let made = &literals.1;
    if made.is_its_length(first, &other.0) || made.is_its_length(second, &one.0) {
        return Some(Certainty::Certain);
    }
    if made.is_same_call(first, second) {
        return Some(Certainty::Certain);
    }
    if constant_assertions::is_its_copy(&one.0, &other.0) && !made.is_about_copies(first) {
        return Some(Certainty::Certain);
    }
    if one.0.is_empty() || one.0 != other.0 {
        return None;
    }
    if made.is_answer(first) && made.is_answer(second) {
        return Some(Certainty::Certain);
    }
    let plain = first.iter().all(|token| token.kind().ends_with("_literal"));
    let used = literals.is_used(first, function) || literals.is_used(second, function);
    Some(match (one.1 && other.1 && !used) || plain {
        true => Certainty::Certain,
        false => Certainty::Likely,
    })
}

/// Whether a condition holds by its form: `true`, `1 == 1`, `a || !a`, `r.is_ok() || r.is_err()`, `v.len() >= 0`.
fn holds<'t>(
    tokens: &[Node<'t>],
    literals: &Literals<'t>,
    function: Option<Node<'t>>,
) -> Option<Certainty> {
    let words: Vec<&str> = tokens.iter().map(|token| token.text()).collect();
    match words.as_slice() {
        ["true"] | ["!", "false"] => return Some(Certainty::Certain),
        [.., "len" | "count", "(", ")", ">=", "0"] | ["0", "<=", .., "len" | "count", "(", ")"] => {
            return Some(Certainty::Certain);
        }
        ["matches", "!", "(", .., ",", "_", ")"]
        | [
            "matches",
            "!",
            "(",
            ..,
            ",",
            "Ok",
            "(",
            "_",
            ")",
            "|",
            "Err",
            "(",
            "_",
            ")",
            ")",
        ]
        | [
            "matches",
            "!",
            "(",
            ..,
            ",",
            "Some",
            "(",
            "_",
            ")",
            "|",
            "None",
            ")",
        ] => {
            return Some(Certainty::Certain);
        }
        _ => {}
    }
    let halves = |operator: &str| {
        let mut parts = tokens.split(|token| token.text() == operator);
        match (parts.next(), parts.next(), parts.next()) {
            (Some(one), Some(other), None) => Some((one, other)),
            _ => None,
        }
    };
    if let Some((one, other)) = halves("||") {
        return is_either(&text(one), &text(other)).then_some(Certainty::Certain);
    }
    let (one, other) = halves("==")?;
    let flat = words.iter().all(|word| !matches!(*word, "&&" | "{" | "|"));
    flat.then(|| same(one, other, literals, function)).flatten()
}

/// Whether one of two conditions always holds.
fn is_either(one: &str, other: &str) -> bool {
    let negated = |a: &str, b: &str| a.strip_prefix('!') == Some(b) && !b.is_empty();
    let pair = |a: &str, b: &str, x: &str, y: &str| {
        a.strip_suffix(x)
            .is_some_and(|a| b.strip_suffix(y) == Some(a) && !a.is_empty())
    };
    let opposite = |a: &str, b: &str| {
        negated(a, b)
            || pair(a, b, ".is_ok()", ".is_err()")
            || pair(a, b, ".is_some()", ".is_none()")
            || one == "true"
    };
    opposite(one, other) || opposite(other, one) || constant_assertions::covers_all(one, other)
}

fn text(tokens: &[Node<'_>]) -> String {
    let words: Vec<&str> = tokens.iter().map(|token| token.text()).collect();
    words.concat()
}

/// The arguments of a macro as lists of leaves.
fn arguments(tokens: Node<'_>) -> Option<Vec<Vec<Node<'_>>>> {
    let leaves = tokens.descendants().filter(|n| n.is_leaf() || is_text(*n));
    let inside_text = |n: &Node<'_>| n.parent().is_some_and(is_text);
    let leaves: Vec<Node<'_>> = leaves
        .filter(|n| !n.is_extra() && !inside_text(n))
        .take(TOKENS_MAX)
        .collect();
    let mut depth = 0u32;
    let mut found = vec![Vec::new()];
    let inner = leaves.get(1..leaves.len().checked_sub(1)?)?;
    for leaf in inner {
        match leaf.text() {
            "(" | "[" | "{" => depth = depth.saturating_add(1),
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                found.push(Vec::new());
                continue;
            }
            _ => {}
        }
        found.last_mut()?.push(*leaf);
    }
    (leaves.len() < TOKENS_MAX).then_some(found)
}

fn is_text(node: Node<'_>) -> bool {
    node.is_any(&["string_literal", "raw_string_literal", "char_literal"])
}

fn around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|n| n.is("function_item"))
}

/// Tests that run code and hold nothing against it.
pub(in crate::rust) fn silent<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let is_test = |n: &Node<'t>| attributes.before(*n).iter().any(surroundings::is_test);
    let functions = || scan.live_of(&["function_item"]);
    if !functions().any(|n| is_test(&n)) {
        return Vec::new();
    }
    let judging = holders(scan, judges);
    let judging_names = functions().filter(|n| judging.contains(&n.id()));
    let helpers: BTreeSet<&str> = judging_names
        .filter_map(|n| n.field("name"))
        .map(Node::text)
        .collect();
    let helped = holders(scan, |n| {
        n.is("identifier") && helpers.contains(n.text()) && !names_a_function(n)
    });
    let running = holders(scan, runs);
    let quiet = functions().filter(|n| {
        let id = n.id();
        running.contains(&id) && !judging.contains(&id) && !helped.contains(&id)
    });
    let tests = quiet.filter(is_test).filter(|n| {
        let mut before = attributes.before(*n).iter();
        let panics = before.any(|a| a.text().contains("should_panic"));
        !panics && n.field("return_type").is_none() && !compiles(*n)
    });
    let named = tests.filter_map(|n| n.field("name"));
    named
        .map(|name| Stub {
            line: name.line(),
            what: name.text().to_owned(),
            reason: Reason::NoAssertion,
            certainty: Certainty::Likely,
            test: true,
        })
        .collect()
}

/// The functions that hold a node of some sort, by number.
fn holders<'t>(scan: &Scan<'t>, wanted: impl Fn(Node<'t>) -> bool) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for node in scan.live().filter(|n| wanted(*n)) {
        let around = node.ancestors().filter(|n| n.is("function_item"));
        for function in around {
            // What holds this one was written down with it.
            if !found.insert(function.id()) {
                break;
            }
        }
    }
    found
}

fn runs(node: Node<'_>) -> bool {
    match node.kind() {
        "macro_invocation" => true,
        "call_expression" => !asks_the_compiler(node),
        _ => false,
    }
}

/// Whether items or types in a test are what it checks.
fn compiles(test: Node<'_>) -> bool {
    let mut inside = test.field("body").into_iter().flat_map(Node::named);
    inside.any(|n| n.kind().ends_with("_item") || n.field("type").is_some())
}

/// `is_send::<A>()`: what matters of it is that it compiles.
fn asks_the_compiler(call: Node<'_>) -> bool {
    let generic = call
        .field("function")
        .is_some_and(|it| it.is("generic_function"));
    let given = call.field("arguments").and_then(|it| it.named().next());
    generic && given.is_none()
}

/// Whether a leaf says that something is held against what is expected, also inside a macro; `?` does.
fn judges(leaf: Node<'_>) -> bool {
    match leaf.kind() {
        "?" => true,
        // A function's own name says nothing of what it does.
        "identifier" if names_a_function(leaf) => false,
        "identifier" | "field_identifier" => leaf.text().split('_').any(is_judging),
        _ => false,
    }
}

fn names_a_function(name: Node<'_>) -> bool {
    name.field_name() == "name" && name.parent().is_some_and(|p| p.is("function_item"))
}

fn is_judging(word: &str) -> bool {
    JUDGING.contains(&word)
}
