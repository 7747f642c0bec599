//! What a test prepares and never looks at: a result under a name that nothing reads (`slug = slugify(text)`, and nothing
//! after it), a loop with nothing in it, a `pass` where something was to be asserted.

use std::collections::BTreeSet;

use super::test_cases::Raw;
use crate::language::Language;
use crate::phrases;
use crate::syntax::Node;

/// How much of a test is searched, in nodes.
const NODES_MAX: usize = 4_000;

/// Words of names of tests that look for nothing but that something goes on, beyond those that say it runs.
const GOES_ON: [&str; 10] = [
    "raise", "work", "run", "fail", "error", "init", "render", "mount", "export", "exist",
];

/// Kinds of loops.
const LOOPS: [&str; 7] = [
    "for_statement",
    "for_in_statement",
    "enhanced_for_statement",
    "for_expression",
    "while_statement",
    "while_expression",
    "do_statement",
];

/// Whether a test, which asserts nothing, has prepared something that it never looks at.
pub(super) fn in_vain(language: Language, raw: &Raw<'_>) -> bool {
    let lower = raw.name.to_lowercase();
    let goes_on = GOES_ON.iter().any(|it| lower.contains(it));
    let runs = goes_on || phrases::says_it_runs(&raw.name);
    let (names, written) = kept(language, raw.body);
    let read = |name: &str| {
        let mut inside = raw.body.descendants().take(NODES_MAX);
        inside.any(|it| is_name(it) && it.text() == name && !written.contains(&it.id()))
    };
    let mut unread = names.into_iter().filter(|(name, _)| !read(name));
    unread.any(|(_, sure)| sure || !runs) || stands_empty(language, raw.body)
}

/// Names that a test keeps something under, and the places where it does. A name is sure where a compiler or linter would
/// speak of it, whatever the test is called.
fn kept<'t>(language: Language, body: Node<'t>) -> (Vec<(&'t str, bool)>, BTreeSet<u32>) {
    let mut names: Vec<(&str, bool)> = Vec::new();
    let mut written = BTreeSet::new();
    for node in body.descendants().take(NODES_MAX) {
        let Some((name, sure)) = bound(language, node) else {
            continue;
        };
        written.insert(name.id());
        if name.text().starts_with('_') {
            continue;
        }
        match names.iter_mut().find(|(it, _)| *it == name.text()) {
            // Twice the same name for two results, and neither is looked at.
            Some((_, known)) => *known = true,
            None => names.push((name.text(), sure)),
        }
    }
    (names, written)
}

/// The name that a statement keeps a result under, and whether the language itself holds that against it.
fn bound<'t>(language: Language, node: Node<'t>) -> Option<(Node<'t>, bool)> {
    let (name, sure) = match language {
        Language::Python if node.is("assignment") => {
            gives(node.field("right")?, "function").then_some((node.field("left")?, false))?
        }
        Language::Java if node.is("variable_declarator") => {
            gives(node.field("value")?, "name").then_some((node.field("name")?, false))?
        }
        Language::Java if node.is("assignment_expression") => {
            gives(node.field("right")?, "name").then_some((node.field("left")?, false))?
        }
        Language::Rust if node.is("let_declaration") => {
            node.field("value")?;
            (node.field("pattern")?, true)
        }
        Language::TypeScript | Language::Tsx | Language::Vue if node.is("variable_declarator") => {
            let value = node.field("value")?;
            // Whoever makes an object may only want it to be there.
            let made = value.is_any(&["new_expression", "arrow_function", "function_expression"]);
            (!made).then_some((node.field("name")?, false))?
        }
        Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Python
        | Language::Go
        | Language::Java
        | Language::Other => return None,
    };
    is_name(name).then_some((name, sure))
}

pub(super) fn is_name(node: Node<'_>) -> bool {
    node.is_any(&["identifier", "shorthand_property_identifier"])
}

/// Whether a value is what a function gives; whoever makes an object may only want it to be there.
fn gives(value: Node<'_>, part: &str) -> bool {
    let called = value.field(part).map_or("", Node::text);
    let last = called.rsplit('.').next().unwrap_or(called);
    value.is_any(&["call", "method_invocation"]) && last.starts_with(char::is_lowercase)
}

/// Whether a loop holds nothing, not even a note, or a `pass` stands beside other statements (Python).
fn stands_empty(language: Language, body: Node<'_>) -> bool {
    let idle = |it: Node<'_>| {
        let inside = it.field("body");
        it.is_any(&LOOPS)
            && inside.is_some_and(|it| {
                let braces = it.is_any(&["block", "statement_block"]);
                braces && it.children().all(|it| !it.is_named() && !it.is_extra())
            })
    };
    let beside = |it: Node<'_>| it.is("pass_statement") && it.previous().is_some();
    let python = language == Language::Python;
    python && body.named().any(beside) || body.descendants().take(NODES_MAX).any(idle)
}
