//! Assertions that hold whatever the code does, and tests that assert nothing.

use std::collections::BTreeSet;

use crate::parts::{Certainty, Definition, Import, Reason, Stub};
use crate::phrases;
use crate::scan::Scan;
use crate::script::shape;
use crate::script::test_assertions::callbacks;
use crate::script::test_assertions::tautologies::Ground;
use crate::script::values;
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 2_000;

/// How much of one test is looked at, in nodes.
const TEST_NODES_MAX: u32 = 50_000;

/// How much of one test is searched for a plan, in nodes.
const PLAN_NODES_MAX: u32 = 5_000;

/// First words of names that check something.
const CHECKING: [&str; 31] = [
    "expect",
    "assert",
    "should",
    "verify",
    "check",
    "ensure",
    "match",
    "matches",
    "fail",
    "fails",
    "throws",
    "rejects",
    "snapshot",
    "is",
    "equal",
    "equals",
    "deep",
    "same",
    "ok",
    "not",
    "truthy",
    "falsy",
    "plan",
    "pass",
    "validate",
    "compare",
    "must",
    "wait",
    "test",
    "type",
    "satisfies",
];

/// Matchers of `expect` that have to be called.
const MATCHERS: [&str; 12] = [
    "toBe",
    "toEqual",
    "toStrictEqual",
    "toBeTruthy",
    "toBeFalsy",
    "toBeDefined",
    "toBeNull",
    "toBeUndefined",
    "toThrow",
    "toContain",
    "toHaveLength",
    "toHaveBeenCalled",
];

/// Assertions that hold whatever the code does: `expect(true).toBe(true)`, `assert.equal(1, 1)`, `expect(x);`.
pub(in crate::script) fn constant(call: Node<'_>) -> bool {
    let Some(callee) = call
        .field("function")
        .filter(|_| call.is("call_expression"))
    else {
        return false;
    };
    let given: Vec<Node<'_>> = arguments(call);
    let equal = [
        "equal",
        "strictEqual",
        "deepEqual",
        "deepStrictEqual",
        "is",
        "same",
        "equals",
        "strictSame",
    ];
    let (first, last) = (shape::first_name(callee), shape::last_name(callee));
    match (first, last, given.as_slice()) {
        ("assert", "assert" | "ok" | "isTrue", [value, ..])
        | ("t", "ok" | "true" | "truthy", [value, ..]) => {
            return truth(*value) == Some(true);
        }
        ("assert" | "t", last, [a, b, ..]) if equal.contains(&last) => return same(*a, *b),
        _ => {}
    }
    if callee.text() == "expect" {
        // Nothing is asked of the value.
        let alone = call.parent().is_some_and(|p| p.is("expression_statement"));
        return alone && !given.is_empty();
    }
    let Some(actual) = expected_value(callee) else {
        return false;
    };
    match (last, given.as_slice()) {
        ("toBe" | "toEqual" | "toStrictEqual" | "eq" | "equal" | "eql" | "equals", [wanted]) => {
            same(actual, *wanted)
        }
        ("toBeTruthy" | "toBeDefined", []) => truth(actual) == Some(true),
        ("toBeFalsy", []) => truth(actual) == Some(false),
        _ => false,
    }
}

/// Whether an assertion stands where a test has to get to, so that it holds only if it is reached: in a function inside
/// a test, behind a branch, or counted by a plan.
pub(in crate::script) fn marks_a_place(call: Node<'_>) -> bool {
    let Some(function) = call.ancestors().find(|n| n.is_any(&shape::FUNCTIONS)) else {
        return false;
    };
    let of_test = function
        .parent()
        .and_then(Node::parent)
        .is_some_and(|around| {
            let callee = around.field("function").map_or("", shape::test_word);
            matches!(callee, "it" | "test" | "specify")
        });
    let branches = [
        "if_statement",
        "catch_clause",
        "switch_body",
        "ternary_expression",
    ];
    let branched = call
        .ancestors()
        .take_while(|n| n.id() != function.id())
        .any(|n| n.is_any(&branches));
    let counted = || {
        function.size() < PLAN_NODES_MAX
            && function
                .descendants()
                .any(|n| n.is("property_identifier") && n.text() == "plan")
    };
    !of_test || branched || counted()
}

/// `expect(x).toBe;`: a matcher that is never called.
pub(in crate::script) fn uncalled(statement: Node<'_>) -> bool {
    let member = shape::expression(statement);
    let matcher = member.is("member_expression") && MATCHERS.contains(&shape::last_name(member));
    matcher && expected_value(member).is_some()
}

/// What `expect` is given, at the head of a chain such as `expect(a).not.toBe`.
pub(in crate::script) fn expected_value(callee: Node<'_>) -> Option<Node<'_>> {
    let mut at = callee.field("object")?;
    for _ in 0..4 {
        if let Some(function) = at.field("function") {
            let given = arguments(at);
            let expects = function.text() == "expect" && given.len() == 1;
            return given.first().copied().filter(|_| expects);
        }
        // A turned assertion does not hold of itself.
        if at.field("property").is_some_and(|p| p.text() == "not") {
            return None;
        }
        at = at.field("object")?;
    }
    None
}

pub(in crate::script) fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    let list = call.field("arguments").into_iter().flat_map(Node::named);
    list.take(3).map(shape::bare).collect()
}

/// Whether two sides are the same whatever the code does: the same plain name, or the same literal.
fn same(a: Node<'_>, b: Node<'_>) -> bool {
    let plain = a.is_any(&[
        "identifier",
        "member_expression",
        "true",
        "false",
        "null",
        "undefined",
        "number",
    ]) && !a.descendants().any(|n| n.is("call_expression"));
    let settled = || values::value(a).is_some();
    a.text() == b.text() && (plain || settled())
}

/// The truth of a literal.
fn truth(value: Node<'_>) -> Option<bool> {
    match value.kind() {
        "true" => Some(true),
        "false" | "null" | "undefined" => Some(false),
        "number" => Some(value.text().chars().any(|c| matches!(c, '1'..='9'))),
        "string" => Some(value.text().len() > 2),
        "array" | "object" => values::value(value).map(|_| true),
        _ => None,
    }
}

/// Finds tests that assert nothing.
pub(in crate::script) fn find(
    scan: &Scan<'_>,
    imports: &[Import],
    definitions: &[Definition],
) -> Vec<Stub> {
    let mut found: Vec<Stub> = Vec::new();
    let own: BTreeSet<&str> = definitions.iter().map(|d| d.name.as_str()).collect();
    let ground = Ground::of(scan, imports);
    let nodes = scan.live_of(&["call_expression", "for_in_statement"]);
    for node in nodes {
        if found.len() >= FOUND_MAX {
            break;
        }
        let judged = test(node, &own).or_else(|| settled(&ground, node, scan));
        found.extend(judged.map(|(what, reason, certainty)| Stub {
            line: node.line(),
            what,
            reason,
            certainty,
            test: true,
        }));
    }
    found
}

/// What holds whatever the code does, and what never runs.
fn settled(
    ground: &Ground<'_>,
    node: Node<'_>,
    scan: &Scan<'_>,
) -> Option<(String, Reason, Certainty)> {
    if ground.runs_never(node) {
        let what = "table without a row".to_owned();
        return Some((what, Reason::NoAssertion, Certainty::Certain));
    }
    let placed = marks_a_place(node) && !scan.in_test(node);
    let holds = !placed && ground.holds(node);
    holds.then(|| {
        let what = "assertion".to_owned();
        (what, Reason::ConstantAssertion, Certainty::Certain)
    })
}

/// `it("works", () => { run(); })`.
fn test(call: Node<'_>, own: &BTreeSet<&str>) -> Option<(String, Reason, Certainty)> {
    let callee = call.field("function")?;
    let is_test = matches!(
        callee.text(),
        "it" | "test" | "it.only" | "test.only" | "specify" | "tap.test" | "t.test"
    );
    let mut given = call.field("arguments")?.named();
    let subject = given.next().and_then(shape::string)?;
    let body = given
        .next()
        .and_then(shape::function_of)
        .filter(|_| is_test)?;
    if callbacks::never_reached(body) {
        return Some((subject.to_owned(), Reason::NoAssertion, Certainty::Certain));
    }
    let body = body.field("body")?;
    if body.size() > TEST_NODES_MAX || body.named().next().is_none() {
        return None;
    }
    let mut does = !body.is("statement_block");
    let mut types = false;
    let only_types = body
        .named()
        .all(|n| n.is_any(&["interface_declaration", "type_alias_declaration"]));
    if only_types && !does {
        return None;
    }
    for node in body.descendants() {
        match node.kind() {
            "call_expression" | "new_expression" => {
                let callee = node.field("function").or_else(|| node.field("constructor"));
                let callee = callee.map_or("", Node::text);
                if checks(callee) || own.contains(callee) {
                    return None;
                }
                does |= !callee.starts_with("console.");
            }
            "throw_statement" | "return_statement" => return None,
            "jsx_element" | "jsx_self_closing_element" | "await_expression" => does = true,
            "type_annotation" | "satisfies_expression" | "type_alias_declaration" => types = true,
            _ => {}
        }
    }
    if body.is("call_expression") {
        return None;
    }
    // What only has to compile is a test of types.
    let idle = (keeps_unread(body) && !says_that_nothing_happens(subject)) || only_prints(body);
    let certainty = match types || (does && !idle) {
        true => Certainty::Likely,
        false => Certainty::Certain,
    };
    Some((subject.to_owned(), Reason::NoAssertion, certainty))
}

/// Whether a test is about nothing going wrong.
fn says_that_nothing_happens(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    let signs = [
        "not", "n't", "without", "never", "no ", "smoke", "compile", "type", "accept", "allow",
        "support",
    ];
    signs.iter().any(|sign| lower.contains(sign))
}

/// Whether a test keeps what it was given back, and never looks at it.
fn keeps_unread(body: Node<'_>) -> bool {
    let kept = body.descendants().filter(|n| n.is("variable_declarator"));
    let mut kept = kept.filter(|n| {
        let value = n.field("value").map(shape::bare);
        value.is_some_and(|v| v.is("call_expression"))
    });
    kept.any(|n| {
        let Some(name) = n.field("name").filter(|name| name.is("identifier")) else {
            return false;
        };
        let mut places = body.descendants().filter(|n| {
            n.is_any(&["identifier", "shorthand_property_identifier"]) && n.text() == name.text()
        });
        !name.text().starts_with('_') && places.nth(1).is_none()
    })
}

/// Whether what a test compares is only printed.
fn only_prints(body: Node<'_>) -> bool {
    let mut forks = body.descendants().filter(|n| n.is("if_statement"));
    forks.any(|fork| {
        let Some(then) = fork.field("consequence") else {
            return false;
        };
        let mut statements = match then.is("statement_block") {
            true => then.named().collect(),
            false => vec![then],
        };
        statements.retain(|n| !n.is_extra());
        let prints = |n: &Node<'_>| {
            let callee = shape::expression(*n).field("function");
            callee.is_some_and(|c| shape::first_name(c) == "console")
        };
        !statements.is_empty() && statements.iter().all(prints)
    })
}

/// Whether a callee, or anything in its chain, sounds as if it checked something.
pub(in crate::script) fn checks(callee: &str) -> bool {
    let parts = callee.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
    let mut parts = parts.filter(|part| !part.is_empty()).take(32);
    parts.any(|part| {
        let words = phrases::name_words(part);
        let first = words.first().map_or("", String::as_str);
        let on_screen = ["getBy", "getAllBy", "findBy", "findAllBy"];
        CHECKING.contains(&first)
            || on_screen.iter().any(|start| part.starts_with(start))
            || matches!(
                part,
                "done" | "cy" | "page" | "t" | "chai" | "sinon" | "request"
            )
    })
}
