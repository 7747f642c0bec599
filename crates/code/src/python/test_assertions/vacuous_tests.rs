//! Tests that test nothing: no assertion, or an assertion that always holds.

use std::collections::BTreeMap;

use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::python::bodies::no_op_statements;
use crate::python::bodies::stubs::Finding;
use crate::python::test_assertions::constant_assertions::{Called, holds};
use crate::python::test_assertions::swallowed_failures::{self, Given};
use crate::python::test_assertions::{test_functions, weak_assertions};
use crate::python::{builtins, marks, shape};
use crate::scan::Scan;
use crate::syntax::Node;

/// Longest test that is looked at, in nodes.
const TEST_NODES_MAX: usize = 20_000;

/// Words in the names of calls that check something.
const CHECKS: [&str; 21] = [
    "assert",
    "raises",
    "warns",
    "fail",
    "expect",
    "verify",
    "check",
    "should",
    "ensure",
    "must",
    "compare",
    "validate",
    "snapshot",
    "match",
    "equal",
    "benchmark",
    "test",
    "approve",
    "skip",
    "xfail",
    "lint",
];

/// What may run code that is under test without a call.
const RUNS: [&str; 9] = [
    "subscript",
    "attribute",
    "import_statement",
    "import_from_statement",
    "class_definition",
    "with_statement",
    "for_statement",
    "binary_operator",
    "delete_statement",
];

/// What a file says about what its tests call.
struct Known<'t> {
    /// Functions of the file, with whether they check anything.
    helpers: BTreeMap<&'t str, bool>,
    called: Called<'t>,
}

/// What one test does.
#[derive(Default)]
struct Test<'t> {
    name: &'t str,
    checks: bool,
    /// Assertions that always hold.
    constant: Vec<(Node<'t>, bool)>,
    /// Other assertions.
    real: u32,
    /// Assertions that only ask whether there is something.
    faint: u32,
    /// It calls anything that may be under test.
    calls: bool,
    /// What it tells stand-ins to give, and what it keeps.
    given: Given<'t>,
    /// Assertions whose failure goes nowhere.
    dropped: u32,
    /// It asks a stand-in whether it was called.
    stood_in: bool,
    /// What stands before this byte has been looked at.
    until: usize,
}

pub(in crate::python) fn find<'t>(scan: &Scan<'t>) -> Vec<Finding<'t>> {
    let known = Known {
        helpers: helpers(scan),
        called: Called::of(scan),
    };
    let mut found = Vec::new();
    let functions = scan.live_of(&["function_definition"]);
    for function in functions.filter(|f| scan.in_test(*f) && test_functions::is_test(*f)) {
        let marks: Vec<String> = shape::decorators(function)
            .map(|d| shape::last_name(d).to_owned())
            .collect();
        if !marks::skips(&marks) {
            judge(function, &marks, scan, &known, &mut found);
        }
    }
    found.extend(
        scan.live_of(&["assert_statement"])
            .filter(|n| !scan.in_test(*n))
            .filter_map(outside),
    );
    found
}

/// An assertion outside tests that always holds.
fn outside(node: Node<'_>) -> Option<Finding<'_>> {
    let constant = holds(node).is_some();
    constant.then(|| Finding::likely(node, "assertion", Reason::ConstantAssertion))
}

fn judge<'t>(
    function: Node<'t>,
    marks: &[String],
    scan: &Scan<'t>,
    known: &Known<'t>,
    found: &mut Vec<Finding<'t>>,
) {
    let (Some(body), Some(name)) = (function.field("body"), function.field("name")) else {
        return;
    };
    let mut test = Test {
        name: name.text(),
        ..Test::default()
    };
    for decorator in shape::decorators(function) {
        test.replaces(decorator);
    }
    let live = body
        .descendants()
        .filter(|n| !scan.dead.contains(n.start()));
    for node in live.take(TEST_NODES_MAX) {
        test.look(node, known);
    }
    // What a stand-in was asked shows something.
    test.checks |= test.stood_in;
    let only = test.real == 0 && !test.checks;
    for (node, sure) in &test.constant {
        let finding = Finding::likely(*node, "assertion", Reason::ConstantAssertion);
        found.push(finding.certain_if(*sure && only));
    }
    if test.real > 0
        && (swallowed_failures::has_no_rows(function)
            || swallowed_failures::is_closed(function, body))
    {
        let whole = shape::decorated(function);
        let finding = Finding::likely(whole, name.text(), Reason::ConstantAssertion);
        found.push(finding.certain_if(!marks::is_odd(marks)));
    }
    let odd = marks::is_odd(marks) || no_op_statements::is_doctest(body);
    let empty = shape::statements(body).all(shape::is_pass);
    let asserts = test.real > 0 || test.checks || !test.constant.is_empty();
    if !asserts && !empty {
        let whole = shape::decorated(function);
        let finding = Finding::likely(whole, name.text(), Reason::NoAssertion);
        let idle =
            has_unread_row(function, body) || keeps_unread(function, body) || only_prints(body);
        let tries = swallowed_failures::only_tries(body) && !says_nothing_happens(function);
        // Whatever else a decorator does, what was dropped does not come to it.
        let lost = test.dropped > 0 && !no_op_statements::is_doctest(body) || tries && !odd;
        found.push(finding.certain_if((!test.calls && !odd) || idle || lost));
    }
    if test.real > 0
        && test.faint == test.real
        && !test.checks
        && !odd
        && !weak_assertions::is_meant(test.name)
    {
        let whole = shape::decorated(function);
        found.push(Finding {
            certainty: Certainty::Faint,
            ..Finding::likely(whole, test.name, Reason::NoAssertion)
        });
    }
}

/// Whether a test gets rows of input and of what is expected, and never looks at one of these.
fn has_unread_row(function: Node<'_>, body: Node<'_>) -> bool {
    // A count says how often, and is no input.
    let counts = |d| shape::arguments(d).nth(1).map(shape::called) == Some("range");
    let rows = shape::decorators(function);
    let rows = rows.filter(|d| shape::called(*d) == "parametrize" && !counts(*d));
    let names = rows
        .filter_map(|d| shape::arguments(d).next())
        .flat_map(|first| {
            let texts: Vec<&str> = match shape::string(first) {
                Some(text) => text.split(',').map(str::trim).collect(),
                None => first.named().filter_map(shape::string).collect(),
            };
            texts
        });
    let mut names = names.filter(|name| !name.starts_with('_') && !name.is_empty());
    names.any(|name| !reads(body, name))
}

/// Whether that nothing happens is what a test is about.
fn says_nothing_happens(function: Node<'_>) -> bool {
    const WORDS: [&str; 13] = [
        "no", "not", "without", "smoke", "runs", "works", "never", "does", "dont", "doesnt",
        "fuzz", "crash", "survives",
    ];
    let words = phrases::name_words(function.field("name").map_or("", Node::text));
    words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// Whether a test keeps what it was given back, and never looks at it.
fn keeps_unread(function: Node<'_>, body: Node<'_>) -> bool {
    if says_nothing_happens(function) {
        return false;
    }
    let mut kept = body.descendants().take(TEST_NODES_MAX).filter(|n| {
        let call = n.field("right").map(shape::bare);
        n.is("assignment") && call.is_some_and(|call| call.is("call"))
    });
    kept.any(|n| {
        let name = n.field("left").filter(|left| left.is("identifier"));
        name.is_some_and(|name| !name.text().starts_with('_') && !reads(body, name.text()))
    })
}

/// Whether what a test compares is only printed.
fn only_prints(body: Node<'_>) -> bool {
    let forks = body.descendants().take(TEST_NODES_MAX);
    let mut forks = forks.filter(|n| n.is("if_statement"));
    forks.any(|fork| {
        let Some(then) = fork.field("consequence") else {
            return false;
        };
        let compares = fork
            .field("condition")
            .is_some_and(|c| c.is("comparison_operator"));
        compares && then.named().all(no_op_statements::logs)
    })
}

/// Whether a name is looked at anywhere in a body.
fn reads(body: Node<'_>, name: &str) -> bool {
    let mut names = body.descendants().take(TEST_NODES_MAX);
    names.any(|n| {
        let left = n.field_name() == "left" && n.parent().is_some_and(|p| p.is("assignment"));
        n.is("identifier") && n.text() == name && !left
    })
}

impl<'t> Test<'t> {
    fn look(&mut self, node: Node<'t>, known: &Known<'t>) {
        if node.start() < self.until {
            return;
        }
        match node.kind() {
            "with_statement" if swallowed_failures::raises_by_itself(node) => {
                self.constant.push((node, true));
                self.until = node.end();
            }
            "assert_statement" => match self.always_holds(node, known) {
                Some(sure) => self.constant.push((node, sure)),
                None => self.asserts(node),
            },
            "raise_statement" => self.checks = true,
            // What hands something back is called by a test, whatever its name.
            "return_statement" => self.checks |= node.named().next().is_some(),
            "call" => self.call(node, known),
            "assignment" => self.given.binds(node),
            kind => self.calls |= RUNS.contains(&kind),
        }
    }

    fn always_holds(&self, assertion: Node<'t>, known: &Known<'t>) -> Option<bool> {
        let settled = known.called.is_all_that_is_asked(assertion)
            || self.given.is_one_call(assertion, self.name);
        settled.then_some(true).or_else(|| holds(assertion))
    }

    fn asserts(&mut self, assertion: Node<'t>) {
        if swallowed_failures::is_dropped(assertion) {
            self.dropped = self.dropped.saturating_add(1);
            return;
        }
        let faint = weak_assertions::is_faint(assertion);
        self.faint = self.faint.saturating_add(u32::from(faint));
        self.real = self.real.saturating_add(1);
    }

    fn call(&mut self, call: Node<'t>, known: &Known<'t>) {
        let name = shape::called(call);
        if let Some(sure) = self.always_holds(call, known) {
            self.constant.push((call, sure));
            return;
        }
        self.replaces(call);
        let lower = name.to_lowercase();
        let checks = CHECKS.iter().any(|word| lower.contains(word));
        if name.starts_with("assert") && swallowed_failures::is_dropped(call) {
            self.dropped = self.dropped.saturating_add(1);
            return;
        }
        if weak_assertions::asks_a_stand_in(name) {
            self.stood_in = true;
            return;
        }
        let helps = known.helpers.get(name).copied().unwrap_or(false);
        if weak_assertions::is_faint(call) {
            self.asserts(call);
            return;
        }
        self.checks |= checks || helps;
        let plain = shape::callee(call).is_some_and(|c| c.is("identifier"));
        let other = matches!(name, "open" | "AsyncMock" | "sleep");
        let builtin = (builtins::is_builtin(name) || other) && (plain || name == "sleep");
        let of_mock = matches!(name, "patch" | "object" | "setattr");
        if !(checks || builtin || of_mock) {
            self.calls = true;
        }
    }

    /// `patch("a.b.c")`, `patch.object(a, "b")`, `monkeypatch.setattr(a, "b", ..)`.
    fn replaces(&mut self, call: Node<'t>) {
        let Some(callee) = shape::callee(call) else {
            return;
        };
        let name = shape::last_name(callee);
        let first = shape::first_name(callee);
        let texts = || shape::arguments(call).take(2).filter_map(shape::string);
        let text = match name {
            "patch" => texts().next(),
            "object" if callee.text().contains("patch") => texts().next(),
            "setattr" if first == "monkeypatch" => texts().next(),
            _ => None,
        };
        let last = text.and_then(|text| text.rsplit('.').next());
        let last = last.filter(|last| !last.is_empty());
        if let Some(last) = last {
            self.given.replaces(last, call);
        }
    }
}

/// Functions of this file, by name, with whether they check anything themselves.
fn helpers<'t>(scan: &Scan<'t>) -> BTreeMap<&'t str, bool> {
    let mut found: BTreeMap<&str, bool> = BTreeMap::new();
    for node in scan.live_of(&["assert_statement", "raise_statement", "call"]) {
        let checks = match node.kind() {
            "assert_statement" | "raise_statement" => true,
            "call" => {
                let lower = shape::called(node).to_lowercase();
                CHECKS.iter().take(4).any(|word| lower.contains(word))
            }
            _ => false,
        };
        if !checks {
            continue;
        }
        let around = node.ancestors().filter(|n| n.is("function_definition"));
        for name in around.filter_map(|f| f.field("name")) {
            found.insert(name.text(), true);
        }
    }
    found
}
