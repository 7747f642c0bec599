//! Tidiness: sizes, headers, names of tests, words, documents. Each rule is one file.

mod docs;
mod links;
mod ratchet;
mod regressions;
mod size;
mod words;

use std::path::Path;

use crate::finding::Finding;
use crate::tree::{Kind, Tree};

/// Everything untidy.
pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = headers(tree);
    findings.extend(test_binaries(tree));
    findings.extend(tests_that_never_run(tree));
    findings.extend(ratchet::check(tree));
    findings.extend(words::check(tree));
    findings.extend(docs::check(tree));
    findings.extend(links::check(tree));
    findings.extend(regressions::check(tree));
    findings.sort();
    findings
}

/// Lowers the ratchet to what is there now. Never raises it.
pub(crate) fn shrink(root: &Path, tree: &Tree) -> anyhow::Result<()> {
    ratchet::shrink(root, tree)
}

/// Every Rust file opens by saying what it is.
fn headers(tree: &Tree) -> Vec<Finding> {
    let opens = |text: &str| {
        text.lines()
            .next()
            .is_some_and(|line| line.starts_with("//!"))
    };
    tree.rust()
        .filter(|(file, _)| !opens(&file.text))
        .map(|(file, _)| {
            let say = "open with `//!`: what this file is, and what it is not";
            Finding::at(&file.path, 1, "header", say)
        })
        .collect()
}

/// One test binary per crate: each more is linked for nothing.
fn test_binaries(tree: &Tree) -> Vec<Finding> {
    let is_root = |path: &str| {
        // Under `src/`, a folder of this name holds unit tests.
        let below = path
            .split_once("/tests/")
            .filter(|(above, _)| !above.contains("/src"));
        below.is_some_and(|(_, below)| !below.contains('/') || below == "it/main.rs")
    };
    let mut findings = Vec::new();
    let mut last_room = "";
    for file in &tree.files {
        if file.kind != Kind::Test || !file.path.starts_with("crates/") || !is_root(&file.path) {
            continue;
        }
        if file.room == last_room {
            let say = "a second test binary: make it a module of the first";
            findings.push(Finding::at(&file.path, 0, "test-binary", say));
        }
        last_room = &file.room;
    }
    findings
}

/// A test inside a library that is not built for tests: it compiles nowhere and fails never.
fn tests_that_never_run(tree: &Tree) -> Vec<Finding> {
    let has_none = |text: &str| {
        let lines = text.lines().map(str::trim);
        let lib = lines.skip_while(|line| *line != "[lib]").skip(1);
        let mut lib = lib.take_while(|line| !line.starts_with('['));
        lib.any(|line| line == "test = false")
    };
    let manifest = |room: &str| tree.get(&format!("crates/{room}/Cargo.toml"));
    let mut findings = Vec::new();
    for (file, rust) in tree.rust() {
        let in_src = file.path.starts_with(&format!("crates/{}/src/", file.room));
        let lines: Vec<usize> = match file.kind {
            Kind::Test => vec![1],
            Kind::Product | Kind::Chore | Kind::Data | Kind::Text => {
                rust.test_lines.iter().map(|lines| lines.start).collect()
            }
        };
        if in_src && manifest(&file.room).is_some_and(|it| has_none(&it.text)) {
            let say = "the room's library is not built for tests (`[lib] test = false`): move it to `tests/it`";
            let found = lines.into_iter();
            findings.extend(found.map(|line| Finding::at(&file.path, line, "unrun-test", say)));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(files: &[(&str, &str)]) -> Vec<&'static str> {
        check(&Tree::of(files))
            .into_iter()
            .map(|finding| finding.rule)
            .collect()
    }

    #[test]
    fn a_file_without_a_header_is_found() {
        assert_eq!(
            rules(&[("crates/gate/src/a.rs", "// a\nfn f() {}\n")]),
            ["header"]
        );
        assert_eq!(
            rules(&[("crates/gate/tests/ui/a.rs", "fn f() {}\n")]),
            Vec::<&str>::new()
        );
    }

    #[test]
    fn a_second_test_binary_is_found() {
        let files = [
            ("crates/gate/tests/it/a.rs", "//! A.\n"),
            ("crates/gate/tests/it/main.rs", "//! A.\n"),
            ("crates/gate/tests/more.rs", "//! A.\n"),
            ("crates/spec/tests/it/main.rs", "//! A.\n"),
        ];
        assert_eq!(rules(&files), ["test-binary"]);
    }

    #[test]
    fn a_test_in_a_library_that_is_not_built_for_tests_is_found() {
        let inside = "//! A.\n#[cfg(test)]\nmod tests {}\n";
        let none = "[package]\n[lib]\ndoctest = false\ntest = false\n\n[dependencies]\n";
        let with = "[package]\n[lib]\ndoctest = false\n\n[[bin]]\ntest = false\n";
        for (manifest, expected) in [(none, &["unrun-test"][..]), (with, &[]), ("", &[])] {
            let files = [
                ("crates/gate/Cargo.toml", manifest),
                ("crates/gate/src/a.rs", inside),
                ("crates/gate/tests/it/main.rs", "//! A.\n"),
                ("crates/spec/src/a.rs", inside),
            ];
            assert_eq!(rules(&files), expected, "{manifest}");
        }
    }
}
