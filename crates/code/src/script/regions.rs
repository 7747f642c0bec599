//! Which stretches of a TypeScript text are comments, strings, dead code or test code.

use super::shape;
use crate::constant::{self, Flags};
use crate::facts::{ByteRange, Region, RegionKind};
use crate::syntax::{Node, Tree};

/// Calls that hold tests.
const TEST_CALLS: [&str; 8] = [
    "describe",
    "it",
    "test",
    "suite",
    "beforeEach",
    "afterEach",
    "beforeAll",
    "afterAll",
];

/// Nodes of which anything is asked here.
const KINDS: [&str; 17] = [
    "comment",
    "html_comment",
    "hash_bang_line",
    "jsx_text",
    "regex_pattern",
    "string",
    "template_string",
    "template_literal_type",
    "if_statement",
    "ternary_expression",
    "while_statement",
    "for_statement",
    "binary_expression",
    "statement_block",
    "switch_case",
    "switch_default",
    "call_expression",
];

pub(super) fn find(tree: &Tree<'_>) -> Vec<Region> {
    let flags = flags(tree);
    let mut found = Vec::new();
    for node in tree.of(&KINDS) {
        texts(node, &mut found);
        found.extend(constant::never_run(node, &flags));
        found.extend(below_nothing(node));
        after_the_end(node, &mut found);
        tests(node, &mut found);
    }
    found
}

fn texts(node: Node<'_>, found: &mut Vec<Region>) {
    match node.kind() {
        "comment" | "html_comment" | "hash_bang_line" => {
            push(found, RegionKind::Comment, node.bytes());
        }
        "jsx_text" | "regex_pattern" => push(found, RegionKind::String, node.bytes()),
        "string" if !is_specifier(node) => push(found, RegionKind::String, inside(node)),
        "template_string" | "template_literal_type" => template(node, found),
        _ => {}
    }
}

/// The text of a template between its holes.
fn template(node: Node<'_>, found: &mut Vec<Region>) {
    let ByteRange { mut start, end } = inside(node);
    let holes = node
        .children()
        .filter(|n| n.is_any(&["template_substitution", "template_type"]));
    for hole in holes {
        let before = ByteRange {
            start,
            end: hole.start(),
        };
        push(found, RegionKind::String, before);
        start = hole.end();
    }
    push(found, RegionKind::String, ByteRange { start, end });
}

fn inside(node: Node<'_>) -> ByteRange {
    ByteRange {
        start: node.children().next().map_or(node.end(), Node::end),
        end: node.children().last().map_or(node.start(), Node::start),
    }
}

/// Whether a string names a module: that is code, not text.
fn is_specifier(string: Node<'_>) -> bool {
    let Some(parent) = string.parent() else {
        return false;
    };
    let source = string.field_name() == "source";
    let argument = || {
        let call = parent.parent().filter(|_| parent.is("arguments"));
        let loaded = call.and_then(shape::loaded);
        loaded.is_some_and(|loaded| loaded.id() == string.id())
    };
    source || argument()
}

/// What follows `return` or `throw` in the same block; functions are hoisted and live on.
fn after_the_end(block: Node<'_>, found: &mut Vec<Region>) {
    if !block.is_any(&["statement_block", "switch_case", "switch_default"]) {
        return;
    }
    let ends = [
        "return_statement",
        "throw_statement",
        "break_statement",
        "continue_statement",
    ];
    let after = block.named().skip_while(|n| !n.is_any(&ends)).skip(1);
    for statement in after.filter(|n| !n.kind().starts_with("function_")) {
        push(found, RegionKind::Dead, statement.bytes());
    }
}

/// What runs only where there are fewer than no items: `if (list.length < 0) ..`.
fn below_nothing(node: Node<'_>) -> Option<Region> {
    if !node.is_any(&["if_statement", "ternary_expression"]) {
        return None;
    }
    let condition = shape::bare(node.field("condition")?);
    let counted = condition.field("left")?.field("property")?;
    let never = condition.is("binary_expression")
        && matches!(counted.text(), "length" | "size")
        && condition.field("operator")?.text() == "<"
        && condition.field("right")?.text() == "0";
    let bytes = node.field("consequence")?.bytes();
    never.then_some(Region {
        bytes,
        kind: RegionKind::Dead,
    })
}

/// `describe("..", () => ..)` and its like, as statements.
fn tests(node: Node<'_>, found: &mut Vec<Region>) {
    let Some(callee) = node
        .is("call_expression")
        .then(|| node.field("function"))
        .flatten()
    else {
        return;
    };
    let statement = node.parent().is_some_and(|p| p.is("expression_statement"));
    if statement && TEST_CALLS.contains(&shape::test_word(callee)) {
        push(found, RegionKind::Test, node.bytes());
    }
}

/// Module-level `const` names bound to a boolean literal.
fn flags<'t>(tree: &'t Tree<'t>) -> Flags<'t> {
    let mut flags = Flags::new();
    let top = tree.root().into_iter().flat_map(Node::named);
    let declarations = top.filter_map(|node| match node.kind() {
        "export_statement" => node.field("declaration"),
        _ => Some(node),
    });
    let constants = declarations.filter(|n| {
        n.is("lexical_declaration") && n.field("kind").is_some_and(|k| k.text() == "const")
    });
    for declarator in constants.flat_map(Node::named) {
        let (Some(name), Some(value)) = (declarator.field("name"), declarator.field("value"))
        else {
            continue;
        };
        if name.is("identifier") && value.is_any(&["true", "false"]) {
            flags.insert(name.text(), value.is("true"));
        }
    }
    flags
}

fn push(found: &mut Vec<Region>, kind: RegionKind, bytes: ByteRange) {
    if bytes.start < bytes.end {
        found.push(Region { bytes, kind });
    }
}
