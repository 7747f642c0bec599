//! Reading Python.

use crate::complexity;
use crate::facts::Facts;
use crate::read::Limits;
use crate::scan::{self, Scan};
use crate::syntax::{Node, Tree};
use crate::unused_results;

mod bodies;
mod builtins;
mod data;
mod error_handling;
mod exports;
mod imports;
mod items;
pub(crate) mod marks;
mod options;
mod parameter_use;
mod public;
mod regions;
mod return_values;
mod scopes;
mod shape;
mod test_assertions;
mod uses;
mod values;

/// Where statements stand.
const CONTAINERS: [&str; 2] = ["module", "block"];

/// Calls that start a program where they stand at the level of the module.
const STARTERS: [&str; 7] = [
    "main",
    "cli",
    "app",
    "run",
    "mainloop",
    "run_forever",
    "serve_forever",
];

/// Bytes that the grammar may read again and again. It reads on to the next line of code at every comment before it.
const REREAD_BYTES_MAX: usize = 300_000_000;

/// Whether a text holds so many comments on end that reading it would take too long.
pub(crate) fn is_costly(source: &str) -> bool {
    let (mut lines, mut bytes, mut cost) = (0usize, 0usize, 0usize);
    for line in source.lines() {
        let text = line.trim();
        let skipped = text.is_empty() || text.starts_with('#') || text == "\\";
        if skipped {
            lines = lines.saturating_add(usize::from(!text.is_empty()));
            bytes = bytes.saturating_add(line.len()).saturating_add(1);
        }
        if !skipped {
            cost = cost.saturating_add(lines.saturating_mul(bytes) / 2);
            (lines, bytes) = (0, 0);
        }
    }
    cost.saturating_add(lines.saturating_mul(bytes) / 2) > REREAD_BYTES_MAX
}

/// Fills in what Python syntax says.
pub(crate) fn read(tree: &Tree<'_>, limits: &Limits, facts: &mut Facts) {
    facts.regions = regions::find(tree);
    facts.statements = scan::statements(tree, &CONTAINERS);
    let scan = Scan::new(tree, limits, &facts.regions);
    let public = public::Public::of(&scan);
    let classes = bodies::classes::Classes::of(&scan);
    let items = items::find(&scan, &public, &classes);
    facts.truncated |= items.truncated;
    let brought = imports::find(&scan);
    facts.exports = exports::find(&public, &items.definitions, &brought);
    let paths = uses::find(&scan, &items.definitions, &brought, facts);
    facts.imports = brought.into_iter().map(|b| b.import).collect();
    facts.imports.extend(paths);
    facts.imports.sort_by_key(|import| import.line);
    let unread = parameter_use::find(&scan, &items.definitions, &classes, facts);
    data::fields::find(&scan, &classes, facts);
    unused_results::mark(&scan, &unused_results::PYTHON, &mut facts.set);
    error_handling::error_reports::find(&scan, facts);
    facts.stubs = bodies::stubs::find(&scan, &items.definitions, unread);
    facts.definitions = items.definitions;
    facts.starts = starts(tree);
    complexity::fill(&scan, &mut facts.definitions);
}

/// Where the file starts by itself: `#!`, `if __name__ == "__main__"`, or a call that starts a program.
fn starts(tree: &Tree<'_>) -> Option<u32> {
    if tree.source.starts_with("#!") {
        return Some(1);
    }
    let mut top = tree.root().into_iter().flat_map(Node::named);
    let found = top.find(|statement| match statement.kind() {
        "if_statement" => is_guard(*statement),
        "expression_statement" => {
            let call = shape::bare(*statement);
            let inner = shape::arguments(call).next().map_or("", shape::called);
            let first = shape::callee(call).map_or("", shape::first_name);
            let other = matches!(first, "subprocess" | "sp");
            !other && (STARTERS.contains(&shape::called(call)) || inner == "main")
        }
        _ => false,
    });
    found.map(Node::line)
}

/// `if __name__ == "__main__":` with something in it.
fn is_guard(statement: Node<'_>) -> bool {
    let asks = statement.field("condition").is_some_and(|condition| {
        let text = condition.text();
        text.contains("__name__") && text.contains("__main__") && text.contains("==")
    });
    let works = statement
        .field("consequence")
        .is_some_and(|body| shape::statements(body).any(|s| !shape::is_pass(s)));
    asks && works
}
