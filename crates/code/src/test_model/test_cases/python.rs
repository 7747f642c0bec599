//! Tests in Python: functions and methods that pytest and unittest find by their names.

use super::{Raw, call_at_top, joined};
use crate::is_test_path;
use crate::language::Language;
use crate::syntax::{Node, Tree};
use crate::test_model::suite::Skip;

pub(super) fn find<'t>(path: &str, tree: &'t Tree<'t>) -> Vec<Raw<'t>> {
    let in_tests = is_test_path(path, Language::Python);
    let whole = of_module(tree);
    let functions = tree.of(&["function_definition"]);
    let mut found: Vec<Raw<'t>> = functions.filter_map(|it| function(it, in_tests)).collect();
    for raw in &mut found {
        if let Some((how, by)) = whole {
            raw.switch(how, by, by.text());
        }
    }
    found
}

fn function<'t>(node: Node<'t>, in_tests: bool) -> Option<Raw<'t>> {
    let name = node.field("name")?.text();
    if !name.starts_with("test") {
        return None;
    }
    let mut classes: Vec<Node<'t>> = Vec::new();
    for around in node.ancestors() {
        match around.kind() {
            "function_definition" => return None,
            "class_definition" => classes.push(around),
            _ => {}
        }
    }
    let of_unittest = classes.iter().any(|it| {
        it.field("superclasses")
            .is_some_and(|it| it.text().contains("TestCase"))
    });
    if !in_tests && !of_unittest {
        return None;
    }
    let whole = decorated(node);
    if classes.iter().any(|it| is_passed_over(*it)) || whole.is_some_and(is_fixture) {
        return None;
    }
    let mut raw = Raw::new(name, whole.unwrap_or(node), node.field("body")?);
    raw.is_empty = raw.body.named().all(is_nothing);
    for class in &classes {
        of_class(&mut raw, *class);
    }
    // What puts tests together gives them to a runner: `def test_suite(): return TestSuite(..)`.
    raw.asserts_by_mark |= raw
        .body
        .named()
        .any(|it| it.is("return_statement") && it.named().next().is_some());
    if let Some(whole) = whole {
        decorators(&mut raw, whole);
        raw.marks = whole.named().filter(|it| it.is("decorator")).collect();
    }
    let off = call_at_top(
        raw.body,
        &[
            "pytest.skip(",
            "self.skipTest(",
            "raise SkipTest",
            "raise unittest.SkipTest",
            "pytest.xfail(",
        ],
    );
    if let Some(off) = off {
        raw.switch(Skip::Always, off, off.text());
    }
    let names = classes
        .iter()
        .map(|it| it.field("name").map_or("", Node::text).to_owned());
    raw.group = joined(names.collect());
    Some(raw)
}

/// What a class around a test says of it.
fn of_class(raw: &mut Raw<'_>, class: Node<'_>) {
    let plain = [
        "TestCase",
        "IsolatedAsyncioTestCase",
        "unittest.TestCase",
        "unittest.IsolatedAsyncioTestCase",
        "object",
    ];
    let mut bases = class
        .field("superclasses")
        .into_iter()
        .flat_map(Node::named);
    raw.may_be_empty |= bases.any(|it| !plain.contains(&it.text()));
    if class
        .field("body")
        .is_some_and(|it| it.named().any(|it| it.text() == "__test__ = False"))
    {
        raw.skip(Skip::Always);
    }
    if let Some(whole) = decorated(class) {
        decorators(raw, whole);
    }
}

/// Whether runners pass a class over: it has neither the name of one with tests nor a base that may have it.
fn is_passed_over(class: Node<'_>) -> bool {
    let name = class.field("name").map_or("", Node::text);
    let bases = class.field("superclasses");
    let based = bases.is_some_and(|it| it.named().any(|base| base.text() != "object"));
    let marked = decorated(class).is_some();
    !name.to_ascii_lowercase().contains("test") && !based && !marked
}

/// Whether a function is what tests are given, and no test, whatever its name.
fn is_fixture(whole: Node<'_>) -> bool {
    let mut decorators = whole.named().filter(|it| it.is("decorator"));
    decorators.any(|it| {
        let name = it.text().trim_start_matches('@');
        let name = name.split('(').next().unwrap_or(name).trim();
        matches!(
            name,
            "pytest.fixture" | "fixture" | "pytest_asyncio.fixture"
        )
    })
}

/// `pass`, `...` and texts that stand for themselves.
fn is_nothing(statement: Node<'_>) -> bool {
    let inner = if statement.is("expression_statement") {
        statement.named().next()
    } else {
        Some(statement)
    };
    inner.is_none_or(|it| {
        it.is_any(&[
            "pass_statement",
            "ellipsis",
            "string",
            "concatenated_string",
        ])
    })
}

fn decorated(node: Node<'_>) -> Option<Node<'_>> {
    node.parent().filter(|it| it.is("decorated_definition"))
}

fn decorators(raw: &mut Raw<'_>, whole: Node<'_>) {
    for decorator in whole.named().filter(|it| it.is("decorator")) {
        if let Some(how) = skip(decorator.text()) {
            raw.switch(how, decorator, decorator.text());
        }
    }
}

/// How a decorator or a mark switches a test off.
fn skip(text: &str) -> Option<Skip> {
    let name = text
        .trim_start_matches('@')
        .split('(')
        .next()
        .unwrap_or(text)
        .trim();
    let last = name.rsplit('.').next().unwrap_or(name);
    match last {
        "skip" => Some(Skip::Always),
        "xfail" | "expectedFailure" => Some(Skip::MayFail),
        "skipif" | "skipIf" | "skipUnless" | "skip_if" | "skip_unless" => {
            let condition = text.split_once('(').map_or("", |(_, it)| it);
            let condition = condition.split([',', ')']).next().unwrap_or("").trim();
            let always = if last.to_ascii_lowercase().ends_with("unless") {
                "False"
            } else {
                "True"
            };
            Some(if condition == always {
                Skip::Always
            } else {
                Skip::Sometimes
            })
        }
        _ => None,
    }
}

/// What switches off all tests of the file: `pytestmark = ..`, `pytest.skip(..)` at its top.
fn of_module<'t>(tree: &'t Tree<'t>) -> Option<(Skip, Node<'t>)> {
    let root = tree.root()?;
    let mut how: Option<(Skip, Node<'t>)> = None;
    for statement in root.named().filter(|it| it.is("expression_statement")) {
        let text = statement.text();
        let found = match text.split_once('=') {
            Some((name, value)) if name.trim() == "pytestmark" => {
                let marks = value.trim().trim_matches(['[', ']']);
                skip(marks.trim())
            }
            Some((name, value)) if name.trim() == "__test__" && value.trim() == "False" => {
                Some(Skip::Always)
            }
            _ => text.starts_with("pytest.skip(").then_some(Skip::Always),
        };
        if found > how.map(|it| it.0) {
            how = found.map(|it| (it, statement));
        }
    }
    how
}
