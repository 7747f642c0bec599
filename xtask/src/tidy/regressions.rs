//! The page of regressions names tests that are there, and each test that is written for it: `docs/regressions.md`.

use std::collections::BTreeSet;

use crate::finding::Finding;
use crate::tree::{Source, Tree};

const PAGE: &str = "docs/regressions.md";
/// Tests that are written for the page: each has a row.
const OWN: &str = "crates/cli/tests/it/regressions";

/// Tests that the page names and nobody has written, rows without a test, and tests of its own without a row.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(page) = tree.get(PAGE) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let mut named: BTreeSet<(String, String)> = BTreeSet::new();
    let mut wants_test = false;
    for (at, line) in page.text.lines().enumerate() {
        let mut say = |text: String| findings.push(Finding::at(PAGE, at + 1, "regression", text));
        let is_row = line.starts_with('|');
        if is_row && line.trim_end().ends_with("| test |") {
            wants_test = true;
            continue;
        }
        wants_test &= is_row;
        let references: Vec<(&str, &str)> = references(line).collect();
        if wants_test && references.is_empty() && !line.starts_with("|---") {
            say("the row names no test, as `cli/tests/it/front.rs::its_name`".to_owned());
        }
        for (path, name) in references {
            let path = format!("crates/{path}");
            match tree.get(&path) {
                None => say(format!("`{path}` is not there")),
                Some(file) if !tests(file).contains(name) => {
                    say(format!("`{path}` has no test `{name}`"));
                }
                Some(_) => {
                    named.insert((path, name.to_owned()));
                }
            }
        }
    }
    let own = tree.files.iter().filter(|file| file.path.starts_with(OWN));
    for file in own {
        for name in tests(file) {
            if !named.contains(&(file.path.clone(), name.to_owned())) {
                let say = format!("`{name}` has no row in {PAGE}");
                findings.push(Finding::at(&file.path, 0, "regression", say));
            }
        }
    }
    findings
}

/// Each `room/path.rs::test` between backticks.
fn references(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|code| code.split_once("::"))
        .filter(|(path, _)| path.ends_with(".rs"))
}

/// Names of the tests of a file.
fn tests(file: &Source) -> BTreeSet<&str> {
    let Some(rust) = &file.rust else {
        return BTreeSet::new();
    };
    let marked = rust.code.split("#[test]").skip(1);
    let name = |after: &'_ str| -> Option<usize> { after.find("fn ").map(|at| at + 3) };
    marked
        .filter_map(|after| {
            let rest = after.get(name(after)?..)?;
            rest.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(page: &str) -> Vec<String> {
        let tree = Tree::of(&[
            (PAGE, page),
            (
                "crates/gate/tests/it/a.rs",
                "//! A.\n#[test]\nfn stops() {}\nfn helper() {}\nproptest! {\n    #[test]\n    fn holds(x in 0..2) {}\n}\n",
            ),
            (
                "crates/cli/tests/it/regressions/b.rs",
                "//! B.\n#[test]\nfn own() {}\n",
            ),
        ]);
        check(&tree).into_iter().map(|it| it.say).collect()
    }

    #[test]
    fn a_row_names_tests_that_are_there() {
        let own = "`cli/tests/it/regressions/b.rs::own`";
        let page = |row: &str| {
            format!(
                "| row | test |\n|---|---|\n{row}\n\n| row | why |\n|---|---|\n| x | y {own} |\n"
            )
        };
        assert_eq!(
            said(&page(
                "| x | `gate/tests/it/a.rs::stops`, `gate/tests/it/a.rs::holds` |"
            )),
            Vec::<String>::new()
        );
        for (row, words) in [
            ("| x | `gate/tests/it/a.rs::gone` |", "has no test `gone`"),
            (
                "| x | `gate/tests/it/a.rs::helper` |",
                "has no test `helper`",
            ),
            ("| x | `gate/tests/it/c.rs::stops` |", "is not there"),
            ("| x | soon |", "names no test"),
        ] {
            let said = said(&page(row));
            assert!(
                said.len() == 1 && said[0].contains(words),
                "{row}: {said:?}"
            );
        }
        let said = said("# Regressions\n");
        assert!(
            said.len() == 1 && said[0].contains("`own` has no row"),
            "{said:?}"
        );
    }
}
