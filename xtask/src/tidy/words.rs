//! Words and marks that have no place in the project: paths of one machine, pages that are not here, blanks at line ends.

use crate::finding::Finding;
use crate::lex::Masked;
use crate::tree::{Kind, Source, Tree};

/// Top folders that belong to somebody's machine. Kept without slashes so that this file passes its own check.
const MACHINE_FOLDERS: [&str; 3] = ["work", "farm", "root"];
/// Under `/home`, names that stand for anyone.
const ANYONE: [&str; 12] = [
    "user", "me", "you", "dev", "alice", "bob", "mallory", "agent", "runner", "someone", "u", "x",
];
/// Pages of design notes that were never part of the repository.
const OUTSIDE_PAGES: [&str; 7] = [
    "house",
    "formats",
    "models",
    "peers",
    "baselines",
    "deps",
    "verify-traps",
];

/// Findings in every text but data and lock files.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        if file.kind == Kind::Data || file.path.ends_with(".lock") || file.path == "LICENSE" {
            continue;
        }
        findings.extend(
            file.text
                .lines()
                .enumerate()
                .flat_map(|(at, line)| one(tree, file, at + 1, line)),
        );
        if !file.text.is_empty() && !file.text.ends_with('\n') {
            findings.push(Finding::at(
                &file.path,
                0,
                "blank",
                "the last line does not end",
            ));
        }
    }
    findings.extend(tree.get("Cargo.lock").into_iter().flat_map(sources));
    findings
}

fn one(tree: &Tree, file: &Source, number: usize, line: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut say = |rule, text: String| findings.push(Finding::at(&file.path, number, rule, text));
    if line.ends_with([' ', '\t', '\r']) {
        say("blank", "blanks at the end of the line".to_owned());
    }
    // Tests of paths need homes to speak of.
    let homes_are_fine = is_test(file, number);
    if let Some(path) = machine_path(line, homes_are_fine) {
        say("machine-path", format!("`{path}` is a path of one machine"));
    }
    for page in OUTSIDE_PAGES.iter().map(|page| format!("{page}.md")) {
        let is_here = || {
            tree.files
                .iter()
                .any(|one| one.path.ends_with(&format!("/{page}")))
        };
        if crate::lex::words(line, &page).next().is_some() && !is_here() {
            say(
                "outside-page",
                format!("`{page}` is not in this repository: say it here instead"),
            );
        }
    }
    findings
}

/// Is line `number` run by tests only?
fn is_test(file: &Source, number: usize) -> bool {
    let in_item = |rust: &Masked| rust.test_lines.iter().any(|lines| lines.contains(&number));
    file.kind == Kind::Test || file.rust.as_ref().is_some_and(in_item)
}

/// A path like `/<machine folder>/..` or `/home/<somebody>/..` that stands on its own in `line`.
fn machine_path(line: &str, homes_are_fine: bool) -> Option<String> {
    for (at, _) in line.match_indices('/') {
        let before = line.get(..at).and_then(|head| head.chars().last());
        if before.is_some_and(|c| c.is_alphanumeric() || "_./:$~}>-*".contains(c)) {
            continue;
        }
        let mut parts = line.get(at + 1..).unwrap_or_default().split('/');
        let (Some(top), Some(next)) = (parts.next(), parts.next()) else {
            continue;
        };
        let name: String = next
            .chars()
            .take_while(|c| c.is_alphanumeric() || "_-.".contains(*c))
            .collect();
        let is_home = !homes_are_fine
            && top == "home"
            && !name.is_empty()
            && !ANYONE.contains(&name.as_str());
        if is_home
            || MACHINE_FOLDERS.contains(&top)
            || (top == "tmp" && name.starts_with("target-"))
        {
            return Some(format!("/{top}/{name}"));
        }
    }
    None
}

/// Every package comes from the public registry, not from somebody's mirror.
fn sources(lock: &Source) -> Vec<Finding> {
    let public = "registry+https://github.com/rust-lang/crates.io-index";
    let is_other = |line: &str| line.starts_with("source = ") && !line.contains(public);
    let lines = lock
        .text
        .lines()
        .enumerate()
        .filter(|(_, line)| is_other(line));
    lines
        .map(|(at, line)| {
            let say = format!("`{line}`: packages come from the public registry only");
            Finding::at(&lock.path, at + 1, "source", say)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(path: &str, text: &str) -> Vec<&'static str> {
        check(&Tree::of(&[(path, text)]))
            .into_iter()
            .map(|finding| finding.rule)
            .collect()
    }

    #[test]
    fn machine_paths_are_found_and_examples_are_not() {
        for top in MACHINE_FOLDERS {
            assert_eq!(rules("a.md", &format!("see /{top}/x\n")), ["machine-path"]);
            assert_eq!(
                rules("a.rs", &format!("const A: &str = \"/{top}/x\";\n")),
                ["machine-path"]
            );
        }
        assert_eq!(
            rules("a.md", &format!("/home/{}/x\n", "charlotte")),
            ["machine-path"]
        );
        assert_eq!(
            rules("a.md", &format!("/tmp/{}-x\n", "target")),
            ["machine-path"]
        );
        for fine in [
            "/home/user/x\n",
            "src/work/x\n",
            "$HOME/work/x\n",
            "https://a.b/work/x\n",
            "/usr/bin\n",
        ] {
            assert_eq!(rules("a.md", fine), Vec::<&str>::new(), "{fine}");
        }
        let test = format!("#[cfg(test)]\nmod t {{\n// /home/{}/x\n}}\n", "charlotte");
        assert_eq!(rules("crates/gate/src/a.rs", &test), Vec::<&str>::new());
        let data = format!("/{}/x\n", "root");
        assert_eq!(
            rules("crates/gate/tests/data/a.txt", &data),
            Vec::<&str>::new()
        );
    }

    #[test]
    fn blanks_pages_and_sources_are_found() {
        assert_eq!(rules("a.md", "a \n"), ["blank"]);
        assert_eq!(rules("a.md", "a"), ["blank"]);
        assert_eq!(
            rules("a.md", &format!("see {}.md\n", "peers")),
            ["outside-page"]
        );
        assert_eq!(
            rules(
                "Cargo.lock",
                "source = \"registry+https://mirror.example/index\"\n"
            ),
            ["source"]
        );
    }
}
