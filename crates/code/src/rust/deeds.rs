//! What functions of Rust do with errors, by name, to be held against what they did before.

use std::collections::BTreeSet;

use super::answered;
use crate::deeds::Gathered;
use crate::facts::Facts;
use crate::parts::{Deeds, Definition};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// Longest function that is looked at, in nodes.
const NODES_MAX: u32 = 20_000;

/// Lines of notes that are read before a statement.
const NOTES_MAX: usize = 8;

/// Methods that put something else in the place of an error.
const REPLACING: [&str; 2] = ["unwrap_or_default", "ok"];

/// Gathers them into the facts.
pub(super) fn find(scan: &Scan<'_>, definitions: &[Definition], facts: &mut Facts) {
    let mut gathered = Gathered::default();
    for node in scan.live().filter(|node| node.is("function_item")) {
        let (Some(block), Some(name)) = (node.field("body"), node.field("name")) else {
            continue;
        };
        let known = definitions
            .binary_search_by_key(&node.start(), |it| it.span.bytes.start)
            .ok()
            .and_then(|at| definitions.get(at));
        let Some(definition) = known else { continue };
        // Elsewhere `?` is as likely to pass on that there is nothing.
        let returns = node.field("return_type").map_or("", Node::text);
        if !definition.kind.is_function()
            || !returns.contains("Result")
            || definition.nested
            || definition.test
            || block.size() > NODES_MAX
        {
            continue;
        }
        let (told, dropped) = errors(block);
        gathered.add(
            &definition.name,
            Deeds {
                line: name.line(),
                reads: BTreeSet::new(),
                ignores: BTreeSet::new(),
                free: false,
                told,
                dropped,
            },
            scan.limits.items_max,
        );
    }
    facts.deeds = gathered.finish();
}

/// How many errors are told, and how many are gone.
fn errors(block: Node<'_>) -> (u32, u32) {
    let (mut told, mut dropped) = (0_u32, 0_u32);
    for node in block.descendants() {
        let replaces = node.is("field_identifier")
            && REPLACING.contains(&node.text())
            && node
                .parent()
                .and_then(Node::parent)
                .is_some_and(|it| it.is("call_expression"));
        if answered::tells_here(node) {
            told = told.saturating_add(1);
        } else if (replaces || answered::drops_here(node)) && !is_explained(node) {
            dropped = dropped.saturating_add(1);
        }
    }
    (told, dropped)
}

/// Whether a note before the statement says why.
fn is_explained(node: Node<'_>) -> bool {
    let mut around = std::iter::once(node).chain(node.ancestors());
    let statement = around.find(|it| it.parent().is_some_and(|up| up.is("block")));
    statement.is_some_and(|it| {
        let lines = it.lead().trim_end().lines().rev().take(NOTES_MAX);
        let mut notes = lines
            .map(str::trim)
            .take_while(|line| line.starts_with("//"));
        notes.any(phrases::gives_a_reason)
    })
}
