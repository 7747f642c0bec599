//! What a Go file brings in, and under which name. A package may call itself other than its path says; which guess
//! is right shows in the names that the file writes before a dot.

use std::collections::BTreeSet;

use super::shape;
use crate::parts::{Import, ImportKind, ImportedName};
use crate::scan::Scan;
use crate::syntax::Node;

/// How many names are compared with the letters of paths, in a whole file.
const SPELT_MAX: usize = 2_000;

/// Longest path whose letters are compared, in bytes.
const SPELT_BYTES_MAX: usize = 256;

/// Finds the imports of a file.
pub(super) fn find(scan: &Scan<'_>) -> Vec<Import> {
    let specs = || scan.live_of(&["import_spec"]);
    let mut open: BTreeSet<&str> = scan.live().filter_map(package_named).collect();
    for alias in specs().filter_map(|it| it.field("name")) {
        open.remove(alias.text());
    }
    let (mut found, mut budget) = (Vec::new(), SPELT_MAX);
    for spec in specs().take(scan.limits.items_max) {
        let Some(path) = spec.field("path").and_then(shape::string) else {
            continue;
        };
        let (kind, names) = match spec.field("name").map(Node::text) {
            Some("_") => (ImportKind::SideEffect, Vec::new()),
            Some(".") => (ImportKind::Static, vec![everything(None)]),
            Some(alias) => (ImportKind::Static, vec![everything(Some(alias))]),
            None => {
                let name = local(path, &mut open, &mut budget);
                (ImportKind::Static, vec![everything(Some(&name))])
            }
        };
        found.push(Import {
            path: path.to_owned(),
            names,
            line: spec.line(),
            kind,
            type_only: false,
            module: String::new(),
            test: scan.in_test(spec),
        });
    }
    found
}

fn everything(local: Option<&str>) -> ImportedName {
    ImportedName {
        name: "*".to_owned(),
        local: local.map(str::to_owned),
    }
}

/// A name that stands where a package's may: before a dot.
fn package_named(node: Node<'_>) -> Option<&str> {
    let parent = node.parent()?;
    let before_dot = match node.kind() {
        "identifier" => parent.is("selector_expression") && node.field_name() == "operand",
        "package_identifier" => parent.is("qualified_type"),
        _ => false,
    };
    before_dot.then(|| node.text())
}

/// The name under which an import without an alias is used.
fn local(path: &str, open: &mut BTreeSet<&str>, budget: &mut usize) -> String {
    let guesses = guesses(path);
    let used = guesses.iter().find(|it| open.contains(it.as_str()));
    if let Some(used) = used {
        open.remove(used.as_str());
        return used.clone();
    }
    let first = guesses.into_iter().next().unwrap_or_default();
    if is_name(&first) || path.len() > SPELT_BYTES_MAX {
        return first;
    }
    // `github.com/a/go-b-c` may call itself `bc`: a name that the path spells.
    let letters: String = path.chars().filter(|c| c.is_alphanumeric()).collect();
    let letters = letters.to_lowercase();
    for name in open.iter().copied().take(*budget) {
        *budget = budget.saturating_sub(1);
        if letters.contains(name) {
            return name.to_owned();
        }
    }
    first
}

/// What a package of that path may call itself, likeliest first.
fn guesses(path: &str) -> Vec<String> {
    let mut words = path.rsplit('/');
    let last = words.next().unwrap_or("");
    let base = match is_major(last) {
        true => words.next().unwrap_or(last),
        false => last,
    };
    let base = match base.rsplit_once('.') {
        Some((name, version)) if is_version(version) => name,
        Some(_) | None => base,
    };
    let trimmed = base.strip_prefix("go-").unwrap_or(base);
    let trimmed = trimmed.strip_suffix("-go").unwrap_or(trimmed);
    let trimmed = trimmed.strip_suffix(".go").unwrap_or(trimmed);
    let mut found = vec![base.to_owned(), last.to_owned(), trimmed.to_owned()];
    found.push(trimmed.replace('-', "_"));
    found.push(trimmed.replace(['-', '.'], ""));
    let ends = trimmed.rsplit(['-', '.']).next().into_iter();
    found.extend(
        ends.chain(trimmed.split(['-', '.']).next())
            .map(str::to_owned),
    );
    found
}

/// `v2`, `v3`: the major version of a module, no name. `v1` is none: packages are called so.
fn is_major(word: &str) -> bool {
    is_version(word) && !matches!(word, "v0" | "v1")
}

fn is_version(word: &str) -> bool {
    let digits = word.strip_prefix('v').unwrap_or("");
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}
