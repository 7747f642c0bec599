//! Which stretches of a Python text are comments, strings, dead code or test code.

use super::shape;
use crate::constant::{self, Constant, Flags};
use crate::facts::{ByteRange, Region, RegionKind};
use crate::python::test_assertions::test_functions;
use crate::syntax::{Node, Tree};

/// Names of flags that every type checker sets.
const CHECKERS: [&str; 2] = ["TYPE_CHECKING", "MYPY"];

pub(super) fn find(tree: &Tree<'_>) -> Vec<Region> {
    let flags = flags(tree);
    let mut found = Vec::new();
    let mut noted = 0;
    let kinds = [
        "comment",
        "expression_statement",
        "string_content",
        "if_statement",
        "while_statement",
        "conditional_expression",
        "boolean_operator",
        "block",
        "module",
    ];
    for node in tree.of(&kinds) {
        texts(node, &mut noted, &mut found);
        branches(node, &flags, &mut found);
        after_the_end(node, &mut found);
    }
    for test in test_functions::find(tree) {
        push(&mut found, RegionKind::Test, test.bytes());
    }
    found
}

/// Comments and texts; `noted` is where the last text ends that stands alone.
fn texts(node: Node<'_>, noted: &mut usize, found: &mut Vec<Region>) {
    match node.kind() {
        "comment" => push(found, RegionKind::Comment, node.bytes()),
        "expression_statement" if shape::is_docstring(node) => {
            *noted = node.end();
            push(found, RegionKind::Comment, node.bytes());
        }
        "string_content" if node.start() >= *noted && !is_specifier(node) => {
            push(found, RegionKind::String, node.bytes());
        }
        _ => {}
    }
}

/// Whether a text names a module that is loaded: that is code, not text.
fn is_specifier(content: Node<'_>) -> bool {
    let call = content.ancestors().nth(2).filter(|n| n.is("call"));
    call.is_some_and(|call| matches!(shape::called(call), "import_module" | "__import__"))
}

fn branches(node: Node<'_>, flags: &Flags<'_>, found: &mut Vec<Region>) {
    match node.kind() {
        "if_statement" => chain(node, flags, found),
        "while_statement" => {
            let settled = settled(node.field("condition"), flags);
            never(settled, node.field("body"), None, found);
        }
        "conditional_expression" => {
            let mut parts = node.named();
            let (yes, condition, no) = (parts.next(), parts.next(), parts.next());
            never(settled(condition, flags), yes, no, found);
        }
        "boolean_operator" => {
            let settled = settled(node.field("left"), flags);
            let right = node.field("right");
            match node.field("operator").map(Node::text) {
                Some("and") => never(settled, right, None, found),
                Some(_) | None => never(settled, None, right, found),
            }
        }
        _ => {}
    }
}

/// `if`, `elif`, `else`: after a condition that always holds nothing follows.
fn chain(node: Node<'_>, flags: &Flags<'_>, found: &mut Vec<Region>) {
    let rest = node
        .children()
        .filter(|n| n.is_any(&["elif_clause", "else_clause"]));
    let mut taken: Option<Constant> = None;
    for arm in std::iter::once(node).chain(rest) {
        if let Some(taken) = taken {
            push(found, kind(taken), arm.bytes());
            continue;
        }
        match settled(arm.field("condition"), flags) {
            Some(constant) if constant.value => taken = Some(constant),
            Some(constant) => {
                if let Some(body) = arm.field("consequence") {
                    push(found, kind(constant), body.bytes());
                }
            }
            None => {}
        }
    }
}

fn settled(condition: Option<Node<'_>>, flags: &Flags<'_>) -> Option<Constant> {
    constant::condition(condition?, flags)
}

fn never(
    settled: Option<Constant>,
    when_true: Option<Node<'_>>,
    when_false: Option<Node<'_>>,
    found: &mut Vec<Region>,
) {
    let Some(settled) = settled else { return };
    let dead = if settled.value { when_false } else { when_true };
    if let Some(dead) = dead {
        push(found, kind(settled), dead.bytes());
    }
}

fn kind(settled: Constant) -> RegionKind {
    match settled.flag {
        true => RegionKind::Flagged,
        false => RegionKind::Dead,
    }
}

/// What follows `return`, `raise`, `break` or `continue` in the same block.
fn after_the_end(block: Node<'_>, found: &mut Vec<Region>) {
    if !block.is_any(&["block", "module"]) {
        return;
    }
    let after = block.named().skip_while(|n| !ends(*n)).skip(1);
    for statement in after {
        push(found, RegionKind::Dead, statement.bytes());
    }
}

/// Whether control never passes a statement.
pub(super) fn ends(statement: Node<'_>) -> bool {
    statement.is_any(&[
        "return_statement",
        "raise_statement",
        "break_statement",
        "continue_statement",
    ])
}

/// Names that the module binds once, to `True` or `False`.
fn flags<'t>(tree: &'t Tree<'t>) -> Flags<'t> {
    let mut flags = Flags::new();
    let top = tree.root().into_iter().flat_map(Node::named);
    for statement in top.filter(|n| n.is("expression_statement")) {
        let assignment = statement.child("assignment");
        let Some((name, value)) =
            assignment.and_then(|a| Some((a.field("left")?, a.field("right")?)))
        else {
            continue;
        };
        if name.is("identifier") && value.is_any(&["true", "false"]) {
            flags.insert(name.text(), value.is("true"));
        }
    }
    flags.retain(|name, _| !CHECKERS.contains(name));
    if !flags.is_empty() {
        for (name, times) in bindings(tree, &flags) {
            if times > 1 {
                flags.remove(name);
            }
        }
    }
    flags
}

/// How often each of these names is bound anywhere in the file.
fn bindings<'t>(tree: &'t Tree<'t>, flags: &Flags<'t>) -> Vec<(&'t str, u32)> {
    let mut times: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
    let kinds = [
        "assignment",
        "augmented_assignment",
        "for_statement",
        "named_expression",
        "function_definition",
        "class_definition",
        "global_statement",
    ];
    let targets = tree.of(&kinds).filter_map(|node| match node.kind() {
        "assignment" | "augmented_assignment" | "for_statement" => node.field("left"),
        "named_expression" | "function_definition" | "class_definition" => node.field("name"),
        "global_statement" => Some(node),
        _ => None,
    });
    for target in targets {
        let names = match target.kind() {
            "global_statement" => target.named().collect(),
            _ => shape::bound(target),
        };
        for name in names.into_iter().map(Node::text) {
            if flags.contains_key(name) {
                let known = times.entry(name).or_insert(0);
                *known = known.saturating_add(1);
            }
        }
    }
    times.into_iter().collect()
}

fn push(found: &mut Vec<Region>, kind: RegionKind, bytes: ByteRange) {
    if bytes.start < bytes.end {
        found.push(Region { bytes, kind });
    }
}
