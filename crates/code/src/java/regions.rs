//! Which stretches of a Java text are comments, strings, dead code or test code.

use std::collections::BTreeMap;

use super::shape;
use crate::constant::{self, Flags};
use crate::facts::{ByteRange, Region, RegionKind};
use crate::syntax::{Node, Tree};

/// How deep it is looked whether a statement lets anything follow.
const ENDS_DEPTH_MAX: u8 = 8;

/// Annotations of methods that the tests' runner calls.
const TESTS: [&str; 6] = [
    "Test",
    "ParameterizedTest",
    "RepeatedTest",
    "TestFactory",
    "TestTemplate",
    "Theory",
];

/// Annotations of methods that prepare tests.
const AROUND_TESTS: [&str; 9] = [
    "BeforeEach",
    "AfterEach",
    "BeforeAll",
    "AfterAll",
    "BeforeClass",
    "AfterClass",
    "BeforeMethod",
    "AfterMethod",
    "DataProvider",
];

/// Annotations of classes that hold tests.
const TEST_CLASSES: [&str; 5] = [
    "RunWith",
    "ExtendWith",
    "Nested",
    "SpringBootTest",
    "Testable",
];

pub(super) fn find(tree: &Tree<'_>) -> Vec<Region> {
    let flags = flags(tree);
    let mut found = Vec::new();
    for node in tree.all() {
        texts(node, &mut found);
        found.extend(constant::never_run(node, &flags));
        after_the_end(node, &mut found);
        tests(node, &mut found);
    }
    found
}

/// Whether a method is a test: by its annotation, or by its name in a class of JUnit 3.
pub(super) fn is_test(method: Node<'_>) -> bool {
    if !method.is("method_declaration") {
        return false;
    }
    let old = || {
        let class = shape::class_of(method);
        class.is_some_and(is_test_case)
            && method
                .field("name")
                .is_some_and(|n| n.text().starts_with("test"))
            && shape::has(method, "public")
    };
    shape::is_marked(method, &TESTS) || old()
}

/// Whether a class is one of JUnit 3's.
fn is_test_case(class: Node<'_>) -> bool {
    let parents = shape::supertypes(class);
    parents.iter().any(|parent| parent.ends_with("TestCase"))
}

fn texts(node: Node<'_>, found: &mut Vec<Region>) {
    match node.kind() {
        "line_comment" | "block_comment" => push(found, RegionKind::Comment, node.bytes()),
        "string_literal" => string(node, found),
        "character_literal" => {
            let ByteRange { start, end } = node.bytes();
            let bytes = ByteRange {
                start: start.saturating_add(1),
                end: end.saturating_sub(1),
            };
            push(found, RegionKind::String, bytes);
        }
        _ => {}
    }
}

/// The text of a string between its holes.
fn string(node: Node<'_>, found: &mut Vec<Region>) {
    let mut start = node.children().next().map_or(node.end(), Node::end);
    let end = node.children().last().map_or(node.start(), Node::start);
    for hole in node.children().filter(|n| n.is("string_interpolation")) {
        let before = ByteRange {
            start,
            end: hole.start(),
        };
        push(found, RegionKind::String, before);
        start = hole.end();
    }
    push(found, RegionKind::String, ByteRange { start, end });
}

/// What follows the end of a block. The compiler refuses most of it, but not what follows `if (true) return;`.
fn after_the_end(block: Node<'_>, found: &mut Vec<Region>) {
    if !block.is_any(&["block", "constructor_body", "switch_block_statement_group"]) {
        return;
    }
    let mut after = block.named().skip_while(|n| !ends(*n, ENDS_DEPTH_MAX));
    let _ = after.next();
    for statement in after {
        push(found, RegionKind::Dead, statement.bytes());
    }
}

/// Whether nothing after a statement is reached.
fn ends(statement: Node<'_>, depth: u8) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match statement.kind() {
        "return_statement" | "throw_statement" | "break_statement" | "continue_statement"
        | "yield_statement" => true,
        "block" => statement
            .named()
            .last()
            .is_some_and(|last| ends(last, depth)),
        "if_statement" => {
            let condition = statement.field("condition");
            let settled = condition.and_then(|it| constant::condition(it, &Flags::new()));
            let always = settled.is_some_and(|it| it.value);
            always
                && statement
                    .field("consequence")
                    .is_some_and(|it| ends(it, depth))
        }
        _ => false,
    }
}

/// Test methods, what prepares them, and whole classes of them.
fn tests(node: Node<'_>, found: &mut Vec<Region>) {
    let test = match node.kind() {
        "method_declaration" => is_test(node) || prepares(node),
        "class_declaration" | "record_declaration" | "interface_declaration" => {
            let body = node.field("body").into_iter();
            shape::is_marked(node, &TEST_CLASSES)
                || is_test_case(node)
                || body.flat_map(Node::named).any(is_test)
        }
        _ => false,
    };
    if test {
        push(found, RegionKind::Test, node.bytes());
    }
}

/// Whether the tests' runner calls a method around tests. Aspects have `@Before("..")` too, with a text.
fn prepares(method: Node<'_>) -> bool {
    let plain = |it: Node<'_>| {
        it.is("marker_annotation") && matches!(shape::annotation_name(it), "Before" | "After")
    };
    shape::is_marked(method, &AROUND_TESTS) || shape::annotations(method).any(plain)
}

/// Final fields bound to a boolean literal. A name that anything else of the file is called too settles nothing.
fn flags<'t>(tree: &'t Tree<'t>) -> Flags<'t> {
    let mut names: BTreeMap<&str, u32> = BTreeMap::new();
    let mut flags = Flags::new();
    for node in tree.of(&["variable_declarator", "formal_parameter", "resource"]) {
        let Some(name) = node.field("name") else {
            continue;
        };
        let count = names.entry(name.text()).or_default();
        *count = count.saturating_add(1);
        let Some(field) = node.parent() else { continue };
        let fixed = field.is("constant_declaration")
            || (field.is("field_declaration") && shape::has(field, "final"));
        let value = node.field("value").filter(|v| v.is_any(&["true", "false"]));
        if let Some(value) = value.filter(|_| fixed) {
            flags.insert(name.text(), value.is("true"));
        }
    }
    flags.retain(|name, _| names.get(name) == Some(&1));
    flags
}

fn push(found: &mut Vec<Region>, kind: RegionKind, bytes: ByteRange) {
    if bytes.start < bytes.end {
        found.push(Region { bytes, kind });
    }
}
