//! Which functions and classes of a Python file are tests. The file's name is not known here, so a function that is
//! only called like a test (`test_connection`) counts in a file that looks like one.

use crate::python::shape;
use crate::syntax::{Node, Tree};

/// Modules that only tests bring in.
const LIBRARIES: [&str; 6] = [
    "pytest",
    "unittest",
    "hypothesis",
    "nose",
    "testtools",
    "asynctest",
];

/// How many members of a class are looked at.
const MEMBERS_MAX: usize = 256;

/// What a file says about its tests.
#[derive(Default)]
struct Signs {
    /// It brings in a library for tests.
    library: bool,
    /// A function called like a test asserts something.
    asserts: bool,
    /// It defines something that is called like a test.
    named: bool,
    /// It defines something public that is not.
    other: bool,
}

/// What is there for tests: the whole file where it looks like one, else classes of test cases.
pub(in crate::python) fn find<'t>(tree: &'t Tree<'t>) -> Vec<Node<'t>> {
    let mut signs = Signs::default();
    let mut cases: Vec<Node<'t>> = Vec::new();
    let kinds = [
        "import_statement",
        "import_from_statement",
        "assert_statement",
        "function_definition",
        "class_definition",
    ];
    for node in tree.of(&kinds) {
        match node.kind() {
            "import_statement" | "import_from_statement" => signs.library |= brings_library(node),
            "assert_statement" => signs.asserts |= in_test_function(node),
            "function_definition" if shape::at_module_level(node) => {
                let named = is_test_name(node);
                signs.named |= named;
                signs.other |= !named && !is_private(node) && !is_fixture(node);
            }
            "class_definition" if shape::at_module_level(node) => {
                let case = is_case(node);
                let named = is_test_class(node);
                signs.named |= named;
                signs.other |= !named && !case && !is_private(node);
                if case {
                    cases.push(shape::decorated(node));
                }
            }
            _ => {}
        }
    }
    let by_content = signs.library || signs.asserts || !signs.other;
    match tree.root() {
        // Whatever else stands in such a file is there for its tests.
        Some(root) if signs.named && by_content => vec![root],
        Some(_) | None => cases,
    }
}

/// Whether a function is itself a test, given that it stands in test code.
pub(in crate::python) fn is_test(function: Node<'_>) -> bool {
    if !is_test_name(function) {
        return false;
    }
    match shape::holder(function) {
        None => true,
        Some(holder) => {
            let around = shape::holder(holder);
            let outer = around.is_none_or(|around| around.is("class_definition"));
            let class = holder.is("class_definition");
            class && outer && (is_case(holder) || is_test_class(holder))
        }
    }
}

/// Whether a class derives from `unittest.TestCase` or its like.
pub(in crate::python) fn is_case(class: Node<'_>) -> bool {
    let bases = class.field("superclasses");
    let mut bases = bases.into_iter().flat_map(Node::named);
    bases.any(|base| {
        let name = shape::last_name(base);
        name.ends_with("TestCase") || name.ends_with("TestBase") || name == "TestSuite"
    })
}

fn is_test_class(class: Node<'_>) -> bool {
    let members = || class.field("body").into_iter().flat_map(Node::named);
    let mut functions = members()
        .take(MEMBERS_MAX)
        .filter_map(|member| match member.kind() {
            "decorated_definition" => member.field("definition"),
            _ => Some(member),
        });
    name(class).starts_with("Test")
        && functions.any(|f| f.is("function_definition") && is_test_name(f))
}

fn is_test_name(function: Node<'_>) -> bool {
    let name = name(function);
    name == "test"
        || name.starts_with("test_")
        || name == "runTest"
        || name
            .strip_prefix("test")
            .is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

fn is_private(definition: Node<'_>) -> bool {
    name(definition).starts_with('_')
}

fn is_fixture(function: Node<'_>) -> bool {
    shape::decorators(function).any(|d| shape::last_name(d) == "fixture")
}

fn name(definition: Node<'_>) -> &str {
    definition.field("name").map_or("", Node::text)
}

fn brings_library(import: Node<'_>) -> bool {
    let named = import.children().filter(|n| {
        matches!(n.field_name(), "name" | "module_name")
            && n.is_any(&["dotted_name", "aliased_import"])
    });
    // `from a import pytest` brings no library, but nobody writes that.
    named.map(Node::text).any(|text| {
        let first = text.split(['.', ' ']).next().unwrap_or(text);
        LIBRARIES.contains(&first)
    })
}

fn in_test_function(node: Node<'_>) -> bool {
    let mut around = node.ancestors();
    around.any(|n| n.is("function_definition") && is_test_name(n))
}
