//! Functions among tests that assert, and that nothing runs: no mark or name makes a test of them, and nothing names them.

use super::assertion::Found;
use super::function_node::{self, is_function};
use super::suite::Strength;
use super::test_cases::{self, Raw};
use crate::is_test_path;
use crate::language::Language;
use crate::syntax::{Node, Tree};

/// Functions of one file that are looked at.
const FUNCTIONS_MAX: usize = 500;

/// Letters of the shortest name that is looked for in the rest of the text.
const NAME_MIN: usize = 3;

/// A function of a file of tests that asserts something and that no runner and no code of the file calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnrunFunction {
    /// Its own name.
    pub name: String,
    /// The line (from 1).
    pub line: u32,
}

/// Those of one file.
pub(super) fn find(
    path: &str,
    language: Language,
    tree: &Tree<'_>,
    (raw, found): (&[Raw<'_>], &[Found]),
) -> Vec<UnrunFunction> {
    let in_tests = is_test_path(path, language);
    let mut unrun_functions = Vec::new();
    for node in tree.all() {
        let Some((name, bytes)) = function_node::function(node) else {
            continue;
        };
        if unrun_functions.len() >= FUNCTIONS_MAX || name.len() < NAME_MIN {
            continue;
        }
        let tests = test_cases::around(raw, bytes.start).is_some()
            || raw.iter().any(|it| {
                let start = it.span.bytes.start;
                (bytes.start..bytes.end).contains(&start)
            });
        let from = found.partition_point(|it| it.byte < bytes.start);
        let mut inside = found.iter().skip(from).take_while(|it| it.byte < bytes.end);
        let asserts = inside.any(|it| it.assertion.strength > Strength::Vacuous);
        let alone = match language {
            Language::Java => in_tests && of_java(node, name, tree.source),
            Language::Go => path.ends_with("_test.go") && of_go(node, name),
            Language::Python => in_tests && is_collected(path) && of_python(node, name),
            Language::Rust => of_rust(node, name, in_tests),
            Language::TypeScript | Language::Tsx => in_tests && of_script(node),
            Language::Vue | Language::Other => false,
        };
        if asserts && alone && !tests && times(tree.source, name) < 2 {
            unrun_functions.push(UnrunFunction {
                name: name.to_owned(),
                line: node.line(),
            });
        }
    }
    unrun_functions
}

/// How often a name stands in a text as a word of its own, as far as it matters.
fn times(text: &str, name: &str) -> usize {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let own = text.match_indices(name).filter(|(at, _)| {
        let before = text.get(..*at).and_then(|it| it.chars().next_back());
        let after = text.get(at.saturating_add(name.len())..);
        let after = after.and_then(|it| it.chars().next());
        !before.is_some_and(word) && !after.is_some_and(word)
    });
    own.take(2).count()
}

/// A method that takes and gives nothing, of a class that JUnit 4 or 5 or TestNG looks through for marks.
fn of_java(node: Node<'_>, name: &str, source: &str) -> bool {
    const OTHERS: [&str; 4] = ["main", "run", "setUp", "tearDown"];
    let marks = node.child("modifiers").map_or("", Node::text);
    let class = node.parent().and_then(Node::parent);
    let Some(class) = class.filter(|it| it.is("class_declaration")) else {
        return false;
    };
    let kind = class.child("modifiers").map_or("", Node::text);
    let based = class.field("superclass").is_some();
    let by_marks = ["org.junit.jupiter", "org.junit.Test", "org.testng"];
    let known = by_marks.iter().any(|it| source.contains(it)) || !based;
    let taken = node.field("parameters");
    node.is("method_declaration")
        && node.field("type").is_some_and(|it| it.text() == "void")
        && taken.is_none_or(|it| it.named().next().is_none())
        && !["@", "static", "abstract"]
            .iter()
            .any(|it| marks.contains(it))
        && !kind.contains("abstract")
        && class.field("interfaces").is_none()
        && known
        && (!based || name.starts_with("test"))
        && !source.contains("junit.framework")
        && !OTHERS.contains(&name)
}

/// `func testParse(t *testing.T)`: it takes what a test takes, and bears no name of one.
fn of_go(node: Node<'_>, name: &str) -> bool {
    let taken = node.field("parameters").into_iter().flat_map(Node::named);
    let types: Vec<&str> = taken
        .filter_map(|it| it.field("type").map(Node::text))
        .collect();
    node.is("function_declaration")
        && types == ["*testing.T"]
        && node.field("result").is_none()
        && name != "_"
}

/// A function or a method of a class of tests that is given to nothing by a decorator.
fn of_python(node: Node<'_>, name: &str) -> bool {
    const STARTS: [&str; 14] = [
        "_",
        "setup",
        "teardown",
        "setUp",
        "tearDown",
        "pytest_",
        "describe_",
        "it_",
        "should_",
        "when_",
        "then_",
        "given_",
        "runTest",
        "load_tests",
    ];
    let around = node.parent().filter(|it| it.is("block"));
    let class = around
        .and_then(Node::parent)
        .filter(|it| it.is("class_definition"));
    let bases = class.and_then(|it| it.field("superclasses"));
    let plain = bases.into_iter().flat_map(Node::named).all(|it| {
        let base = it.text();
        base == "object" || base.rsplit('.').next() == Some("TestCase")
    });
    let place = match class {
        Some(class) => {
            plain
                && class
                    .field("name")
                    .is_some_and(|it| it.text().contains("Test"))
        }
        None => node.parent().is_some_and(|it| it.is("module")),
    };
    node.is("function_definition")
        && place
        && !name.starts_with("test")
        && !STARTS.iter().any(|it| name.starts_with(it))
        && !node.descendants().any(|it| it.is("function_definition"))
}

/// Whether pytest looks into a file of that name.
fn is_collected(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with("test_") || name.ends_with("_test.py")
}

/// A function that takes nothing and has no mark, among tests.
fn of_rust(node: Node<'_>, name: &str, in_tests: bool) -> bool {
    let mut modules = node.ancestors().filter(|it| it.is("mod_item"));
    let tests = |it: Node<'_>| {
        let called = it.field("name").map_or("", Node::text);
        matches!(called, "tests" | "test")
    };
    let inner = modules.any(tests);
    let marked = {
        let siblings = node.parent().into_iter().flat_map(Node::children);
        let before = siblings.take_while(|it| it.id() < node.id());
        before.filter(|it| !it.is_extra()).last()
    };
    let parent = node.parent();
    let place = parent.is_some_and(|it| {
        let module = it.parent().is_some_and(|it| it.is("mod_item"));
        it.is("source_file") || it.is("declaration_list") && module
    });
    let taken = node.field("parameters");
    node.is("function_item")
        && (in_tests || inner)
        && place
        && taken.is_none_or(|it| it.named().next().is_none())
        && !marked.is_some_and(|it| it.is("attribute_item"))
        && node.child("visibility_modifier").is_none()
        && name != "main"
}

/// A function that is not given out and stands in no other, but for what describes a group of tests.
fn of_script(node: Node<'_>) -> bool {
    let given = node.ancestors().any(|it| it.is("export_statement"));
    let mut around = node.ancestors().filter(|it| is_function(*it));
    let grouped = around.all(|it| {
        let call = it.parent().and_then(Node::parent);
        let callee = call.and_then(|it| it.field("function"));
        callee.is_some_and(|it| it.text().starts_with("describe"))
    });
    let bound = node.is("function_declaration")
        || node.parent().is_some_and(|it| it.is("variable_declarator"));
    bound && !given && grouped
}
