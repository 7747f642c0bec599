//! Each room opens with the line that makes its `clippy.toml`, and in the brain the lints against crashing, an error.
//!
//! Workspace lints are the same for every crate, so what differs by room stands at the top of the room.

use crate::finding::Finding;
use crate::floors::{ROOMS, is_brain};
use crate::lex;
use crate::tree::Tree;

/// Denied in the brain, outside tests.
const BRAIN: [&str; 9] = [
    "clippy::unwrap_used",
    "clippy::expect_used",
    "clippy::panic",
    "clippy::unreachable",
    "clippy::indexing_slicing",
    "clippy::string_slice",
    "clippy::arithmetic_side_effects",
    "clippy::disallowed_methods",
    "clippy::disallowed_types",
];
/// Denied in the other rooms, outside tests: the room's own list of banned functions and types.
const OTHERS: [&str; 2] = ["clippy::disallowed_methods", "clippy::disallowed_types"];

/// Rooms whose root file lacks a lint of its line.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for room in ROOMS {
        let root = ["lib.rs", "main.rs"]
            .into_iter()
            .find_map(|name| tree.get(&format!("crates/{}/src/{name}", room.name)));
        let Some((root, rust)) = root.and_then(|file| Some((file, file.rust.as_ref()?))) else {
            continue;
        };
        let wanted: &[&str] = if is_brain(room.name) { &BRAIN } else { &OTHERS };
        let denied = denied(&rust.code);
        let missing: Vec<&str> = wanted
            .iter()
            .copied()
            .filter(|lint| !denied.iter().any(|one| one == lint))
            .collect();
        if !missing.is_empty() {
            let lacks = missing.join(", ");
            let say = format!("`#![cfg_attr(not(test), deny(..))]` at the top lacks {lacks}");
            findings.push(Finding::at(&root.path, 1, "lint-line", say));
        }
    }
    findings
}

/// The lints in `#![cfg_attr(not(test), deny(..))]`.
fn denied(code: &str) -> Vec<String> {
    let mut lints = Vec::new();
    for (at, _) in code.match_indices("#![cfg_attr(") {
        let line: String = code
            .get(at..lex::closing(code, at + 2))
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        if let Some(list) = line.strip_prefix("#![cfg_attr(not(test),deny(") {
            lints.extend(
                list.trim_end_matches([')', ']', ','])
                    .split(',')
                    .map(str::to_owned),
            );
        }
    }
    lints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn the_line_is_wanted_whole() {
        let brain = format!(
            "#![cfg_attr(\n    not(test),\n    deny(\n{}\n))]",
            BRAIN.join(",\n")
        );
        let others = format!("#![cfg_attr(not(test), deny({}))]", OTHERS.join(", "));
        assert_eq!(found("crates/gate/src/lib.rs", &brain), 0);
        assert_eq!(found("crates/gate/src/lib.rs", &others), 1);
        assert_eq!(found("crates/gate/src/lib.rs", &format!("// {brain}")), 1);
        assert_eq!(
            found("crates/gate/src/lib.rs", &brain.replace("deny", "warn")),
            1
        );
        assert_eq!(found("crates/tools/src/lib.rs", &others), 0);
        assert_eq!(found("crates/cli/src/main.rs", "fn main() {}"), 1);
    }
}
