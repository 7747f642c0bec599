//! Reads `use` declarations and spells out every path in them, so that `use std::{env, fs as f}` hides nothing.

use crate::lex::{line_of, words};

/// Who else sees an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// This module only.
    Private,
    /// `pub(crate) use` and the like.
    Within,
    /// `pub use`.
    Public,
}

/// One imported path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Use {
    /// The whole path without a leading `::`, `self` or renaming; a glob ends in `*`.
    pub path: String,
    /// Line (from 1) of the declaration.
    pub line: usize,
    /// Who else sees it.
    pub reach: Reach,
}

/// Every path imported in `code` (comments and strings already blanked).
pub(crate) fn read(code: &str) -> Vec<Use> {
    let mut found = Vec::new();
    for at in words(code, "use") {
        let Some(rest) = code.get(at + 3..) else {
            continue;
        };
        let Some(end) = rest.find(';') else { continue };
        let Some(tree) = rest.get(..end) else {
            continue;
        };
        if !tree.starts_with(char::is_whitespace) {
            continue;
        }
        let reach = reach(code.get(..at).unwrap_or_default().trim_end());
        let mut paths = Vec::new();
        spell("", tree, &mut paths);
        let line = line_of(code, at);
        found.extend(paths.into_iter().map(|path| Use { path, line, reach }));
    }
    found
}

/// Is `path` the module or item `prefix`, or inside it?
pub(crate) fn is_in(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// From what stands before `use`.
fn reach(before: &str) -> Reach {
    let last = before
        .rsplit([';', '{', '}', ']', '\n'])
        .next()
        .unwrap_or_default()
        .trim();
    match last {
        "pub" => Reach::Public,
        within if within.starts_with("pub(") => Reach::Within,
        _ => Reach::Private,
    }
}

fn spell(prefix: &str, tree: &str, into: &mut Vec<String>) {
    let tree = tree.trim().trim_start_matches("::");
    if tree.is_empty() {
        return;
    }
    match tree.split_once('{') {
        Some((head, group)) => {
            let group = group.trim_end();
            let inner = group.strip_suffix('}').unwrap_or(group);
            let prefix = join(prefix, head);
            split(inner)
                .into_iter()
                .for_each(|part| spell(&prefix, part, into));
        }
        None => into.push(join(prefix, tree.split_whitespace().next().unwrap_or(tree))),
    }
}

fn join(prefix: &str, path: &str) -> String {
    let path = path.trim().trim_end_matches("::");
    match (prefix, path) {
        ("", path) => path.to_owned(),
        (prefix, "self" | "") => prefix.to_owned(),
        (prefix, path) => format!("{prefix}::{path}"),
    }
}

/// The parts between commas that are not inside braces.
fn split(group: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let between = |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    group.split(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_spelled_out() {
        for (code, paths) in [
            ("use std::fs;", vec!["std::fs"]),
            ("use ::std::fs as f;", vec!["std::fs"]),
            (
                "use std::{env, fs::{self, File as F}, io::*};",
                vec!["std::env", "std::fs", "std::fs::File", "std::io::*"],
            ),
            ("use {std::net, a::b};", vec!["std::net", "a::b"]),
            ("fn f() -> impl T + use<'a> { g(); }", vec![]),
        ] {
            let found: Vec<String> = read(code).into_iter().map(|one| one.path).collect();
            assert_eq!(found, paths, "{code}");
        }
    }

    #[test]
    fn reach_is_what_stands_before() {
        for (code, reach) in [
            ("mod a; pub use a::B;", Reach::Public),
            ("#[doc(inline)]\npub use a::B;", Reach::Public),
            ("pub(crate) use a::B;", Reach::Within),
            ("fn f() {} use a::B;", Reach::Private),
        ] {
            assert_eq!(
                read(code).iter().map(|one| one.reach).collect::<Vec<_>>(),
                [reach],
                "{code}"
            );
        }
    }
}
