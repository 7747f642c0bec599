//! Which stretches of a Rust text are comments, strings, dead code or test code.

use super::attributes::{self, Attributes};
use super::cfg::Truth;
use crate::constant::{self, Flags};
use crate::facts::{ByteRange, Region, RegionKind};
use crate::syntax::{Node, Tree};

/// Macros after which nothing runs.
pub(super) const DIVERGING: [&str; 4] = ["panic", "todo", "unimplemented", "unreachable"];

/// Attributes that make a function a test.
const TEST_ATTRIBUTES: [&str; 6] = [
    "test",
    "rstest",
    "test_case",
    "quickcheck",
    "bench",
    "wasm_bindgen_test",
];

/// Nodes of which anything is asked here.
const KINDS: [&str; 11] = [
    "line_comment",
    "block_comment",
    "shebang",
    "string_literal",
    "string_content",
    "if_expression",
    "while_expression",
    "match_arm",
    "binary_expression",
    "block",
    "inner_attribute_item",
];

pub(super) fn find<'t>(tree: &'t Tree<'t>, attributes: &Attributes<'t>) -> Vec<Region> {
    let flags = flags(tree);
    let mut found = Vec::new();
    for node in tree.of(&KINDS) {
        texts(node, &mut found);
        branches(node, &flags, &mut found);
        after_the_end(node, &mut found);
        inner_cfg(node, &mut found);
    }
    for (item, before) in attributes.iter(tree) {
        configured(item, before, &mut found);
    }
    found
}

fn texts(node: Node<'_>, found: &mut Vec<Region>) {
    let ByteRange { start, end } = node.bytes();
    let (kind, bytes) = match node.kind() {
        "line_comment" | "block_comment" | "shebang" => (RegionKind::Comment, node.bytes()),
        "string_literal" => {
            let open = node.children().next().map_or(start, Node::end);
            let close = node.children().last().map_or(end, Node::start);
            let bytes = ByteRange {
                start: open,
                end: close,
            };
            (RegionKind::String, bytes)
        }
        "string_content" if node.parent().is_some_and(|p| p.is("raw_string_literal")) => {
            (RegionKind::String, node.bytes())
        }
        _ => return,
    };
    push(found, kind, bytes);
}

fn branches(node: Node<'_>, flags: &Flags<'_>, found: &mut Vec<Region>) {
    let value = |field| {
        let condition = node.field(field)?;
        constant::condition(condition, flags)
    };
    let (settled, when_true, when_false) = match node.kind() {
        "if_expression" => (
            value("condition"),
            node.field("consequence"),
            node.field("alternative"),
        ),
        "while_expression" => (value("condition"), node.field("body"), None),
        "match_arm" => {
            let guard = node.field("pattern").and_then(|p| p.field("condition"));
            let settled = guard.and_then(|g| constant::condition(g, flags));
            (settled, node.field("value"), None)
        }
        "binary_expression" => match node.field("operator").map(Node::text) {
            Some("&&") => (value("left"), node.field("right"), None),
            Some("||") => (value("left"), None, node.field("right")),
            Some(_) | None => return,
        },
        _ => return,
    };
    let Some(settled) = settled else { return };
    let never = if settled.value { when_false } else { when_true };
    let kind = if settled.flag {
        RegionKind::Flagged
    } else {
        RegionKind::Dead
    };
    if let Some(never) = never {
        push(found, kind, never.bytes());
    }
}

/// What follows `return`, `todo!()` and their like in the same block, items excepted.
fn after_the_end(block: Node<'_>, found: &mut Vec<Region>) {
    if !block.is("block") {
        return;
    }
    let after = block.named().skip_while(|n| !diverges(*n)).skip(1);
    for statement in after.filter(|n| !n.kind().ends_with("_item") && !n.is("use_declaration")) {
        push(found, RegionKind::Dead, statement.bytes());
    }
}

/// Whether control never passes a statement, as far as its outside shows.
pub(super) fn diverges(statement: Node<'_>) -> bool {
    let inner = match statement.kind() {
        "expression_statement" => statement.named().next(),
        _ => Some(statement),
    };
    inner.is_some_and(|inner| match inner.kind() {
        "return_expression" | "break_expression" | "continue_expression" => true,
        "macro_invocation" => inner
            .field("macro")
            .is_some_and(|name| DIVERGING.contains(&name.text())),
        _ => false,
    })
}

fn inner_cfg(node: Node<'_>, found: &mut Vec<Region>) {
    if node.is("inner_attribute_item")
        && let (Some(kind), Some(parent)) = (kind_of(&[node]), node.parent())
    {
        push(found, kind, parent.bytes());
    }
}

fn configured(item: Node<'_>, before: &[Node<'_>], found: &mut Vec<Region>) {
    let start = before.first().map_or(item.start(), |first| first.start());
    if let Some(kind) = kind_of(before) {
        let end = item.end();
        push(found, kind, ByteRange { start, end });
    }
}

fn kind_of(attributes: &[Node<'_>]) -> Option<RegionKind> {
    let cfg = |test| {
        attributes
            .iter()
            .any(|a| attributes::cfg(*a, test) == Truth::False)
    };
    if cfg(Truth::Unknown) {
        return Some(RegionKind::Dead);
    }
    let mut names = attributes.iter().map(|a| attributes::name(*a));
    let test = cfg(Truth::False) || names.any(|name| TEST_ATTRIBUTES.contains(&name));
    test.then_some(RegionKind::Test)
}

/// Constants and statics bound to a boolean literal. A name bound twice is no flag.
fn flags<'t>(tree: &'t Tree<'t>) -> Flags<'t> {
    let mut flags = Flags::new();
    let mut twice = Vec::new();
    for item in tree.of(&["const_item"]) {
        let value = item.field("value").filter(|v| v.is("boolean_literal"));
        if let (Some(name), Some(value)) = (item.field("name"), value)
            && flags.insert(name.text(), value.text() == "true").is_some()
        {
            twice.push(name.text());
        }
    }
    for name in twice {
        flags.remove(name);
    }
    flags
}

fn push(found: &mut Vec<Region>, kind: RegionKind, bytes: ByteRange) {
    if bytes.start < bytes.end {
        found.push(Region { bytes, kind });
    }
}
