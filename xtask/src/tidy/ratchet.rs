//! What is over its limit today, in `xtask/ratchet.json`. It can only shrink.
//!
//! A file or function over its limit must be listed with its length, a crate whose files import each other in circles with
//! how many files are in circles and in the largest. (How many circles there are is none of it: cut in two is better.) More than listed is an error; less is one too, until the list
//! says so (`tidy --shrink`), so that what was won stays won.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use super::size::{
    FILE_LINES_HARD_MAX, FILE_LINES_MAX, FUNCTION_LINES_MAX, counts, file_lines, functions,
};
use crate::finding::Finding;
use crate::imports;
use crate::tree::Tree;

/// Where the list is.
const RATCHET: &str = "xtask/ratchet.json";

/// Lines by `path` or `path::function`.
type Lengths = BTreeMap<String, usize>;

/// What is listed.
#[derive(Default)]
struct Listed {
    /// Files and functions over their limits.
    over: Lengths,
    /// By crate: the files that import each other in circles.
    files: Lengths,
    /// By crate: the files in its largest circle.
    largest: Lengths,
}

/// What is over its limit and not listed, and lists that do not fit.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let listed = match tree.get(RATCHET).map(|file| parse(&file.text)) {
        Some(None) => return vec![Finding::at(RATCHET, 0, "size", "is not a map of lengths")],
        Some(Some(listed)) => listed,
        None => Listed::default(),
    };
    let mut findings = compare(tree, &listed.over);
    let (files, largest) = in_circles(tree);
    findings.extend(turned("files in circles", &files, &listed.files));
    findings.extend(turned("the largest circle", &largest, &listed.largest));
    findings
}

/// Lowers every listed number to what is there and drops what is within the limit.
pub(super) fn shrink(root: &Path, tree: &Tree) -> anyhow::Result<()> {
    let file = tree
        .get(RATCHET)
        .context("there is no xtask/ratchet.json to shrink")?;
    let mut listed = parse(&file.text).context("xtask/ratchet.json is not a map of lengths")?;
    let over: Lengths = measure(tree)
        .into_iter()
        .map(|one| (one.key, one.lines))
        .collect();
    let (files, largest) = in_circles(tree);
    lower(&mut listed.over, &over);
    lower(&mut listed.files, &files);
    lower(&mut listed.largest, &largest);
    let lists = json!({
        "over": listed.over,
        "files in circles": listed.files,
        "largest circle": listed.largest,
    });
    let text = serde_json::to_string_pretty(&lists)?;
    std::fs::write(root.join(RATCHET), text + "\n").context("cannot write xtask/ratchet.json")
}

fn lower(listed: &mut Lengths, now: &Lengths) {
    listed.retain(|key, _| now.contains_key(key));
    for (key, number) in listed {
        *number = now.get(key).copied().unwrap_or(0).min(*number);
    }
}

/// By crate: how many files are in circles of imports, and how many in the largest.
fn in_circles(tree: &Tree) -> (Lengths, Lengths) {
    let circles = imports::circles(tree);
    let lengths = |of: fn(&Vec<Vec<String>>) -> usize| -> Lengths {
        let rooms = circles.iter();
        rooms
            .map(|(room, found)| (room.clone(), of(found)))
            .collect()
    };
    (
        lengths(|found| found.iter().map(Vec::len).sum()),
        lengths(|found| found.iter().map(Vec::len).max().unwrap_or(0)),
    )
}

/// Numbers by crate that are other than listed.
fn turned(what: &str, now: &Lengths, listed: &Lengths) -> Vec<Finding> {
    let rooms: std::collections::BTreeSet<&String> = now.keys().chain(listed.keys()).collect();
    let number = |of: &Lengths, room: &String| of.get(room).copied().unwrap_or(0);
    let said = rooms.into_iter().filter_map(|room| {
        let (old, new) = (number(listed, room), number(now, room));
        let say = match new.cmp(&old) {
            std::cmp::Ordering::Greater => format!(
                "{what} grew from {old} to {new}: move what both need below both (the ratchet only shrinks)"
            ),
            std::cmp::Ordering::Less => format!("{what} shrank from {old} to {new}: run `tidy --shrink`"),
            std::cmp::Ordering::Equal => return None,
        };
        Some(Finding::at(format!("crates/{room}"), 0, "circle", say))
    });
    said.collect()
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

fn parse(text: &str) -> Option<Listed> {
    let value: Value = serde_json::from_str(text).ok()?;
    let map = |key: &str| -> Option<Lengths> {
        let pairs = value.get(key)?.as_object()?.iter();
        pairs
            .map(|(key, length)| Some((key.clone(), usize::try_from(length.as_u64()?).ok()?)))
            .collect()
    };
    Some(Listed {
        over: map("over")?,
        files: map("files in circles").unwrap_or_default(),
        largest: map("largest circle").unwrap_or_default(),
    })
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

    #[test]
    fn circles_turn_one_way() {
        let a = ("crates/gate/src/a.rs", "//! A.\nuse crate::b::B;\n");
        let b = ("crates/gate/src/b.rs", "//! B.\nuse crate::a::A;\n");
        let alone = ("crates/gate/src/b.rs", "//! B.\n");
        let root = ("crates/gate/src/lib.rs", "//! R.\nmod a;\nmod b;\n");
        let listing = |files: usize, largest: usize| {
            json!({ "over": {}, "files in circles": { "gate": files }, "largest circle": { "gate": largest } })
                .to_string()
        };
        let none = json!({ "over": {} }).to_string();
        for (b, ratchet, said) in [
            (b, listing(2, 2), &[][..]),
            (
                b,
                none.clone(),
                &[
                    "files in circles grew from 0 to 2",
                    "the largest circle grew from 0 to 2",
                ],
            ),
            (b, listing(2, 1), &["the largest circle grew from 1 to 2"]),
            (b, listing(4, 2), &["files in circles shrank from 4 to 2"]),
            (
                alone,
                listing(2, 2),
                &[
                    "files in circles shrank from 2 to 0",
                    "the largest circle shrank from 2 to 0",
                ],
            ),
            (alone, none, &[]),
        ] {
            let found = check(&Tree::of(&[root, a, b, (RATCHET, &ratchet)]));
            assert_eq!(found.len(), said.len(), "{ratchet}: {found:?}");
            for (one, said) in found.iter().zip(said) {
                assert!(
                    one.say.starts_with(said) && one.path == "crates/gate",
                    "{one:?}"
                );
            }
        }
    }
}
