//! The exceptions to the sizes, in `xtask/ratchet.json`. They can only shrink.
//!
//! A file or function over its limit must be listed with its length of today. Longer than listed is an error; shorter is
//! one too, until the list says so (`tidy --shrink`), so that what was won stays won.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use super::size::{
    FILE_LINES_HARD_MAX, FILE_LINES_MAX, FUNCTION_LINES_MAX, counts, file_lines, functions,
};
use crate::finding::Finding;
use crate::tree::Tree;

/// Where the list is.
const RATCHET: &str = "xtask/ratchet.json";

/// Lines by `path` or `path::function`.
type Lengths = BTreeMap<String, usize>;

/// Sizes over the limit that are not listed, and lists that do not fit.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    match tree.get(RATCHET).map(|file| parse(&file.text)) {
        Some(None) => vec![Finding::at(RATCHET, 0, "size", "is not a map of lengths")],
        Some(Some(listed)) => compare(tree, &listed),
        None => compare(tree, &Lengths::new()),
    }
}

/// Lowers every listed length to what is there and drops what is within the limit.
pub(super) fn shrink(root: &Path, tree: &Tree) -> anyhow::Result<()> {
    let file = tree
        .get(RATCHET)
        .context("there is no xtask/ratchet.json to shrink")?;
    let mut listed = parse(&file.text).context("xtask/ratchet.json is not a map of lengths")?;
    let over: Lengths = measure(tree)
        .into_iter()
        .map(|one| (one.key, one.lines))
        .collect();
    listed.retain(|key, _| over.contains_key(key));
    for (key, length) in &mut listed {
        *length = over.get(key).copied().unwrap_or(0).min(*length);
    }
    let text = serde_json::to_string_pretty(&json!({ "over": listed }))?;
    std::fs::write(root.join(RATCHET), text + "\n").context("cannot write xtask/ratchet.json")
}

/// Something over its limit.
struct Over {
    key: String,
    path: String,
    line: usize,
    lines: usize,
    lines_max: usize,
}

fn compare(tree: &Tree, listed: &Lengths) -> Vec<Finding> {
    let mut findings = Vec::new();
    let over = measure(tree);
    for one in &over {
        let (lines, limit) = (one.lines, one.lines_max);
        let say = match listed.get(&one.key) {
            None => format!("{lines} lines, the limit is {limit}: split it by concept"),
            Some(old) if lines > *old => {
                format!("grew from {old} to {lines} lines: the ratchet only shrinks")
            }
            Some(old) if lines < *old => {
                format!("shrank from {old} to {lines} lines: run `tidy --shrink`")
            }
            Some(_) if limit == FILE_LINES_MAX && lines > FILE_LINES_HARD_MAX => {
                format!("{lines} lines, and no exception goes over {FILE_LINES_HARD_MAX}")
            }
            Some(_) => continue,
        };
        findings.push(Finding::at(&one.path, one.line, "size", say));
    }
    for key in listed
        .keys()
        .filter(|key| !over.iter().any(|one| one.key == **key))
    {
        let say = format!("`{key}` is within the limit now: run `tidy --shrink`");
        findings.push(Finding::at(RATCHET, 0, "size", say));
    }
    findings
}

fn measure(tree: &Tree) -> Vec<Over> {
    let mut over = Vec::new();
    for (file, rust) in tree.rust().filter(|(file, _)| counts(file)) {
        let lines = file_lines(file, rust);
        let mut add = |key: String, line, lines, lines_max| {
            if lines > lines_max {
                over.push(Over {
                    key,
                    path: file.path.clone(),
                    line,
                    lines,
                    lines_max,
                });
            }
        };
        add(file.path.clone(), 0, lines, FILE_LINES_MAX);
        for one in functions(rust) {
            let key = format!("{}::{}", file.path, one.name);
            add(key, one.line, one.lines, FUNCTION_LINES_MAX);
        }
    }
    over
}

fn parse(text: &str) -> Option<Lengths> {
    let value: Value = serde_json::from_str(text).ok()?;
    let pairs = value.get("over")?.as_object()?.iter();
    pairs
        .map(|(key, length)| Some((key.clone(), usize::try_from(length.as_u64()?).ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "crates/gate/src/a.rs";

    fn found(lines: usize, ratchet: &str) -> Vec<String> {
        let text = format!("//! A.\n{}", "const A: u8 = 1;\n".repeat(lines - 1));
        let tree = Tree::of(&[(PATH, &text), (RATCHET, ratchet)]);
        check(&tree)
            .into_iter()
            .map(|finding| finding.say)
            .collect()
    }

    fn listing(lines: usize) -> String {
        json!({ "over": { PATH: lines } }).to_string()
    }

    #[test]
    fn the_ratchet_turns_one_way() {
        let empty = r#"{ "over": {} }"#;
        for (lines, ratchet, said) in [
            (400, empty.to_owned(), ""),
            (401, empty.to_owned(), "the limit is 400"),
            (450, listing(450), ""),
            (451, listing(450), "grew from 450 to 451"),
            (449, listing(450), "shrank from 450 to 449"),
            (400, listing(450), "within the limit now"),
            (801, listing(801), "no exception"),
            (10, "[]".to_owned(), "not a map"),
        ] {
            let found = found(lines, &ratchet);
            match said {
                "" => assert_eq!(found, Vec::<String>::new(), "{lines} {ratchet}"),
                said => assert!(
                    found.iter().any(|say| say.contains(said)),
                    "{lines} {ratchet}: {found:?}"
                ),
            }
        }
    }

    #[test]
    fn a_long_function_is_found() {
        let text = format!("//! A.\nfn long() {{\n{}}}\n", "    f();\n".repeat(69));
        let tree = Tree::of(&[(PATH, &text)]);
        let found = check(&tree);
        assert!(
            found
                .iter()
                .any(|one| one.line == 2 && one.say.contains("71 lines")),
            "{found:?}"
        );
    }
}
