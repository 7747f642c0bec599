//! Links between documents lead somewhere: every local target of a Markdown link exists.

use std::collections::BTreeSet;

use crate::finding::Finding;
use crate::tree::{Kind, Source, Tree};

/// Links to local files or folders that are not there.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut there: BTreeSet<&str> = BTreeSet::new();
    let texts = tree.files.iter().map(|file| file.path.as_str());
    for mut path in texts.chain(tree.pictures.iter().map(String::as_str)) {
        while there.insert(path) {
            let Some((folder, _)) = path.rsplit_once('/') else {
                break;
            };
            path = folder;
        }
    }
    let documents = tree
        .files
        .iter()
        .filter(|file| file.path.ends_with(".md") && file.kind == Kind::Text);
    documents.flat_map(|file| dead(file, &there)).collect()
}

fn dead(file: &Source, there: &BTreeSet<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (line, target) in targets(&file.text) {
        let local = target.split('#').next().unwrap_or_default();
        if local.is_empty() || local.contains(':') {
            continue;
        }
        match resolve(&file.path, local) {
            Some(path) if path.is_empty() || there.contains(path.as_str()) => {}
            _ => {
                let say = format!("`{target}` is not there");
                findings.push(Finding::at(&file.path, line, "link", say));
            }
        }
    }
    findings
}

/// Each `](target)` with its line, outside code.
fn targets(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_fence = false;
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_fence = !in_fence;
        }
        if in_fence {
            continue;
        }
        // Every second part between backticks is code.
        for prose in line.split('`').step_by(2) {
            let links = prose
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split_once(')'));
            found.extend(
                links.map(|(target, _)| (at + 1, target.split(' ').next().unwrap_or(target))),
            );
        }
    }
    found
}

/// `target` as seen from the file `from`; `None` when it leaves the repository.
fn resolve(from: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_links_are_found() {
        for (text, dead) in [
            ("[a](b.md)", 0),
            (
                "[a](./b.md#part) [c](../crates/gate) [d](https://x.y) [e](#f)",
                0,
            ),
            ("[a](c.md)", 1),
            ("[a](../../b.md)", 1),
            ("[`a`](c.md) and `[a](c.md)`", 1),
            ("```\n[a](c.md)\n```", 0),
        ] {
            let tree = Tree::of(&[
                ("docs/a.md", text),
                ("docs/b.md", ""),
                ("crates/gate/src/lib.rs", ""),
            ]);
            assert_eq!(check(&tree).len(), dead, "{text}");
        }
    }
}
