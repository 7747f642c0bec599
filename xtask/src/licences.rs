//! May we ship every package in the lock file? Its licence must be on our list; and of the two libraries in C that can
//! be linked only once there is one copy each.
//!
//! Reads what cargo already has: no list is fetched and no other tool needed.

use std::path::Path;

use anyhow::Context;
use serde_json::Value;

use crate::finding::Finding;
use crate::manifest::{list, metadata, text};

/// Licences that ask for no more than a notice.
const ALLOWED: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages with another licence, each with the reason why it is fine.
const EXCEPTIONS: [(&str, &str, &str); 0] = [];

/// Libraries that can be linked only once.
const SINGLE: [&str; 2] = ["libsqlite3-sys", "tree-sitter"];

/// Every package whose licence is not allowed, every library that is there twice.
pub(crate) fn check(root: &Path) -> anyhow::Result<Vec<Finding>> {
    let all = metadata(root, &["--locked", "--offline"])
        .or_else(|_| metadata(root, &["--locked"]))
        .context("licences need the packages of Cargo.lock (`cargo fetch --locked`)")?;
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).context("no Cargo.lock")?;
    let mut findings: Vec<Finding> = list(&all, "packages").iter().filter_map(judge).collect();
    findings.extend(SINGLE.iter().filter_map(|name| doubled(&lock, name)));
    Ok(findings)
}

fn judge(package: &Value) -> Option<Finding> {
    let (name, licence) = (text(package, "name"), text(package, "license"));
    let is_excepted = EXCEPTIONS
        .iter()
        .any(|(one, theirs, _)| *one == name && *theirs == licence);
    if is_excepted || (!licence.is_empty() && allows(licence)) {
        return None;
    }
    let version = text(package, "version");
    let licence = if licence.is_empty() {
        "none named"
    } else {
        licence
    };
    let say = format!("`{name}` {version} has a licence that is not on our list: {licence}");
    Some(Finding::at("Cargo.lock", 0, "licences", say))
}

fn doubled(lock: &str, name: &str) -> Option<Finding> {
    let line = format!("name = \"{name}\"");
    let count = lock.lines().filter(|one| *one == line).count();
    let say = format!("`{name}` is in the lock file {count} times, it can be linked once");
    (count > 1).then(|| Finding::at("Cargo.lock", 0, "licences", say))
}

/// Does a licence expression leave us a choice that is on the list? `/` is an old way to write `OR`; what cannot be read
/// is not allowed.
fn allows(expression: &str) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader {
        words: &words,
        at: 0,
    };
    reader.any() == Some(true) && reader.at == words.len()
}

/// Reads `any := all (OR all)*`, `all := one (AND one)*`, `one := ( any ) | id [WITH exception]`.
struct Reader<'a> {
    words: &'a [&'a str],
    at: usize,
}

impl<'a> Reader<'a> {
    fn eat(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at) == Some(&word);
        self.at += usize::from(is_next);
        is_next
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied();
        self.at += usize::from(word.is_some());
        word
    }

    fn any(&mut self) -> Option<bool> {
        let mut fits = self.all()?;
        while self.eat("OR") {
            fits |= self.all()?;
        }
        Some(fits)
    }

    fn all(&mut self) -> Option<bool> {
        let mut fits = self.one()?;
        while self.eat("AND") {
            fits &= self.one()?;
        }
        Some(fits)
    }

    fn one(&mut self) -> Option<bool> {
        if self.eat("(") {
            let fits = self.any()?;
            return self.eat(")").then_some(fits);
        }
        let id = self
            .next()
            .filter(|id| !matches!(*id, "OR" | "AND" | "WITH" | ")"))?;
        if !self.eat("WITH") {
            return Some(ALLOWED.contains(&id));
        }
        let exception = self.next()?;
        let whole = format!("{id} WITH {exception}");
        Some(ALLOWED.contains(&whole.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for (expression, fits) in [
            ("MIT", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0-only OR MIT", true),
            ("GPL-3.0-only AND MIT", false),
            ("(MIT OR GPL-3.0-only) AND Unicode-3.0", true),
            ("MIT AND (GPL-3.0-only OR LGPL-2.1)", false),
            ("Apache-2.0 WITH LLVM-exception OR GPL-2.0", true),
            ("GPL-2.0 WITH Classpath-exception-2.0", false),
            ("MPL-2.0", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT Apache-2.0", false),
            ("", false),
        ] {
            assert_eq!(allows(expression), fits, "{expression}");
        }
    }

    #[test]
    fn a_package_without_a_fitting_licence_is_found() {
        for (package, found) in [
            (serde_json::json!({ "name": "a", "license": "MIT" }), false),
            (
                serde_json::json!({ "name": "a", "license": "GPL-3.0-only" }),
                true,
            ),
            (
                serde_json::json!({ "name": "a", "license": null, "license_file": "L" }),
                true,
            ),
        ] {
            assert_eq!(judge(&package).is_some(), found, "{package}");
        }
    }

    #[test]
    fn a_second_copy_is_found() {
        let one =
            "[[package]]\nname = \"tree-sitter\"\n\n[[package]]\nname = \"tree-sitter-rust\"\n";
        assert!(doubled(one, "tree-sitter").is_none());
        assert!(doubled(&one.repeat(2), "tree-sitter").is_some());
    }
}
