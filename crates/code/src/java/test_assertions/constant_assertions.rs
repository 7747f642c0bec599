//! Assertions that say nothing about the code they stand in a test of.

use crate::constant::{self, Flags};
use crate::java::bodies::stubs::Finding;
use crate::java::shape;
use crate::java::values;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How much of one test is looked at, in nodes.
const TEST_NODES_MAX: usize = 20_000;

/// Comments between two statements that are passed over.
const NOTES_MAX: usize = 8;

/// A test of more nodes is not searched for other assertions.
const SMALL_NODES_MAX: u32 = 3_000;

/// Assertions that hold whatever the code does.
pub(in crate::java) fn constant(call: Node<'_>) -> Option<Finding> {
    let method = shape::method(call);
    let given: Vec<Node<'_>> = shape::arguments(call).take(4).map(shape::bare).collect();
    let sure = match method {
        "assertTrue" | "assertFalse" | "isTrue" | "isFalse" if is_of_assert(call) => {
            let wanted = matches!(method, "assertTrue" | "isTrue");
            let settled = condition(&given).and_then(always);
            (settled == Some(wanted)).then_some(true)
        }
        "assertNull" => condition(&given)
            .filter(|it| it.is("null_literal"))
            .map(|_| true),
        "assertNotNull" => {
            let literal = |it: &&Node<'_>| {
                let there = it.is_any(&["lambda_expression", "method_reference", "class_literal"]);
                there || (values::value(**it).is_some() && !it.is("null_literal"))
            };
            match given.as_slice() {
                [single] => Some(single).filter(literal).map(|_| true),
                _ => None,
            }
        }
        "assertEquals" | "assertSame" | "assertArrayEquals" | "assertIterableEquals" => {
            let pair = pair(&given)?;
            if is_a_way_of_it(pair.0, pair.1) || is_a_way_of_it(pair.1, pair.0) {
                return Some(Finding {
                    what: "assertion".to_owned(),
                    reason: Reason::ConstantAssertion,
                    certainty: Certainty::Certain,
                });
            }
            same(call, pair).or_else(|| is_its_own_measure(call, pair).then_some(true))
        }
        "assertNotEquals" | "assertNotSame" => {
            let (a, b) = pair(&given)?;
            (is_literal(a) && is_literal(b)).then_some(true)
        }
        "assertThrows" | "assertThrowsExactly" | "assertThatThrownBy" | "catchThrowable" => {
            given.iter().any(|it| throws_itself(*it)).then_some(true)
        }
        "assertThat" | "that" | "then" => fluent(call, &given),
        _ => None,
    }?;
    let in_catch = call.ancestors().take(8).any(|n| n.is("catch_clause"));
    Some(Finding {
        what: "assertion".to_owned(),
        reason: Reason::ConstantAssertion,
        certainty: match sure && !in_catch {
            true => Certainty::Certain,
            false => Certainty::Likely,
        },
    })
}

/// `() -> { throw new X("broken"); }`: what is thrown there is the test's own.
fn throws_itself(lambda: Node<'_>) -> bool {
    let body = lambda.field("body").filter(|it| it.is("block"));
    let statements = body
        .filter(|_| lambda.is("lambda_expression"))
        .map(shape::statements);
    let thrown = match statements.as_deref() {
        Some([single]) if single.is("throw_statement") => single.named().next(),
        Some(_) | None => None,
    };
    thrown.is_some_and(|it| it.is("object_creation_expression"))
}

/// `assert true;`
pub(in crate::java) fn statement(node: Node<'_>) -> Option<Finding> {
    let settled = node.named().next().and_then(always);
    (settled == Some(true)).then(|| Finding {
        what: "assertion".to_owned(),
        reason: Reason::ConstantAssertion,
        certainty: Certainty::Certain,
    })
}

/// `isTrue` is also a method of many things that are no assertions.
fn is_of_assert(call: Node<'_>) -> bool {
    let object = call.field("object").map(shape::last_name);
    shape::method(call).starts_with("assert") || object.is_some_and(|it| it == "Assert")
}

/// What is asserted about, a message before or after it left out.
fn condition<'t>(given: &[Node<'t>]) -> Option<Node<'t>> {
    match given {
        [single] => Some(*single),
        [first, second] if first.is("string_literal") => Some(*second),
        [first, _] => Some(*first),
        _ => None,
    }
}

/// The two sides of a comparison, a message before them left out.
fn pair<'t>(given: &[Node<'t>]) -> Option<(Node<'t>, Node<'t>)> {
    match given {
        [first, a, b] if first.is("string_literal") && is_literal(*a) == is_literal(*b) => {
            Some((*a, *b))
        }
        [a, b] | [a, b, _] => Some((*a, *b)),
        _ => None,
    }
}

/// Whether a condition is settled by the text alone.
fn always(condition: Node<'_>) -> Option<bool> {
    if let Some(settled) = constant::condition(condition, &Flags::new()) {
        return Some(settled.value);
    }
    let condition = shape::bare(condition);
    if condition.is("unary_expression") && condition.child("!").is_some() {
        return always(condition.field("operand")?).map(|it| !it);
    }
    let (a, b) = (condition.field("left")?, condition.field("right")?);
    let same = a.text() == b.text();
    let operator = condition.field("operator")?.text();
    if let Some(settled) = by_size(a, operator, b) {
        return Some(settled);
    }
    match operator {
        "||" if are_opposite(a, b) => Some(true),
        "&&" if are_opposite(a, b) => Some(false),
        "==" if is_literal(a) && is_literal(b) => Some(same),
        "!=" if is_literal(a) && is_literal(b) => Some(!same),
        _ => None,
    }
}

/// `list.size() >= 0`: no size is below zero.
fn by_size(a: Node<'_>, operator: &str, b: Node<'_>) -> Option<bool> {
    let a = shape::bare(a);
    let size =
        matches!(shape::method(a), "size" | "length") && shape::arguments(a).next().is_none();
    let length = a.is("field_access") && a.field("field").is_some_and(|it| it.text() == "length");
    let indexed = matches!(shape::method(a), "indexOf" | "lastIndexOf");
    let least = match (size || length, indexed) {
        (true, _) => "0",
        (false, true) => "-1",
        (false, false) => return None,
    };
    match (operator, shape::bare(b).text()) {
        (">=", text) if text == least => Some(true),
        (">", "-1") if least == "0" => Some(true),
        ("<", text) if text == least => Some(false),
        _ => None,
    }
}

/// `a >= 0` and `a < 0`, `a` and `!a`: one of the two holds, and never both.
fn are_opposite(a: Node<'_>, b: Node<'_>) -> bool {
    let (a, b) = (shape::bare(a), shape::bare(b));
    let denies = |no: Node<'_>, yes: Node<'_>| {
        let operand = no.field("operand").filter(|_| no.child("!").is_some());
        operand.is_some_and(|it| shape::bare(it).text() == yes.text())
    };
    let side = |it: Node<'_>, field| shape::bare(it.field(field).unwrap_or(it)).text().to_owned();
    let operator = |it: Node<'_>| it.field("operator").map_or("", Node::text).to_owned();
    let turned = |it: &str| match it {
        "<" => ">=",
        ">=" => "<",
        ">" => "<=",
        "<=" => ">",
        "==" => "!=",
        "!=" => "==",
        _ => "",
    };
    let compared = a.is("binary_expression")
        && b.is("binary_expression")
        && turned(&operator(a)) == operator(b)
        && side(a, "left") == side(b, "left")
        && side(a, "right") == side(b, "right");
    let truth = a.is("binary_expression")
        && b.is("binary_expression")
        && operator(a) == "=="
        && operator(b) == "=="
        && side(a, "left") == side(b, "left")
        && matches!(
            (&*side(a, "right"), &*side(b, "right")),
            ("true", "false") | ("false", "true")
        );
    denies(a, b) || denies(b, a) || compared || truth
}

/// `assertEquals(expected, x.isEmpty() ? x : expected)`: what is expected is one of the things that are compared with it.
fn is_a_way_of_it(expected: Node<'_>, actual: Node<'_>) -> bool {
    let actual = shape::bare(actual);
    let ways = ["consequence", "alternative"].into_iter();
    let mut ways = ways.filter_map(|it| actual.field(it));
    expected.is("identifier")
        && actual.is("ternary_expression")
        && ways.any(|it| shape::bare(it).text() == expected.text())
}

/// Whether what is expected was made by the very call that is asked about: `expected = f(x); assertEquals(expected, f(x))`.
fn is_its_own_measure(call: Node<'_>, (a, b): (Node<'_>, Node<'_>)) -> bool {
    let names = |it: Node<'_>| {
        let words = phrases::name_words(it.text());
        it.is("identifier")
            && words
                .iter()
                .any(|word| matches!(word.as_str(), "expected" | "want" | "wanted"))
    };
    let (expected, actual) = match (names(a), names(b)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        (true, true) | (false, false) => return false,
    };
    let Some(body) = shape::function_around(call).and_then(|it| it.field("body")) else {
        return false;
    };
    let declared = body.descendants().take(TEST_NODES_MAX).filter(|it| {
        it.is("variable_declarator")
            && it
                .field("name")
                .is_some_and(|it| it.text() == expected.text())
    });
    let mut values = declared.filter_map(|it| it.field("value"));
    let value = values.next();
    // What was done in between may be what is asked about.
    let statement = call.parent().filter(|it| it.is("expression_statement"));
    let after = value.and_then(|it| it.parent()?.parent()?.next());
    let after = std::iter::successors(after, |it| it.next());
    let at_once = after
        .take(NOTES_MAX)
        .find(|it| !it.is_extra())
        .zip(statement)
        .is_some_and(|(next, it)| next.id() == it.id());
    let object = shape::first(actual);
    let of_type = object.is("identifier") && object.text().starts_with(char::is_uppercase);
    (at_once || of_type && shape::arguments(actual).next().is_some())
        && actual.is_any(&["method_invocation", "object_creation_expression"])
        && values.next().is_none()
        && value.is_some_and(|it| it.text() == actual.text())
        && !is_about_sameness(call)
}

/// Whether doing the same twice is what a test is about.
fn is_about_sameness(call: Node<'_>) -> bool {
    const ABOUT: [&str; 26] = [
        "equals",
        "equal",
        "equality",
        "hash",
        "reflexive",
        "same",
        "self",
        "identity",
        "twice",
        "again",
        "repeat",
        "repeated",
        "repeatable",
        "deterministic",
        "determinism",
        "idempotent",
        "stable",
        "consistent",
        "consistency",
        "cache",
        "cached",
        "caches",
        "thread",
        "threads",
        "reset",
        "reuse",
    ];
    let test = shape::function_around(call).and_then(|it| it.field("name"));
    let words = test.map_or_else(Vec::new, |name| phrases::name_words(name.text()));
    words.iter().any(|word| ABOUT.contains(&word.as_str()))
}

fn is_literal(node: Node<'_>) -> bool {
    let node = shape::bare(node);
    let plain = node.kind().ends_with("_literal") || node.is_any(&["true", "false"]);
    plain || (node.is("unary_expression") && node.field("operand").is_some_and(is_plain))
}

fn is_plain(node: Node<'_>) -> bool {
    node.kind().ends_with("_literal")
}

/// Whether two sides are the same by their text, and how sure it is that this means nothing.
fn same(call: Node<'_>, (a, b): (Node<'_>, Node<'_>)) -> Option<bool> {
    if a.text() != b.text() {
        return None;
    }
    if is_literal(a) && is_literal(b) {
        return Some(true);
    }
    // Where equality itself is the subject, a thing is compared with itself for good reason.
    let meant = is_about_sameness(call) || is_held_apart(call, a);
    // One answer of a type's own method, asked for twice with the same.
    let twice = a.is("method_invocation")
        && shape::arguments(a).next().is_some()
        && a.field("object")
            .is_some_and(|it| it.is("identifier") && it.text().starts_with(char::is_uppercase));
    let plain = a.is("identifier") || is_place(a);
    (plain || (twice && !meant)).then_some(!meant)
}

/// `row[k]`, `point.x`: what stands there is read twice.
fn is_place(node: Node<'_>) -> bool {
    let plain = ["identifier", "field_access", "array_access", "this"];
    let literal = |it: &Node<'_>| it.kind().ends_with("_literal");
    let inner = node.named().all(|it| literal(&it) || it.is_any(&plain));
    node.is_any(&["array_access", "field_access"]) && inner
}

/// Whether the same test asks for the hash of a thing that it holds against itself, or holds it against others.
fn is_held_apart(call: Node<'_>, thing: Node<'_>) -> bool {
    let test = call.ancestors().find(|n| n.is("method_declaration"));
    let small = test.filter(|it| it.size() <= SMALL_NODES_MAX);
    small.is_some_and(|test| {
        let calls = || test.descendants().filter(|n| n.is("method_invocation"));
        let hashes = calls().any(|n| {
            let of = n.field("object").map(Node::text);
            shape::method(n) == "hashCode" && of == Some(thing.text())
        });
        let differs = calls().any(|n| {
            let apart = matches!(shape::method(n), "assertNotEquals" | "assertNotSame");
            apart && shape::arguments(n).any(|it| it.text() == thing.text())
        });
        hashes || differs
    })
}

/// `assertThat(true).isTrue()`, `assertThat(1, is(1))`.
fn fluent(call: Node<'_>, given: &[Node<'_>]) -> Option<bool> {
    let (subject, rest) = given.split_first()?;
    let wanted: Vec<Node<'_>> = match rest {
        [] => {
            let mut links = call
                .ancestors()
                .take_while(|n| n.is_any(&["method_invocation"]));
            let first = links.next()?;
            shape::arguments(first).take(4).collect()
        }
        [matcher] => shape::arguments(*matcher).take(4).collect(),
        _ => return None,
    };
    if is_literal(*subject) {
        return wanted.iter().all(|it| is_literal(*it)).then_some(true);
    }
    match wanted.as_slice() {
        [single] if rest.is_empty() => {
            let verb = shape::method(call.parent()?);
            let equal = matches!(verb, "isEqualTo" | "isSameAs");
            equal.then(|| same(call, (*subject, *single))).flatten()
        }
        _ => None,
    }
}
