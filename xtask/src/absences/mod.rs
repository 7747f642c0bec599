//! What must not be there: one table of absent things, and the three absences that need more than a word.
//!
//! These checks read text. What only the compiler can see (a renamed import, a method of the standard library) is left
//! to clippy, with the lists in `clippy_toml`; the two overlap on purpose.

mod doors;
mod lints;
mod table;

use crate::finding::Finding;
use crate::lex::{Masked, line_of, words};
use crate::tree::{Kind, Source, Tree};
use crate::uses::{self, Reach, Use};

/// One kind of thing that must be absent from some files.
struct Absence {
    /// Short name.
    rule: &'static str,
    /// Modules and items, matched in imports (spelled out) and wherever they stand in code.
    paths: &'static [&'static str],
    /// Words and marks in code, outside comments and strings.
    words: &'static [&'static str],
    /// The files it is absent from.
    from: fn(&Source) -> bool,
    /// Which part of those files.
    look: Look,
    /// What to do instead.
    instead: &'static str,
}

/// A part of a file.
#[derive(Clone, Copy)]
enum Look {
    /// What ships: without `#[cfg(test)]` items; nothing of a test file.
    Product,
    /// What only tests run.
    Tests,
    /// Both.
    All,
}

/// Everything present that should not be.
pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, rust) in tree.rust() {
        for absence in &table::ABSENCES {
            if (absence.from)(file) {
                findings.extend(look(absence, file, rust));
            }
        }
        findings.extend(foreign_exports(file, rust));
        findings.extend(spawner_exports(file, rust));
        findings.extend(open_ends(file, rust));
    }
    findings.extend(doors::check(tree));
    findings.extend(lints::check(tree));
    findings.sort();
    findings.dedup();
    findings
}

fn look(absence: &Absence, file: &Source, rust: &Masked) -> Vec<Finding> {
    let code = match (absence.look, file.kind) {
        (Look::All, _) | (Look::Tests, Kind::Test) => &rust.code,
        (Look::Product, Kind::Test) => return Vec::new(),
        (Look::Tests, _) => &rust.tests,
        (Look::Product, _) => &rust.product,
    };
    let imports = uses::read(code);
    let imported = |path: &str| -> Vec<usize> {
        let hits = imports.iter().filter(|one| uses::is_in(&one.path, path));
        hits.map(|one| one.line).collect()
    };
    let written =
        |needle: &str| -> Vec<usize> { words(code, needle).map(|at| line_of(code, at)).collect() };
    let mut findings = Vec::new();
    for path in absence.paths {
        let lines = imported(path).into_iter().chain(written(path));
        findings.extend(lines.map(|line| (line, *path)));
    }
    for word in absence.words {
        findings.extend(written(word).into_iter().map(|line| (line, *word)));
    }
    findings.sort_unstable();
    findings.dedup_by_key(|(line, _)| *line);
    let say = |what: &str| format!("`{what}`: {}", absence.instead);
    findings
        .into_iter()
        .map(|(line, what)| Finding::at(&file.path, line, absence.rule, say(what)))
        .collect()
}

/// `pub use` of another room's type: a reader must find every type under one name.
fn foreign_exports(file: &Source, rust: &Masked) -> Vec<Finding> {
    let is_foreign = |one: &Use| {
        let first = one.path.split("::").next().unwrap_or_default();
        let is_room = crate::floors::find(first).is_some() && first != file.room;
        let is_own_module = [format!("mod {first};"), format!("mod {first} {{")];
        one.reach == Reach::Public
            && is_room
            && !is_own_module
                .iter()
                .any(|own| rust.code.contains(own.as_str()))
    };
    if file.kind != Kind::Product {
        return Vec::new();
    }
    let exports = uses::read(&rust.product).into_iter().filter(is_foreign);
    exports
        .map(|one| {
            let say = format!(
                "`pub use {}`: do not re-export another room's type",
                one.path
            );
            Finding::at(&file.path, one.line, "re-export", say)
        })
        .collect()
}

/// The one place that may start processes must not hand out the means.
fn spawner_exports(file: &Source, rust: &Masked) -> Vec<Finding> {
    let is_means = |one: &Use| {
        let last_two = one.path.rsplit("::").take(2).collect::<Vec<_>>();
        one.reach != Reach::Private && matches!(last_two.as_slice(), ["Command" | "*", "process"])
    };
    let exports = uses::read(&rust.product).into_iter().filter(is_means);
    exports
        .map(|one| {
            let say = format!(
                "`{}`: do not export what starts processes, offer a function",
                one.path
            );
            Finding::at(&file.path, one.line, "spawn-export", say)
        })
        .collect()
}

/// A mark in a comment that says "not done" and names no issue. Documentation may talk about such marks, so there only
/// `TODO:` and `TODO(..)` count.
fn open_ends(file: &Source, rust: &Masked) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, line) in rust.comments.lines().enumerate() {
        let line = line.trim();
        let is_doc = line.starts_with("///") || line.starts_with("//!");
        let comment = line.trim_start_matches(['/', '!', '*']).trim_start();
        let is_mark = |rest: &str| match rest.chars().next() {
            None | Some(':' | '(') => true,
            Some(next) => !is_doc && next.is_whitespace(),
        };
        let names_issue = |rest: &str| {
            rest.split('#')
                .skip(1)
                .any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        for mark in ["TODO", "FIXME", "XXX"] {
            let Some(rest) = comment.strip_prefix(mark) else {
                continue;
            };
            if is_mark(rest) && !names_issue(rest) {
                let say =
                    format!("`{mark}` without an issue: finish it, or name the issue as `#12`");
                findings.push(Finding::at(&file.path, at + 1, "open-end", say));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules that find something in `text` at `path`.
    fn rules(path: &str, text: &str) -> Vec<&'static str> {
        let mut rules: Vec<_> = check(&Tree::of(&[(path, text)]))
            .into_iter()
            .map(|finding| finding.rule)
            .filter(|rule| *rule != "lint-line")
            .collect();
        rules.dedup();
        rules
    }

    #[test]
    fn bad_examples_are_caught() {
        let cases = [
            (
                "crates/harness/src/a.rs",
                "use std::process::Command;",
                "spawn",
            ),
            (
                "crates/harness/src/a.rs",
                "fn f() { std::process::Command::new(\"a\"); }",
                "spawn",
            ),
            (
                "crates/harness/src/a.rs",
                "use std::{fs, process::{self, Stdio}}; fn f() { process::Command::new(\"a\"); }",
                "spawn",
            ),
            (
                "crates/tools/src/git.rs",
                "use tokio::process::Command;",
                "spawn",
            ),
            (
                "crates/tools/src/process.rs",
                "use tokio::process::Command;",
                "spawn",
            ),
            (
                "crates/tools/src/process/mod.rs",
                "pub(crate) use tokio::process::Command;",
                "spawn-export",
            ),
            (
                "crates/engine/src/a.rs",
                "use std::{fmt, fs as f};",
                "brain",
            ),
            (
                "crates/engine/src/a.rs",
                "fn f() { std::env::var(\"A\"); }",
                "brain",
            ),
            (
                "crates/engine/src/a.rs",
                "use std::time; fn f() { time::Instant::now(); }",
                "brain",
            ),
            ("crates/gate/src/a.rs", "async fn f() {}", "brain"),
            (
                "crates/gate/src/a.rs",
                "thread_local! { static A: Cell<u8> = Cell::new(0); }",
                "hidden-state",
            ),
            (
                "crates/engine/src/a.rs",
                "static mut LAST: u8 = 0;",
                "hidden-state",
            ),
            (
                "crates/gate/src/a.rs",
                "use std::collections::{BTreeMap, HashMap};",
                "brain",
            ),
            (
                "crates/gate/src/a.rs",
                "fn f() { jiff::Timestamp::now(); }",
                "brain",
            ),
            (
                "crates/gate/src/a.rs",
                "fn f(a: Option<u8>) { a.unwrap(); }",
                "panic",
            ),
            (
                "crates/gate/src/a.rs",
                "fn f(a: Option<u8>) { a.expect(\"b\"); }",
                "panic",
            ),
            ("crates/gate/src/a.rs", "fn f() { panic!(\"b\"); }", "panic"),
            ("crates/tools/src/a.rs", "use rusqlite::Connection;", "sql"),
            (
                "crates/tools/src/a.rs",
                "fn f() { reqwest::get(\"a\"); }",
                "http-client",
            ),
            (
                "crates/harness/src/http/a.rs",
                "use hyper::client::conn::http1;",
                "http-client",
            ),
            ("crates/harness/src/a.rs", "use axum::Router;", "web"),
            (
                "crates/model/src/a.rs",
                "fn f() { println!(\"a\"); }",
                "print",
            ),
            (
                "crates/harness/src/a.rs",
                "impl<T> ledger::Disk for T {}",
                "disk",
            ),
            ("crates/model/src/a.rs", "unsafe { f() }", "unsafe"),
            (
                "crates/model/src/a.rs",
                "#[allow(dead_code)] fn f() {}",
                "allow",
            ),
            (
                "crates/model/tests/it/a.rs",
                "#![allow(dead_code)]",
                "allow",
            ),
            (
                "crates/model/src/a.rs",
                "#![cfg_attr(test, allow(dead_code))]",
                "allow",
            ),
            ("crates/model/src/a.rs", "fn f() { todo!() }", "unfinished"),
            ("crates/model/src/a.rs", "// TODO: later\n", "open-end"),
            (
                "crates/model/tests/it/a.rs",
                "#[test]\n#[ignore = \"slow\"]\nfn f() {}",
                "ignore",
            ),
            (
                "crates/model/tests/it/a.rs",
                "fn f() { std::thread::sleep(d); }",
                "sleep",
            ),
            (
                "crates/model/src/a.rs",
                "#[cfg(test)] mod tests { use tokio::time; fn f() { time::sleep(d); } }",
                "sleep",
            ),
            (
                "crates/harness/src/lib.rs",
                "pub use ledger::Event;",
                "re-export",
            ),
        ];
        for (path, text, rule) in cases {
            assert!(rules(path, text).contains(&rule), "{rule} {path}: {text}");
        }
    }

    #[test]
    fn good_examples_pass() {
        let cases = [
            (
                "crates/tools/src/process/spawn.rs",
                "use tokio::process::Command;",
            ),
            ("crates/tools/tests/it/git.rs", "use std::process::Command;"),
            (
                "crates/cli/src/main.rs",
                "use std::process::ExitCode; fn main() { println!(\"a\"); }",
            ),
            (
                "crates/gate/src/a.rs",
                "// std::fs and unsafe and async\nfn f() { g(\"std::fs panic!\"); }",
            ),
            (
                "crates/gate/src/a.rs",
                "fn f(p: &mut Parser) { p.expect(Token::Open); }",
            ),
            (
                "crates/gate/src/a.rs",
                "#[cfg(test)] mod tests { fn f() { a.unwrap(); std::fs::read(b); } }",
            ),
            (
                "crates/code/src/parsed.rs",
                "thread_local! { static A: Cell<u8> = Cell::new(0); }",
            ),
            (
                "crates/tools/src/a.rs",
                "thread_local! { static A: Cell<u8> = Cell::new(0); }",
            ),
            (
                "crates/gate/tests/it/a.rs",
                "fn f() { std::fs::read(b).expect(\"c\"); }",
            ),
            (
                "crates/store/src/a.rs",
                "impl Disk for Sqlite {} use rusqlite::Connection;",
            ),
            (
                "crates/model/src/a.rs",
                "use reqwest::Client; // TODO(#12): faster\n",
            ),
            (
                "crates/code/src/a.rs",
                "//! TODO markers are found: `TODO: later`.\n",
            ),
            (
                "crates/harness/src/lib.rs",
                "pub(crate) use ledger::Event; pub use drive::Run;",
            ),
            ("crates/gate/src/lib.rs", "mod spec;\npub use spec::Shape;"),
            (
                "crates/tools/src/a.rs",
                "async fn f() { tokio::time::sleep(d).await; }",
            ),
            (
                "crates/ledger/tests/ui/a.rs",
                "fn f() { todo!(); unsafe {} }",
            ),
        ];
        for (path, text) in cases {
            assert_eq!(rules(path, text), Vec::<&str>::new(), "{path}: {text}");
        }
    }
}
