//! Decisions are numbered, named and listed: `docs/decisions/012-one-queue.md`, each once in that folder's README.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::tree::Tree;

const FOLDER: &str = "docs/decisions/";

/// Decisions with a wrong name, with a number taken twice, or missing from the list.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut numbers: BTreeMap<&str, &str> = BTreeMap::new();
    let list = tree
        .get(&format!("{FOLDER}README.md"))
        .map_or("", |file| file.text.as_str());
    for file in &tree.files {
        let Some(name) = file
            .path
            .strip_prefix(FOLDER)
            .filter(|name| *name != "README.md")
        else {
            continue;
        };
        let mut say = |text: String| findings.push(Finding::at(&file.path, 0, "decision", text));
        match number(name) {
            None => say("is not named like `012-one-queue.md`".to_owned()),
            Some(number) => {
                if let Some(other) = numbers.insert(number, name) {
                    say(format!("has the number of `{other}`"));
                }
            }
        }
        if !list.contains(&format!("]({name})")) {
            say(format!("is not listed in {FOLDER}README.md"));
        }
    }
    findings
}

/// The three digits of `NNN-title.md`.
fn number(name: &str) -> Option<&str> {
    let (number, title) = name.strip_suffix(".md")?.split_once('-')?;
    let is_title = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let fits = number.len() == 3
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && !title.is_empty()
        && title.chars().all(is_title);
    fits.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_numbers_and_the_list_are_checked() {
        let list = (
            "docs/decisions/README.md",
            "- [One](001-one.md)\n- [x](1-x.md) [y](001-two.md)\n",
        );
        let found = |path: &str| {
            check(&Tree::of(&[
                list,
                ("docs/decisions/001-one.md", ""),
                (path, ""),
            ]))
            .len()
        };
        assert_eq!(found("docs/other.md"), 0);
        assert_eq!(found("docs/decisions/1-x.md"), 1);
        assert_eq!(found("docs/decisions/001-two.md"), 1);
        assert_eq!(found("docs/decisions/002-not-listed.md"), 1);
    }
}
