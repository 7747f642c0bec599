//! Assertions that hold whatever the code does.

use std::collections::BTreeMap;

use crate::python::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// Names that a file calls, each with whether it does nothing else with them but assert that they are there.
#[derive(Default)]
pub(in crate::python) struct Called<'t>(BTreeMap<&'t str, Use>);

#[derive(Clone, Copy, Default)]
struct Use {
    called: bool,
    other: bool,
}

impl<'t> Called<'t> {
    pub(in crate::python) fn of(scan: &Scan<'t>) -> Called<'t> {
        let mut names: BTreeMap<&str, Use> = BTreeMap::new();
        for node in scan.live_of(&["identifier"]) {
            let Some(parent) = node.parent() else {
                continue;
            };
            let member = parent.is("attribute") && node.field_name() == "attribute";
            let whole = if member { parent } else { node };
            let Some(around) = whole.parent() else {
                continue;
            };
            let brought = around.is("dotted_name") || (around.is("attribute") && !member);
            let uses = names.entry(node.text()).or_default();
            if around.is("call") && whole.field_name() == "function" {
                uses.called = true;
            } else if !brought && !around.is("assert_statement") && !is_there(around) {
                uses.other = true;
            }
        }
        Called(names)
    }

    /// Whether an assertion only asks whether a function or method is there: `assert ns.remove`.
    pub(in crate::python) fn is_all_that_is_asked(&self, assertion: Node<'t>) -> bool {
        let condition = match assertion.is("assert_statement") {
            true => assertion.named().next(),
            false => shape::arguments(assertion)
                .next()
                .filter(|_| matches!(shape::called(assertion), "assertTrue" | "assertIsNotNone")),
        };
        let Some(condition) = condition.map(shape::bare) else {
            return false;
        };
        let asked = match is_there(condition) {
            true => condition.named().next().unwrap_or(condition),
            false => condition,
        };
        let uses = self
            .0
            .get(shape::last_name(asked))
            .copied()
            .unwrap_or_default();
        asked.is_any(&["identifier", "attribute"]) && uses.called && !uses.other
    }
}

/// `x is not None`.
fn is_there(comparison: Node<'_>) -> bool {
    let mut operators = comparison
        .children()
        .filter(|n| n.field_name() == "operators");
    comparison.is("comparison_operator")
        && operators.all(|operator| operator.text() == "is not")
        && comparison
            .named()
            .nth(1)
            .is_some_and(|right| right.is("none"))
}

/// Whether an assertion holds whatever the code does, and if so, whether that is certain.
pub(in crate::python) fn holds(node: Node<'_>) -> Option<bool> {
    if node.is("assert_statement") {
        return truth(node.named().next()?);
    }
    let name = shape::called(node);
    if !name.starts_with("assert") {
        return None;
    }
    let mut given = shape::arguments(node);
    let (first, second) = (given.next()?, given.next());
    match name {
        "assertTrue" | "assert_" if second.is_some_and(is_no_message) => Some(true),
        "assertTrue" | "assert_" => truth(first),
        "assertIn" => (is_one_of(first, second?) || is_either(second?)).then_some(true),
        "assertFalse" => is_literal(first)
            .then(|| !is_true(first))
            .filter(|holds| *holds),
        "assertIsNone" => first.is("none").then_some(true),
        "assertIsNotNone" => (is_literal(first) && !first.is("none")).then_some(true),
        "assertEqual" | "assertEquals" | "assertIs" | "assertAlmostEqual" | "assertListEqual"
        | "assertDictEqual" => same(first, second?),
        _ => None,
    }
}

/// Whether a condition always holds.
fn truth(condition: Node<'_>) -> Option<bool> {
    let condition = match condition.is("tuple") {
        true => condition,
        false => shape::bare(condition),
    };
    match condition.kind() {
        "true" | "integer" | "float" if is_true(condition) => Some(true),
        "string" | "list" | "dictionary" | "set" => has_something(condition).then_some(true),
        "lambda" => Some(true),
        "attribute" => asks_a_mock(condition).then_some(true),
        "call" => is_an_object(condition).then_some(true),
        // `assert (a, "message")`: a tuple with something in it.
        "tuple" => condition.named().next().map(|_| true),
        "not_operator" => {
            let inner = condition.field("argument")?;
            (is_literal(inner) && !is_true(inner)).then_some(true)
        }
        "boolean_operator" => {
            let either = condition
                .field("operator")
                .is_some_and(|o| o.text() == "or");
            let sides = [condition.field("left")?, condition.field("right")?];
            if either {
                let settled = sides.iter().any(|side| is_literal(*side) && is_true(*side));
                return (settled || are_all_there_is(sides)).then_some(true);
            }
            let [left, right] = sides.map(truth);
            left.zip(right).map(|(left, right)| left && right)
        }
        "comparison_operator" => {
            let mut parts = condition.named();
            let (left, right, more) = (parts.next()?, parts.next()?, parts.next());
            let operator = condition
                .children()
                .find(|n| n.field_name() == "operators")?
                .text();
            if more.is_some() {
                return None;
            }
            match operator {
                "==" | "is" | "<=" | ">=" if left.text() == right.text() => same(left, right),
                ">=" | ">" => is_any_length(left, operator, right).then_some(true),
                "in" => (is_one_of(left, right) || is_either(right)).then_some(true),
                "is not" => {
                    (right.is("none") && is_literal(left) && !left.is("none")).then_some(true)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether two sides of a comparison are one: literals for certain, one name twice only likely, for a test may ask
/// whether a thing equals itself.
fn same(left: Node<'_>, right: Node<'_>) -> Option<bool> {
    if left.text() != right.text() {
        return None;
    }
    if is_literal(left) {
        return Some(true);
    }
    left.is_any(&["identifier", "attribute"]).then_some(false)
}

/// A literal that is not empty, whatever stands in it.
fn has_something(literal: Node<'_>) -> bool {
    match literal.kind() {
        "string" => match shape::has_holes(literal) {
            true => literal.child("string_content").is_some(),
            false => is_true(literal),
        },
        _ => literal.named().any(|part| !part.text().starts_with('*')),
    }
}

/// `assert mock.called_once_with(1)`: no method of a mock, so that it makes up another mock.
fn asks_a_mock(node: Node<'_>) -> bool {
    matches!(
        shape::last_name(node),
        "called_once" | "called_once_with" | "called_with" | "not_called" | "has_been_called"
    )
}

/// `isinstance(x, object)`, `isinstance(x, type(x))`.
fn is_an_object(call: Node<'_>) -> bool {
    if asks_a_mock(call) {
        return true;
    }
    let mut given = shape::arguments(call);
    let (one, of) = (given.next(), given.next());
    let own = |of: Node<'_>| {
        let inner = shape::arguments(of).next();
        shape::called(of) == "type"
            && inner
                .zip(one)
                .is_some_and(|(inner, one)| inner.text() == one.text())
    };
    shape::called(call) == "isinstance" && of.is_some_and(|of| of.text() == "object" || own(of))
}

/// `len(x) >= 0`, `len(x) > -1`.
fn is_any_length(left: Node<'_>, operator: &str, right: Node<'_>) -> bool {
    let least = match operator {
        ">=" => right.text() == "0",
        _ => right.text() == "-1",
    };
    shape::callee(left).is_some_and(|callee| callee.text() == "len") && least
}

/// `x in [x, 1]`, where nothing is called for it.
fn is_one_of(one: Node<'_>, all: Node<'_>) -> bool {
    one.is_any(&["identifier", "attribute"])
        && all.is_any(&["list", "tuple", "set"])
        && all.named().any(|part| part.text() == one.text())
}

/// `(True, False)`: whatever was asked, the answer is one of them.
fn is_either(all: Node<'_>) -> bool {
    let mut kinds: Vec<&str> = all.named().map(Node::kind).take(3).collect();
    kinds.sort_unstable();
    all.is_any(&["list", "tuple", "set"]) && kinds == ["false", "true"]
}

/// `assertTrue(parse(text), Date(2020, 1, 1))`: the second is what the first was to be held against, and is taken for words
/// that go with a failure.
fn is_no_message(second: Node<'_>) -> bool {
    let second = shape::bare(second);
    match second.kind() {
        "integer" | "float" | "list" | "tuple" | "dictionary" | "set" | "unary_operator" => true,
        "identifier" => second.text().starts_with("expected"),
        "call" => {
            let name = shape::called(second);
            let shouted = !name.chars().any(char::is_lowercase);
            name.starts_with(char::is_uppercase) && !shouted && !name.contains("Message")
        }
        _ => false,
    }
}

/// Whether one of two sides holds where the other does not: `x < 0 or x >= 0`, `x or not x`.
fn are_all_there_is(sides: [Node<'_>; 2]) -> bool {
    const PAIRS: [(&str, &str); 5] = [
        ("<", ">="),
        (">", "<="),
        ("==", "!="),
        ("is", "is not"),
        ("in", "not in"),
    ];
    let [left, right] = sides.map(shape::bare);
    let denies = |one: Node<'_>, other: Node<'_>| {
        one.is("not_operator")
            && one
                .field("argument")
                .is_some_and(|inner| shape::bare(inner).text() == other.text())
    };
    let Some((one, other)) = comparison(left).zip(comparison(right)) else {
        return denies(left, right) || denies(right, left);
    };
    let pair = |pair: &(&str, &str)| {
        *pair == (one.operator, other.operator) || *pair == (other.operator, one.operator)
    };
    one.left == other.left && one.right == other.right && PAIRS.iter().any(pair)
}

/// What is compared with what.
struct Comparison<'t> {
    left: &'t str,
    operator: &'t str,
    right: &'t str,
}

fn comparison(node: Node<'_>) -> Option<Comparison<'_>> {
    let mut parts = node.named().filter(|_| node.is("comparison_operator"));
    let (left, right) = (parts.next()?, parts.next()?);
    let operator = node.children().find(|n| n.field_name() == "operators")?;
    let whole = parts.next().is_none();
    whole.then(|| Comparison {
        left: left.text(),
        operator: operator.text(),
        right: right.text(),
    })
}

fn is_literal(node: Node<'_>) -> bool {
    match node.kind() {
        "true" | "false" | "none" | "integer" | "float" => true,
        "string" => !shape::has_holes(node),
        _ => false,
    }
}

fn is_true(literal: Node<'_>) -> bool {
    match literal.kind() {
        "true" => true,
        "integer" | "float" => literal.text().contains(|c: char| matches!(c, '1'..='9')),
        "string" => shape::string(literal).is_none_or(|text| !text.is_empty()),
        _ => false,
    }
}
