//! Tests that cannot fail: that assert nothing, assert what holds anyway, or test what they put there themselves.

use std::collections::BTreeSet;

use crate::go::bodies::hollow::certain_if;
use crate::go::bodies::stubs::Finding;
use crate::go::data::state;
use crate::go::error_handling::errors;
use crate::go::items::File;
use crate::go::regions;
use crate::go::shape::{self, Call, Head};
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

mod logged_results;
mod uncalled_callbacks;
mod unread_columns;

/// How much of a test is looked at, in nodes. A longer one is not judged.
const TEST_NODES_MAX: u32 = 20_000;

/// Methods of `testing.T` that fail a test.
pub(in crate::go) const FAILS: [&str; 6] =
    ["Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow"];

/// Words of names of functions that check something.
pub(in crate::go) const CHECKS: [&str; 16] = [
    "assert",
    "require",
    "expect",
    "must",
    "check",
    "verify",
    "should",
    "equal",
    "ensure",
    "want",
    "compare",
    "panics",
    "so",
    "eventually",
    "mustcompile",
    "validate",
];

/// Names that say nothing about what is tested.
const NEUTRAL: [&str; 42] = [
    "fmt", "log", "testing", "assert", "require", "nil", "true", "false", "len", "cap", "append",
    "make", "new", "panic", "print", "println", "string", "int", "int8", "int16", "int32", "int64",
    "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "bool", "byte", "rune",
    "error", "any", "delete", "copy", "min", "max", "T", "_", "clear", "uintptr",
];

/// Judges a test function.
pub(in crate::go) fn test<'t>(node: Node<'t>, file: &File<'t>) -> Vec<Finding<'t>> {
    let name = node.field("name").map_or("", Node::text);
    let runs = regions::is_test(node, file.in_tests) && name.starts_with("Test");
    if name.starts_with("Example") && !says_what_comes(node) {
        // One that can't be run may be meant so.
        let (reason, certainty) = (Reason::NoAssertion, Certainty::Faint);
        return vec![Finding::new(node, name, reason, certainty)];
    }
    let body = node.field("body").filter(|it| it.size() <= TEST_NODES_MAX);
    // That a test without a statement asserts nothing is said of it where tests are compared.
    let body = body.filter(|it| shape::statements(*it).next().is_some());
    let (true, Some(body)) = (runs && name != "TestMain", body) else {
        return Vec::new();
    };
    let view = View::of(node, body);
    let mut found = Vec::new();
    let logged = || view.asserts && logged_results::only(name, body, &handles(node));
    let flaw = match view.flaw() {
        // It writes down what came, or drops it by name, and compares nothing.
        Some((Reason::NoAssertion, Certainty::Likely))
            if logged_results::all(name, body, &handles(node))
                || uncalled_callbacks::drops(body) && !logged_results::runs(name) =>
        {
            Some((Reason::NoAssertion, Certainty::Certain))
        }
        flaw => flaw,
    };
    let flaw = flaw.or_else(|| logged().then_some((Reason::NoAssertion, Certainty::Certain)));
    if let Some((reason, certainty)) = flaw {
        found.push(Finding::new(node, name, reason, certainty));
    }
    found.extend(unread_columns::unread(name, body, &handles(node)));
    found
}

/// Whether an example says what it writes: only then it is run.
fn says_what_comes(example: Node<'_>) -> bool {
    let comments = example.descendants().filter(|it| it.is("comment"));
    let mut texts = comments.map(|it| it.text().trim_start_matches(['/', '*', ' ', '\n', '\t']));
    texts.any(|it| {
        let lower = it.to_lowercase();
        lower.starts_with("output:") || lower.starts_with("unordered output:")
    })
}

/// What a test does.
#[derive(Default)]
struct View<'t> {
    /// It may fail.
    asserts: bool,
    /// It compares something, and where that does not hold it only writes to the log.
    only_tells: bool,
    /// Where what it asked went wrong, it skips itself.
    gives_up: bool,
    /// It ends before it begins unless somebody has set a variable of the environment, and passes.
    waits: bool,
    /// Before it compares anything it ends where there is an error, and passes.
    leaves: bool,
    /// It goes through a list that is empty as it is written.
    empty_table: bool,
    /// It skips itself as a statement of its own.
    skips: bool,
    /// Names from outside that it touches, but those that say nothing.
    touches: BTreeSet<&'t str>,
    /// What it calls by a plain name.
    calls: BTreeSet<&'t str>,
}

impl<'t> View<'t> {
    fn of(node: Node<'t>, body: Node<'t>) -> View<'t> {
        let handles = handles(node);
        let locals = locals(node);
        let closures = closures(node);
        let mut view = View::default();
        let mut never = state::empty_loops(body);
        never.extend(uncalled_callbacks::callbacks(body, &handles));
        never.extend(uncalled_callbacks::dropped(body));
        let runs = |it: &Node<'t>| {
            !never
                .iter()
                .any(|range| range.start <= it.start() && it.end() <= range.end)
        };
        view.empty_table = !never.is_empty();
        for inner in body.descendants().filter(runs) {
            if let Some(call) = Call::of(inner).filter(|_| inner.is("call_expression")) {
                view.call(call, &handles);
                // In `sum := sum(1)` the function is from outside, though a local hides it later.
                let named = call.function.is("identifier") && !NEUTRAL.contains(&call.path());
                if named && !closures.contains(call.path()) {
                    view.touches.insert(call.path());
                }
            }
            view.only_tells |= only_tells(inner, &handles);
            view.gives_up |= gives_up(inner, &handles);
            view.waits |= waits(inner, body);
            view.leaves |= !view.asserts && uncalled_callbacks::leaves(inner, body, &handles);
            let word = inner.is_any(&["identifier", "type_identifier", "package_identifier"]);
            if !word {
                continue;
            }
            let text = inner.text();
            let passed = handles.contains(text)
                && !is_operand(inner)
                && !is_declared(inner)
                && !uncalled_callbacks::makes(inner);
            // A helper that is given the test may fail it.
            view.asserts |= passed;
            let known = NEUTRAL.contains(&text) || handles.contains(text) || locals.contains(text);
            if !known {
                view.touches.insert(text);
            }
        }
        let top = shape::statements(body).filter_map(Call::of);
        view.skips = top.into_iter().any(|it| it.last().starts_with("Skip"));
        view
    }

    fn call(&mut self, call: Call<'t>, handles: &BTreeSet<&'t str>) {
        let handle = handles.contains(call.first());
        let words = phrases::name_words(call.path());
        let checks = words.iter().any(|word| CHECKS.contains(&word.as_str()));
        self.asserts |= match handle {
            true => FAILS.contains(&call.last()),
            false => {
                checks
                    || matches!(
                        call.path(),
                        "panic" | "os.Exit" | "log.Fatal" | "log.Fatalf"
                    )
            }
        };
        if call.function.is("identifier") {
            self.calls.insert(call.path());
        }
    }

    fn flaw(&self) -> Option<(Reason, Certainty)> {
        if self.waits || self.leaves && !self.skips {
            return Some((Reason::NoAssertion, Certainty::Certain));
        }
        match (self.asserts, self.touches.is_empty()) {
            (_, _) if self.skips && !self.asserts => None,
            (false, true) => Some((Reason::NoAssertion, Certainty::Certain)),
            (false, false) => Some((
                Reason::NoAssertion,
                certain_if(self.only_tells || self.empty_table || self.gives_up),
            )),
            (true, true) => Some((Reason::ConstantAssertion, Certainty::Certain)),
            (true, false) => None,
        }
    }
}

/// `if os.Getenv("SLOW") == "" { return }`, first of all: it passes without a word.
fn waits(node: Node<'_>, body: Node<'_>) -> bool {
    let first = shape::statements(body).next();
    let (Some(condition), Some(block)) = (node.field("condition"), node.field("consequence"))
    else {
        return false;
    };
    let asked = condition.field("left").and_then(Call::of);
    let unset = condition
        .field("operator")
        .is_some_and(|it| it.text() == "==")
        && condition.field("right").and_then(shape::string) == Some("")
        && asked.is_some_and(|it| it.path() == "os.Getenv");
    let mut inside = shape::statements(block);
    let leaves = inside.next().is_some_and(|it| it.is("return_statement"));
    first.is_some_and(|it| it.id() == node.id()) && unset && leaves
}

/// `if err == nil { t.Skip(..) }`: what should fail is passed over.
fn gives_up(node: Node<'_>, handles: &BTreeSet<&str>) -> bool {
    let (Some(condition), Some(body)) = (node.field("condition"), node.field("consequence")) else {
        return false;
    };
    let found = condition
        .field("operator")
        .is_some_and(|it| it.text() == "==")
        && condition.field("right").is_some_and(|it| it.is("nil"))
        && condition
            .field("left")
            .is_some_and(|it| errors::is_error(it.text()));
    let mut calls = shape::statements(body).filter_map(Call::of);
    node.is("if_statement")
        && found
        && calls.any(|it| handles.contains(it.first()) && it.last().starts_with("Skip"))
}

/// `if got != want { t.Logf(..) }`
fn only_tells(node: Node<'_>, handles: &BTreeSet<&str>) -> bool {
    let (Some(condition), Some(body)) = (node.field("condition"), node.field("consequence")) else {
        return false;
    };
    let operator = condition.field("operator").map_or("", Node::text);
    let compares = node.is("if_statement")
        && matches!(
            operator,
            "!=" | "==" | "||" | "&&" | "!" | "<" | ">" | "<=" | ">="
        );
    let logs = |it: Node<'_>| {
        let call = Call::of(it).filter(|_| it.is("expression_statement"));
        call.is_some_and(|call| {
            handles.contains(call.first()) && matches!(call.last(), "Log" | "Logf")
        })
    };
    let mut inside = shape::statements(body).peekable();
    compares && inside.peek().is_some() && inside.all(logs)
}

/// The names under which a test and its cases know the test.
fn handles<'t>(node: Node<'t>) -> BTreeSet<&'t str> {
    let inner = node.descendants().filter(|it| it.is("func_literal"));
    let heads = std::iter::once(node).chain(inner).map(Head::of);
    let parameters = heads.flat_map(|it| it.parameters);
    parameters
        .filter(|it| it.of.text().contains("testing."))
        .filter_map(|it| it.name)
        .collect()
}

/// Every name that a function declares inside itself.
fn locals<'t>(node: Node<'t>) -> BTreeSet<&'t str> {
    let mut found = BTreeSet::new();
    for inner in node.descendants() {
        match inner.kind() {
            "short_var_declaration" | "range_clause" | "receive_statement" => {
                let left = inner.field("left").filter(|_| inner.child(":=").is_some());
                let names = left.map_or_else(Vec::new, shape::expressions);
                found.extend(names.into_iter().map(Node::text));
            }
            "var_spec" | "const_spec" | "type_spec" | "parameter_declaration" => {
                let names = inner.children().filter(|it| it.field_name() == "name");
                found.extend(names.map(Node::text));
            }
            _ => {}
        }
    }
    found
}

/// Local names that function literals are bound to, and parameters, which may be functions.
fn closures<'t>(node: Node<'t>) -> BTreeSet<&'t str> {
    let mut found = BTreeSet::new();
    for inner in node.descendants() {
        let head = inner.is("func_literal").then(|| Head::of(inner));
        found.extend(head.iter().flat_map(Head::names));
        let value = inner
            .field("value")
            .map_or_else(Vec::new, shape::expressions);
        let (names, values) = match shape::assigned(inner) {
            Some(assigned) => (assigned.left, assigned.right),
            None if inner.is("var_spec") => (inner.field("name").into_iter().collect(), value),
            None => continue,
        };
        let bound = names.iter().zip(values);
        let bound = bound.filter(|(_, value)| value.is("func_literal"));
        found.extend(bound.map(|(name, _)| name.text()));
    }
    found
}

fn is_operand(node: Node<'_>) -> bool {
    node.field_name() == "operand" && node.parent().is_some_and(|it| it.is("selector_expression"))
}

fn is_declared(node: Node<'_>) -> bool {
    node.field_name() == "name"
        || node
            .parent()
            .is_some_and(|it| it.is("parameter_declaration"))
}
