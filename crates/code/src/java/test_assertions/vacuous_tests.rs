//! Java tests that assert nothing, and tests that are about their own mocks.

use std::collections::{BTreeMap, BTreeSet};

use crate::java::regions;
use crate::java::shape;
use crate::java::test_assertions::broad_assertions;
use crate::java::test_assertions::unseen_assertions;
use crate::parts::{Certainty, Reason, Stub};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// How much of one test is looked at, in nodes.
const TEST_NODES_MAX: usize = 20_000;

/// How often it is asked which helpers assert through other helpers.
const ROUNDS_MAX: usize = 4;

/// Words in names of calls that check something.
const CHECKS: [&str; 24] = [
    "assert",
    "asserts",
    "asserting",
    "verify",
    "verifies",
    "expect",
    "expects",
    "expected",
    "fail",
    "check",
    "checks",
    "should",
    "must",
    "ensure",
    "require",
    "validate",
    "throws",
    "thrown",
    "then",
    "await",
    "matches",
    "approve",
    "compare",
    "confirm",
];

/// Words in names of tests whose point is that something runs to its end.
const RUNS: [&str; 22] = [
    "throw",
    "throws",
    "exception",
    "exceptions",
    "fail",
    "fails",
    "crash",
    "smoke",
    "compile",
    "compiles",
    "loads",
    "load",
    "instantiate",
    "instantiation",
    "benchmark",
    "performance",
    "perf",
    "print",
    "deadlock",
    "main",
    "example",
    "demo",
];

/// Finds both.
pub(in crate::java) fn find(scan: &Scan<'_>) -> Vec<Stub> {
    let helpers = Helpers::of(scan);
    let mut found = Vec::new();
    let methods = scan.live_of(&["method_declaration"]);
    for node in methods.filter(|n| regions::is_test(*n)) {
        let Some(body) = node.field("body") else {
            continue;
        };
        if found.len() >= scan.limits.items_max || body.named().next().is_none() {
            continue;
        }
        let flaw = idle(node, body, &helpers).or_else(|| {
            let left = unseen_assertions::leaves_its_subject(node, body)
                || broad_assertions::leaves_its_field(node);
            left.then_some(NOTHING)
        });
        if let Some((reason, certainty)) = flaw {
            let class = shape::class_of(node).and_then(|class| class.field("name"));
            let name = node.field("name").map_or("", Node::text);
            found.push(Stub {
                line: node.line(),
                what: format!("{}.{name}", class.map_or("", Node::text)),
                reason,
                certainty,
                test: true,
            });
        }
    }
    found
}

/// What is certain of a test that looks at nothing.
const NOTHING: (Reason, Certainty) = (Reason::NoAssertion, Certainty::Certain);

/// What the methods of a file call, and which of them assert by that.
struct Helpers<'t> {
    defined: BTreeSet<&'t str>,
    assert: BTreeSet<&'t str>,
}

impl<'t> Helpers<'t> {
    fn of(scan: &Scan<'t>) -> Helpers<'t> {
        let mut calls: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut assert: BTreeSet<&str> = BTreeSet::new();
        let mut defined: BTreeSet<&str> = BTreeSet::new();
        let kinds = [
            "method_declaration",
            "throw_statement",
            "assert_statement",
            "method_invocation",
        ];
        for node in scan.live_of(&kinds) {
            let around = || shape::function_around(node)?.field("name").map(Node::text);
            match node.kind() {
                "method_declaration" => defined.extend(node.field("name").map(Node::text)),
                "throw_statement" | "assert_statement" => assert.extend(around()),
                "method_invocation" => {
                    let Some(method) = around() else { continue };
                    match is_check(shape::method(node)) {
                        true => {
                            assert.insert(method);
                        }
                        false if is_own(node) => {
                            calls.entry(method).or_default().push(shape::method(node));
                        }
                        false => {}
                    }
                }
                _ => {}
            }
        }
        for _ in 0..ROUNDS_MAX {
            let through = calls.iter().filter(|(_, called)| {
                let reached = |name: &&str| assert.contains(*name) || !defined.contains(*name);
                called.iter().any(reached)
            });
            let through: Vec<&str> = through.map(|(method, _)| *method).collect();
            assert.extend(through);
        }
        Helpers { defined, assert }
    }

    /// Whether a call of a test's own class asserts. What is inherited may.
    fn check(&self, name: &str) -> bool {
        self.assert.contains(name) || !self.defined.contains(name)
    }
}

/// A call without an object, or on `this` or `super`.
fn is_own(call: Node<'_>) -> bool {
    let object = call.field("object");
    object.is_none_or(|object| object.is_any(&["this", "super"]))
}

fn is_check(name: &str) -> bool {
    let words = phrases::name_words(name);
    words.iter().any(|word| CHECKS.contains(&word.as_str()))
}

fn idle(test: Node<'_>, body: Node<'_>, helpers: &Helpers<'_>) -> Option<(Reason, Certainty)> {
    let inside = || body.descendants().take(TEST_NODES_MAX);
    let asserts = |n: &Node<'_>| match n.kind() {
        "throw_statement" | "assert_statement" => true,
        "method_invocation" => {
            let name = shape::method(*n);
            is_check(name) || (is_own(*n) && helpers.check(name))
        }
        "method_reference" => n.named().last().is_some_and(|name| is_check(name.text())),
        _ => false,
    };
    let mut assertions = inside().filter(asserts).peekable();
    let some = assertions.peek().is_some();
    let unfed = unseen_assertions::has_no_inputs(test);
    if body.size() as usize > TEST_NODES_MAX
        || (some && !unfed && assertions.any(|it| !unseen_assertions::is_vain(it, test)))
    {
        return None;
    }
    let name = test.field("name").map_or("", Node::text);
    let runs = phrases::name_words(name)
        .iter()
        .any(|word| RUNS.contains(&word.as_str()));
    let told = shape::annotations(test).any(|it| {
        let text = it.text();
        text.contains("expected") || text.contains("timeout") || text.contains("Timeout")
    });
    let off = shape::is_marked(test, &["Disabled", "Ignore", "TestFactory", "Benchmark"]);
    let yields = test.field("type").is_some_and(|t| !t.is("void_type"));
    if runs || told || off || yields {
        return None;
    }
    let calls = [
        "method_invocation",
        "object_creation_expression",
        "method_reference",
    ];
    let works = inside().any(|n| n.is_any(&calls));
    Some((
        Reason::NoAssertion,
        match works && !some {
            true => Certainty::Likely,
            false => Certainty::Certain,
        },
    ))
}
