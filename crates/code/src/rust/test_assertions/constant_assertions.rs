//! Assertions of tests that hold by their form or by what the test itself has written: both halves of a comparison, the
//! length of a list that stands above it, a call held against itself.

use std::collections::BTreeMap;

use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// A test of more nodes is not searched for other assertions.
const SMALL_NODES_MAX: u32 = 3_000;

/// Parts of the names of tests that ask whether the same call gives the same.
const STEADY: [&str; 20] = [
    "determin",
    "same",
    "stable",
    "consist",
    "idempot",
    "repeat",
    "seed",
    "pure",
    "reproduc",
    "cache",
    "memo",
    "clone",
    "singleton",
    "twice",
    "again",
    "once",
    "static",
    "global",
    "unchanged",
    "intern",
];

/// Words of the names of tests that ask whether a thing is itself.
const ITSELF: [&str; 8] = [
    "eq",
    "equal",
    "equality",
    "reflexive",
    "partial",
    "ord",
    "cmp",
    "hash",
];

/// Whether one of two comparisons always holds: `x <= 1.0 || x > 1.0`.
pub(in crate::rust) fn covers_all(one: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (compared(one), compared(other)) else {
        return false;
    };
    if one.0 != other.0 {
        return false;
    }
    let pair = |a: &str, b: &str| (one.1 == a && other.1 == b) || (one.1 == b && other.1 == a);
    if one.2 == other.2 {
        return pair("<", ">=") || pair("<=", ">") || pair("<=", ">=") || pair("==", "!=");
    }
    let number = |text: &str| text.replace('_', "").parse::<f64>().ok();
    let (Some(here), Some(there)) = (number(one.2), number(other.2)) else {
        return false;
    };
    let (above, below) = match (one.1, other.1) {
        (">" | ">=", "<" | "<=") => (here, there),
        ("<" | "<=", ">" | ">=") => (there, here),
        _ => return false,
    };
    above < below
}

/// `text` and `text.clone()`, in either order.
pub(in crate::rust) fn is_its_copy(one: &str, other: &str) -> bool {
    let of = |whole: &str, part: &str| {
        let rest = whole.strip_prefix(part).unwrap_or_default();
        let plain = |c: char| c.is_alphanumeric() || c == '_';
        !part.is_empty() && part.chars().all(plain) && rest == ".clone()"
    };
    of(one, other) || of(other, one)
}

/// Both sides of a comparison and its sign.
fn compared(text: &str) -> Option<(&str, &str, &str)> {
    if text.contains("::<") || text.contains("->") {
        return None;
    }
    let signs = ["==", "!=", "<=", ">=", "<", ">"];
    let found = signs
        .iter()
        .find_map(|sign| text.split_once(sign).map(|(a, b)| (a, *sign, b)))?;
    let whole = !found.0.is_empty() && !found.2.is_empty();
    let single = !found.2.contains(['<', '>', '=']) && !found.0.contains(['<', '>', '=']);
    (whole && single).then_some(found)
}

/// What a test makes by hand.
pub(in crate::rust) struct MacroTest<'t>(BTreeMap<(u32, &'t str), Option<(Sort, Node<'t>)>>);

/// What of it matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A list with so many elements.
    List(usize),
    /// What a function gave.
    Answer,
    /// Anything else.
    Other,
}

impl<'t> MacroTest<'t> {
    pub(in crate::rust) fn of(scan: &Scan<'t>) -> MacroTest<'t> {
        let mut found = BTreeMap::new();
        let lets = scan.live_of(&["let_declaration"]);
        for node in lets.filter(|it| scan.in_test(*it)) {
            let Some(pattern) = node.field("pattern").filter(|it| it.is("identifier")) else {
                continue;
            };
            let function = around(node).map_or(0, Node::id);
            let plain = node.child("mutable_specifier").is_none();
            let value = node.field("value").filter(|_| plain);
            let sort = value.map(|it| (sort(it), it));
            let known = found.insert((function, pattern.text()), sort).is_some();
            if known {
                found.insert((function, pattern.text()), None);
            }
        }
        MacroTest(found)
    }

    fn sort(&self, name: Node<'t>) -> Option<Sort> {
        Some(self.made(name)?.0)
    }

    fn made(&self, name: Node<'t>) -> Option<(Sort, Node<'t>)> {
        let function = around(name)?;
        self.0.get(&(function.id(), name.text())).copied().flatten()
    }

    /// Whether both sides of an assertion are the same call, one of them perhaps by the name that the statement before gives
    /// to it, in a test that does not ask whether two calls give the same.
    pub(in crate::rust) fn is_same_call(&self, one: &[Node<'t>], other: &[Node<'t>]) -> bool {
        let Some(test) = one.first().and_then(|it| around(*it)) else {
            return false;
        };
        let name = test.field("name").map_or("", Node::text).to_lowercase();
        let asked = STEADY.iter().any(|word| name.contains(word));
        let words = phrases::name_words(&name);
        // A hash that is held against itself has that word in what is called; elsewhere it may be the sign `#`.
        let hashes = |word: &String| {
            word == "hash"
                && !one
                    .iter()
                    .any(|it| it.text().to_lowercase().contains("hash"))
        };
        let itself = words
            .iter()
            .any(|word| ITSELF.contains(&word.as_str()) && !hashes(word));
        // Two values of a type that are made alike are how its `Eq` is tested.
        let makes = |it: &Node<'t>| it.text().starts_with(char::is_uppercase);
        if one.iter().chain(other).any(makes) {
            return false;
        }
        let calls = |side: &[Node<'t>]| side.iter().any(|it| it.text() == "(");
        let here: String = one.iter().map(|it| it.text()).collect();
        let there: String = other.iter().map(|it| it.text()).collect();
        let same = calls(one) && here == there
            || self.is_named_just_now(one, &there)
            || self.is_named_just_now(other, &here);
        same && !asked && !itself
    }

    /// Whether the test around a side is about what a thing and its copy have in common.
    pub(in crate::rust) fn is_about_copies(&self, side: &[Node<'t>]) -> bool {
        let test = side.first().and_then(|it| around(*it));
        let name = test.and_then(|it| it.field("name")).map_or("", Node::text);
        let words = phrases::name_words(name);
        let itself = words.iter().any(|word| ITSELF.contains(&word.as_str()));
        itself || name.contains("clone") || name.contains("copy") || name.contains("derive")
    }

    /// `let it = go(1); assert_eq!(it, go(1));`
    fn is_named_just_now(&self, side: &[Node<'t>], call: &str) -> bool {
        let [name] = side else { return false };
        let made = self.made(*name).filter(|(_, it)| it.is("call_expression"));
        let Some((_, value)) = made else { return false };
        let mut leaves = std::iter::once(value).chain(value.descendants());
        let text: String = leaves
            .by_ref()
            .filter(|it| it.is_leaf() && !it.is_extra())
            .map(Node::text)
            .collect();
        let statement = name
            .ancestors()
            .find(|it| it.parent().is_some_and(|up| up.is("block")));
        let after = value.parent().and_then(Node::next);
        text == call && after.is_some() && after.map(Node::id) == statement.map(Node::id)
    }

    /// Whether an assertion asks how long a list is that the test has written itself.
    pub(in crate::rust) fn is_its_length(&self, side: &[Node<'t>], expected: &str) -> bool {
        let [name, dot, method, open, close] = side else {
            return false;
        };
        let words = [dot.text(), method.text(), open.text(), close.text()];
        let length = expected.trim_end_matches("usize").parse::<usize>().ok();
        words == [".", "len", "(", ")"]
            && length.is_some_and(|it| self.sort(*name) == Some(Sort::List(it)))
    }

    /// Whether a side is a name for what a function gave, in a test that does not ask whether a thing is itself.
    pub(in crate::rust) fn is_answer(&self, side: &[Node<'t>]) -> bool {
        let [name] = side else { return false };
        let test = around(*name).and_then(|it| it.field("name"));
        let words = phrases::name_words(test.map_or("", Node::text));
        let itself = words.iter().any(|word| ITSELF.contains(&word.as_str()));
        // Where the same test holds things apart, equality is what it is about.
        let small = around(*name).filter(|it| it.size() <= SMALL_NODES_MAX);
        let apart = small.is_some_and(|test| {
            let mut inside = test.descendants().filter(|it| it.is("macro_invocation"));
            inside.any(|it| it.field("macro").is_some_and(|it| it.text() == "assert_ne"))
        });
        !itself && !apart && self.sort(*name) == Some(Sort::Answer)
    }
}

fn sort(value: Node<'_>) -> Sort {
    match value.kind() {
        "array_expression" => match value.children().any(|it| it.text() == ";") {
            true => Sort::Other,
            false => Sort::List(value.named().filter(|it| !it.is_extra()).count()),
        },
        "macro_invocation" => elements(value).map_or(Sort::Other, Sort::List),
        // What begins with a capital letter makes a value of a type of its own.
        "call_expression" => match value.field("function") {
            Some(function) if is_free(function) => Sort::Answer,
            Some(_) | None => Sort::Other,
        },
        _ => Sort::Other,
    }
}

/// How many elements `vec![..]` has.
pub(in crate::rust) fn elements(invocation: Node<'_>) -> Option<usize> {
    let name = invocation.field("macro")?.text();
    let tokens = invocation.child("token_tree")?;
    let repeats = tokens.children().any(|it| it.text() == ";");
    if name != "vec" || repeats {
        return None;
    }
    let mut leaves = tokens.children().filter(|it| !it.is_extra()).peekable();
    let (mut count, mut open) = (0_usize, false);
    leaves.next();
    while let Some(leaf) = leaves.next() {
        if leaves.peek().is_none() {
            break;
        }
        match leaf.text() {
            "," => open = false,
            _ if !open => {
                open = true;
                count = count.saturating_add(1);
            }
            _ => {}
        }
    }
    Some(count)
}

fn is_free(function: Node<'_>) -> bool {
    match function.kind() {
        "identifier" => function.text().starts_with(char::is_lowercase),
        "scoped_identifier" => {
            let owner = function.field("path");
            let owner = owner.map(|it| it.field("name").unwrap_or(it).text());
            owner.is_some_and(|it| it.starts_with(char::is_lowercase))
        }
        _ => false,
    }
}

/// The function around a node.
pub(in crate::rust) fn around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|it| it.is("function_item"))
}
