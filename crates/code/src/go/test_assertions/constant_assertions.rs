//! What one assertion of a Go test is worth: some hold whatever the code does.

use crate::constant::{self, Flags};
use crate::go::bodies::stubs::Finding;
use crate::go::shape::{self, Call};
use crate::go::test_assertions::self_comparison;
use crate::go::test_assertions::vacuous_tests::FAILS;
use crate::go::values::{self, Locals, Value};
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How much of a branch is searched for a failure, in nodes.
pub(in crate::go) const BRANCH_NODES_MAX: usize = 400;

/// `if 1 != 1 { t.Fatal(..) }`: a failure that nothing leads to.
pub(in crate::go) fn condition(node: Node<'_>) -> Option<Finding<'_>> {
    let condition = node.field("condition")?;
    let body = node.field("consequence")?;
    let mut calls = body.descendants().take(BRANCH_NODES_MAX);
    let fails = calls.any(|it| {
        it.is("call_expression") && Call::of(it).is_some_and(|it| FAILS.contains(&it.last()))
    });
    let never = constant::condition(condition, &Flags::new()).is_some_and(|it| !it.value)
        || compared(condition) == Some(false)
        || below_nothing(condition)
        || twice_the_same(node, condition)
        || just_asked(node, condition)
        || is_made_here(node, condition);
    let differs = condition
        .field("operator")
        .is_some_and(|it| it.text() == "!=");
    let sides = condition.field("left").zip(condition.field("right"));
    let sides = sides.filter(|_| differs);
    let never = never || sides.is_some_and(|(a, b)| self_comparison::is_one(condition, a, b));
    let same = sides.is_some_and(|(a, b)| same_name(a, b));
    let certainty = match (fails, never, same) {
        (true, true, _) => Certainty::Certain,
        // A number that is none differs from itself.
        (true, false, true) => Certainty::Likely,
        (_, _, _) => return None,
    };
    Some(Finding::new(
        node,
        "assertion",
        Reason::ConstantAssertion,
        certainty,
    ))
}

/// `len(x) < 0`: no length is.
fn below_nothing(condition: Node<'_>) -> bool {
    let sign = condition.field("operator").map_or("", Node::text);
    let length = condition.field("left").and_then(Call::of);
    let zero = condition.field("right").is_some_and(|it| it.text() == "0");
    sign == "<" && zero && length.is_some_and(|it| matches!(it.path(), "len" | "cap"))
}

/// `if got := w.String(); got != w.String()`: nothing happens between the two.
fn just_asked(node: Node<'_>, condition: Node<'_>) -> bool {
    let differs = condition
        .field("operator")
        .is_some_and(|it| it.text() == "!=");
    let begins = node.field("initializer").and_then(shape::assigned);
    let (Some(begins), true) = (begins, differs) else {
        return false;
    };
    let ([name], [value]) = (begins.left.as_slice(), begins.right.as_slice()) else {
        return false;
    };
    let sides = [condition.field("left"), condition.field("right")];
    let texts: Vec<&str> = sides.into_iter().flatten().map(Node::text).collect();
    let both = |a: &str, b: &str| texts.as_slice() == [a, b] || texts.as_slice() == [b, a];
    // Something that is asked for with nothing to go by may well be another each time.
    let steady = Call::of(*value).is_some_and(|it| {
        let last = phrases::name_words(it.last());
        let first = last.first().map_or("", String::as_str);
        !matches!(
            first,
            "next" | "rand" | "random" | "new" | "now" | "generate"
        )
    });
    steady && both(name.text(), value.text())
}

/// `w := httptest.NewRecorder()`, `if w == nil`: what the test makes itself is there.
fn is_made_here(node: Node<'_>, condition: Node<'_>) -> bool {
    const MAKERS: [&str; 5] = [
        "httptest.NewRecorder",
        "httptest.NewServer",
        "httptest.NewRequest",
        "bytes.NewBufferString",
        "strings.NewReader",
    ];
    let missing = condition
        .field("operator")
        .is_some_and(|it| it.text() == "==")
        && condition.field("right").is_some_and(|it| it.is("nil"));
    let name = condition.field("left").filter(|it| it.is("identifier"));
    let function = node.ancestors().find(|it| it.is("function_declaration"));
    let body = function.and_then(|it| it.field("body"));
    let (Some(name), Some(body), true) = (name, body, missing) else {
        return false;
    };
    let mut bound = body.descendants().filter_map(|it| {
        let assigned = shape::assigned(it)?;
        let named = assigned.left.iter().any(|it| it.text() == name.text());
        named.then_some(assigned.right)
    });
    let (first, other) = (bound.next(), bound.next());
    let made = first.is_some_and(|it| match it.as_slice() {
        [value] => Call::of(*value).is_some_and(|it| MAKERS.contains(&it.path())),
        _ => false,
    });
    made && other.is_none()
}

/// `want := f(1)`, `got := f(1)`, `if got != want`: both come from the very code that is tested. That it answers the same
/// twice may be the point of a test; then its name says so.
fn twice_the_same(node: Node<'_>, condition: Node<'_>) -> bool {
    const SAME: [&str; 16] = [
        "same",
        "stable",
        "determin",
        "idempot",
        "cache",
        "repeat",
        "twice",
        "consist",
        "equal",
        "unique",
        "random",
        "concurren",
        "singleton",
        "reus",
        "pool",
        "again",
    ];
    let differs = condition
        .field("operator")
        .is_some_and(|it| it.text() == "!=");
    let function = node.ancestors().find(|it| it.is("function_declaration"));
    let (Some(function), true) = (function, differs) else {
        return false;
    };
    let (left, right) = (condition.field("left"), condition.field("right"));
    if left.map(Node::text) == right.map(Node::text) {
        return false;
    }
    let name = function.field("name").map_or("", Node::text).to_lowercase();
    let value = |side: &str| {
        let side = condition.field(side)?;
        if Call::of(side).is_some_and(|it| it.arity() > 0) {
            return Some(side.text());
        }
        let body = function.field("body").filter(|_| side.is("identifier"))?;
        let mut bound = body.descendants().filter_map(|it| {
            let assigned = shape::assigned(it)?;
            let named = assigned.left.iter().any(|it| it.text() == side.text());
            named.then_some(assigned.right)
        });
        let (first, other) = (bound.next()?, bound.next());
        let alone = |it: &Node<'_>| {
            other.is_none()
                && Call::of(*it).is_some_and(|it| it.arity() > 0)
                && !is_worked_on(*it, body, condition)
        };
        match first.as_slice() {
            [value] if alone(value) => Some(value.text()),
            _ => None,
        }
    };
    let both = value("left").zip(value("right"));
    both.is_some_and(|(left, right)| left == right) && !SAME.iter().any(|it| name.contains(it))
}

/// Whether what a call looks at is worked on between the call and the condition: `n := len(s.all())`, `s.Rename(a, b)`.
fn is_worked_on<'t>(value: Node<'t>, body: Node<'t>, condition: Node<'t>) -> bool {
    let called: Vec<&str> = value
        .descendants()
        .filter(|it| it.is("call_expression"))
        .filter_map(|it| Call::of(it)?.operand())
        .filter(|it| it.is("identifier"))
        .map(Node::text)
        .take(4)
        .collect();
    let between = body.descendants().filter(|it| {
        it.is("call_expression") && it.start() > value.end() && it.end() <= condition.start()
    });
    let mut operands = between.filter_map(|it| Call::of(it)?.operand());
    operands.any(|it| it.is("identifier") && called.contains(&it.text()))
}

/// `assert.True(t, true)`, `require.Equal(t, 1, 1)`, `Expect(true).To(BeTrue())`.
pub(in crate::go) fn assertion(statement: Node<'_>) -> Option<Finding<'_>> {
    let call = Call::of(statement)?;
    let operand = call.operand()?;
    if is_subject(statement) {
        return None;
    }
    let holds = match Call::of(operand) {
        Some(inner) if inner.path() == "Expect" => expected(inner, call),
        Some(_) | None => asserted(operand, call),
    };
    holds.then(|| {
        Finding::new(
            statement,
            "assertion",
            Reason::ConstantAssertion,
            Certainty::Certain,
        )
    })
}

/// Whether an assertion is itself what is tested: `assert.Panics(t, func() { suite.True(true) })`.
fn is_subject(statement: Node<'_>) -> bool {
    let literal = statement.ancestors().find(|it| it.is("func_literal"));
    let call = literal.and_then(Node::parent).and_then(Node::parent);
    let outer = call.and_then(Call::of).map_or("", Call::last);
    outer.contains("Panic")
}

fn asserted<'t>(operand: Node<'t>, call: Call<'t>) -> bool {
    let words = phrases::name_words(operand.text());
    let asserts = words.iter().any(|it| {
        matches!(
            it.as_str(),
            "assert" | "require" | "is" | "s" | "suite" | "a" | "r"
        )
    });
    let given: Vec<Node<'t>> = call.arguments().filter(|it| !is_handle(*it)).collect();
    let (Some(first), true) = (given.first().copied(), asserts) else {
        return false;
    };
    let truth = || {
        let settled = constant::condition(first, &Flags::new()).map(|it| it.value);
        settled.or_else(|| compared(first))
    };
    let pair = given.get(1).map(|second| (first, *second));
    match call.last().trim_end_matches('f') {
        "True" => truth() == Some(true),
        "False" => truth() == Some(false),
        "Equal" | "EqualValues" | "Exactly" | "Same" | "ElementsMatch" | "JSONEq" => pair
            .is_some_and(|(a, b)| {
                let one = self_comparison::is_one(call.function, a, b);
                one || equal_literals(a, b) == Some(true) || same_name(a, b)
            }),
        "NotEqual" | "NotSame" => pair.is_some_and(|(a, b)| equal_literals(a, b) == Some(false)),
        "Nil" | "NoError" => first.is("nil"),
        "NotNil" | "NotEmpty" | "NotZero" => {
            is_literal(first) && value(first) == Some(Value::Fixed)
        }
        "Empty" | "Zero" => is_literal(first) && value(first) == Some(Value::Default),
        _ => false,
    }
}

fn expected<'t>(subject: Call<'t>, call: Call<'t>) -> bool {
    let (Some(given), Some(matcher)) = (
        subject.arguments().next(),
        call.arguments().next().and_then(Call::of),
    ) else {
        return false;
    };
    if !matches!(call.last(), "To" | "Should") {
        return false;
    }
    match matcher.path() {
        "BeTrue" => given.is("true"),
        "BeFalse" => given.is("false"),
        "BeNil" => given.is("nil"),
        "Equal" | "Be" => {
            let other = matcher.arguments().next();
            other.is_some_and(|it| equal_literals(given, it) == Some(true) || same_name(given, it))
        }
        _ => false,
    }
}

/// What a comparison of two literals comes to.
fn compared(condition: Node<'_>) -> Option<bool> {
    let condition = shape::bare(condition);
    let equal = equal_literals(condition.field("left")?, condition.field("right")?)?;
    match condition.field("operator")?.text() {
        "==" => Some(equal),
        "!=" => Some(!equal),
        _ => None,
    }
}

fn equal_literals(a: Node<'_>, b: Node<'_>) -> Option<bool> {
    let literal = is_literal(a) && is_literal(b) && a.kind() == b.kind();
    literal.then(|| a.text() == b.text())
}

fn is_literal(node: Node<'_>) -> bool {
    let compound = node.is_any(&["unary_expression", "composite_literal"]);
    let leaf = node.kind().ends_with("_literal") && !node.is("func_literal");
    (compound || leaf || node.is_any(&["true", "false", "nil"])) && value(node).is_some()
}

fn value(node: Node<'_>) -> Option<Value> {
    values::value(node, &Locals::new())
}

/// The same variable or field on both sides.
fn same_name(a: Node<'_>, b: Node<'_>) -> bool {
    let plain = |it: Node<'_>| {
        it.is_any(&["identifier", "selector_expression"])
            && !it.descendants().any(|inner| inner.is("call_expression"))
    };
    plain(a) && plain(b) && a.text() == b.text()
}

/// `t`, `s.T()`: the test itself.
fn is_handle(node: Node<'_>) -> bool {
    let called = Call::of(node).is_some_and(|it| matches!(it.last(), "T" | "GinkgoT"));
    called || (node.is("identifier") && matches!(node.text(), "t" | "tt" | "tb" | "b" | "c"))
}
