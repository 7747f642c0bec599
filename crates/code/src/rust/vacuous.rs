//! Assertions of tests that hold by their form or by what the test itself has written: both halves of a comparison, the
//! length of a list that stands above it, a loop over a table without rows.

use std::collections::BTreeMap;

use crate::parts::{Certainty, Reason, Stub};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// Names of macros that assert.
const ASSERTING: [&str; 6] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "assert_matches",
    "assert_approx_eq",
    "assert_relative_eq",
];

/// Names by which a test fails by itself where something went wrong.
const JUDGING: [&str; 9] = [
    "unwrap",
    "expect",
    "panic",
    "unreachable",
    "unwrap_err",
    "is_ok",
    "is_some",
    "is_none",
    "fail",
];

/// Parts of names of what a machine may have or not.
const WORLD: [&str; 12] = [
    "env", "var", "Command", "File", "open", "connect", "home", "dir", "feature", "cpu", "device",
    "bind",
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
pub(super) fn covers_all(one: &str, other: &str) -> bool {
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
pub(super) struct Made<'t>(BTreeMap<(u32, &'t str), Option<Sort>>);

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

impl<'t> Made<'t> {
    pub(super) fn of(scan: &Scan<'t>) -> Made<'t> {
        let mut found = BTreeMap::new();
        let lets = scan.live().filter(|it| it.is("let_declaration"));
        for node in lets.filter(|it| scan.in_test(*it)) {
            let Some(pattern) = node.field("pattern").filter(|it| it.is("identifier")) else {
                continue;
            };
            let function = around(node).map_or(0, Node::id);
            let plain = node.child("mutable_specifier").is_none();
            let sort = node.field("value").filter(|_| plain).map(sort);
            let known = found.insert((function, pattern.text()), sort).is_some();
            if known {
                found.insert((function, pattern.text()), None);
            }
        }
        Made(found)
    }

    fn sort(&self, name: Node<'t>) -> Option<Sort> {
        let function = around(name)?;
        self.0.get(&(function.id(), name.text())).copied().flatten()
    }

    /// Whether an assertion asks how long a list is that the test has written itself.
    pub(super) fn is_its_length(&self, side: &[Node<'t>], expected: &str) -> bool {
        let [name, dot, method, open, close] = side else {
            return false;
        };
        let words = [dot.text(), method.text(), open.text(), close.text()];
        let length = expected.trim_end_matches("usize").parse::<usize>().ok();
        words == [".", "len", "(", ")"]
            && length.is_some_and(|it| self.sort(*name) == Some(Sort::List(it)))
    }

    /// Whether a side is a name for what a function gave, in a test that does not ask whether a thing is itself.
    pub(super) fn is_answer(&self, side: &[Node<'t>]) -> bool {
        let [name] = side else { return false };
        let test = around(*name).and_then(|it| it.field("name"));
        let words = phrases::name_words(test.map_or("", Node::text));
        let itself = words.iter().any(|word| ITSELF.contains(&word.as_str()));
        !itself && self.sort(*name) == Some(Sort::Answer)
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
fn elements(invocation: Node<'_>) -> Option<usize> {
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

/// Tests whose assertions are all passed over: in loops over tables without rows, or where what is asserted about is there
/// only if all went well.
pub(super) fn passed_over<'t>(scan: &Scan<'t>) -> Vec<Stub> {
    let empty = empty_tables(scan);
    let mut tests: BTreeMap<u32, (Node<'t>, bool)> = BTreeMap::new();
    let asserting = |it: &Node<'t>| {
        let name = it.field("macro").map_or("", Node::text);
        it.is("macro_invocation") && ASSERTING.contains(&name)
    };
    for node in scan.live().filter(|it| scan.in_test(*it) && asserting(it)) {
        let Some(test) = around(node) else { continue };
        let loops = node.ancestors().take_while(|it| it.id() != test.id());
        let around: Vec<Node<'t>> = loops.collect();
        let mut loops = around.iter().filter(|it| it.is("for_expression"));
        let rowless = loops.any(|it| {
            let over = it.field("value").map(table);
            over.is_some_and(|over| match over.is("identifier") {
                true => empty.get(over.text()) == Some(&true),
                false => is_empty_list(over),
            })
        });
        let never = rowless || is_only_if_good(&around, test);
        let known = tests.entry(test.id()).or_insert((test, true));
        known.1 &= never;
    }
    let vain = tests.into_values().filter(|(_, never)| *never);
    vain.filter_map(|(test, _)| test.field("name"))
        .map(|name| Stub {
            line: name.line(),
            what: name.text().to_owned(),
            reason: Reason::ConstantAssertion,
            certainty: Certainty::Certain,
            test: true,
        })
        .collect()
}

/// Whether an assertion is reached only if a call of the test went well, which nothing else asks:
/// `if let Ok(it) = parse("1") { assert_eq!(it, 1); }`.
fn is_only_if_good(around: &[Node<'_>], test: Node<'_>) -> bool {
    let loops = around.iter().any(|it| {
        it.is_any(&[
            "for_expression",
            "while_expression",
            "loop_expression",
            "closure_expression",
            "async_block",
        ])
    });
    if loops {
        return false;
    }
    let guarded = around.iter().any(|it| {
        let condition = it.field("condition").filter(|it| it.is("let_condition"));
        let plain = it.is("if_expression") && it.field("alternative").is_none();
        plain && condition.is_some_and(is_good_case)
    });
    // Whoever asks for what stands around a test may find none.
    let asks = |it: Node<'_>| match it.kind() {
        "identifier" | "field_identifier" => {
            JUDGING.contains(&it.text()) || WORLD.iter().any(|word| it.text().contains(word))
        }
        "?" | "try_expression" | "return_expression" => true,
        _ => false,
    };
    guarded && !test.descendants().any(asks)
}

/// `Ok(it) = parse("1")`
fn is_good_case(condition: Node<'_>) -> bool {
    let pattern = condition.field("pattern").map_or("", Node::text);
    let value = condition.field("value");
    let called = value.is_some_and(|it| it.is("call_expression"));
    called && (pattern.starts_with("Ok(") || pattern.starts_with("Some("))
}

/// Names for lists, and whether every one of them is empty and stays so.
fn empty_tables<'t>(scan: &Scan<'t>) -> BTreeMap<&'t str, bool> {
    let mut found: BTreeMap<&'t str, bool> = BTreeMap::new();
    for node in scan.live() {
        let name = match node.kind() {
            "let_declaration" => node.field("pattern").filter(|it| it.is("identifier")),
            "const_item" | "static_item" => node.field("name"),
            _ => continue,
        };
        let Some(name) = name else { continue };
        let fixed = node.child("mutable_specifier").is_none();
        let empty = fixed && node.field("value").map(table).is_some_and(is_empty_list);
        let known = found.entry(name.text()).or_insert(empty);
        *known &= empty;
    }
    found
}

/// The list itself, without what looks at it: `&cases`, `cases.iter()`, `cases.iter().enumerate()`.
fn table(expression: Node<'_>) -> Node<'_> {
    let mut at = expression;
    for _ in 0..6 {
        let next = match at.kind() {
            "reference_expression" => at.field("value"),
            "call_expression" => at
                .field("function")
                .filter(|it| {
                    let name = it.field("field").map_or("", Node::text);
                    matches!(
                        name,
                        "iter" | "into_iter" | "enumerate" | "copied" | "cloned" | "as_slice"
                    )
                })
                .and_then(|it| it.field("value")),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// `[]`, `vec![]`, `Vec::new()`.
fn is_empty_list(value: Node<'_>) -> bool {
    match value.kind() {
        "array_expression" => value.named().all(Node::is_extra),
        "macro_invocation" => elements(value) == Some(0),
        "call_expression" => value.field("function").is_some_and(|it| {
            let path = it.text();
            path == "Vec::new" || path.starts_with("Vec::<") && path.ends_with("::new")
        }),
        _ => false,
    }
}

fn around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|it| it.is("function_item"))
}
