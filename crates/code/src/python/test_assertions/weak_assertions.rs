//! Assertions that look at everything but the result: that there is one, of which of Python's types, with something in it.
//! One beside others is right; where a test holds nothing else, it is for whoever knows what was asked.

use crate::phrases;
use crate::python::shape;
use crate::syntax::Node;

/// Words of names of tests whose point it is.
const MEANT: [&str; 22] = [
    "type",
    "types",
    "instance",
    "class",
    "protocol",
    "exists",
    "exist",
    "import",
    "imports",
    "importable",
    "export",
    "exports",
    "exported",
    "callable",
    "none",
    "null",
    "attribute",
    "attributes",
    "api",
    "smoke",
    "available",
    "registered",
];

/// Types that say nothing of what stands in a value.
const PLAIN: [&str; 13] = [
    "str", "int", "float", "bool", "bytes", "list", "dict", "tuple", "set", "Mapping", "Sequence",
    "Iterable", "Path",
];

/// Whether a test of that name may be about no more than that.
pub(in crate::python) fn is_meant(test: &str) -> bool {
    let words = phrases::name_words(test);
    words.iter().any(|word| MEANT.contains(&word.as_str()))
}

/// Whether an assertion only asks that there is something, or of which type.
pub(in crate::python) fn is_faint(assertion: Node<'_>) -> bool {
    let condition = match assertion.is("assert_statement") {
        true => assertion.named().next().map(shape::bare),
        false => return asks_by_name(assertion),
    };
    condition.is_some_and(is_faint_condition)
}

/// Whether a method asks a stand-in how it was called.
pub(in crate::python) fn asks_a_stand_in(method: &str) -> bool {
    const STARTS: [&str; 5] = [
        "assert_called",
        "assert_any_call",
        "assert_has_calls",
        "assert_not_called",
        "assert_awaited",
    ];
    STARTS.iter().any(|start| method.starts_with(start))
}

fn is_faint_condition(condition: Node<'_>) -> bool {
    match condition.kind() {
        "call" => match shape::called(condition) {
            "isinstance" => shape::arguments(condition).nth(1).is_some_and(is_plain),
            "hasattr" | "callable" => true,
            _ => false,
        },
        "boolean_operator" => {
            let sides = [condition.field("left"), condition.field("right")];
            sides
                .into_iter()
                .flatten()
                .all(|side| is_faint_condition(shape::bare(side)))
        }
        "comparison_operator" => compares_faintly(condition),
        _ => false,
    }
}

/// `x is not None`, `len(x) > 0`, `type(x) is dict`.
fn compares_faintly(comparison: Node<'_>) -> bool {
    let mut sides = comparison.named();
    let (Some(left), Some(right), None) = (sides.next(), sides.next(), sides.next()) else {
        return false;
    };
    let operator = comparison
        .children()
        .find(|n| n.field_name() == "operators");
    let operator = operator.map_or("", Node::text);
    let counts = shape::callee(left).is_some_and(|callee| callee.text() == "len");
    match (operator, right.text()) {
        ("is not" | "!=", "None") => true,
        (">" | "!=", "0") | (">=", "1") => counts,
        ("is" | "==", _) => shape::called(left) == "type" && is_plain(right),
        _ => false,
    }
}

/// `self.assertIsNotNone(x)`, `self.assertIsInstance(x, dict)`.
fn asks_by_name(call: Node<'_>) -> bool {
    match shape::called(call) {
        "assertIsNotNone" => true,
        "assertIsInstance" => shape::arguments(call).nth(1).is_some_and(is_plain),
        "assertTrue" => shape::arguments(call)
            .next()
            .is_some_and(|it| is_faint_condition(shape::bare(it))),
        _ => false,
    }
}

fn is_plain(of: Node<'_>) -> bool {
    match of.is("tuple") {
        true => of
            .named()
            .all(|part| PLAIN.contains(&shape::last_name(part))),
        false => PLAIN.contains(&shape::last_name(of)),
    }
}
