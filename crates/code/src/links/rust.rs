//! Module paths of Rust, from the path of the file they stand in.

use super::paths;
use crate::facts::Facts;
use crate::parts::{DefinitionKind, Import, ImportKind};

/// How many folders above a file may be the root of its crate when no `src` says so.
const ROOTS_MAX: usize = 8;

/// Where a file stands in its crate.
struct Home {
    /// Folders that may hold the crate's root file, likeliest first.
    roots: Vec<String>,
    /// The file's module path below the first root.
    module: Vec<String>,
    /// Where the files of its child modules stand.
    children: String,
}

/// The files an import may mean, likeliest first.
pub(super) fn candidates(facts: &Facts, import: &Import, from_path: &str) -> Vec<String> {
    let Some(from_path) = paths::normal(from_path) else {
        return Vec::new();
    };
    let home = Home::of(&from_path);
    let inline = steps(&import.module);
    match import.kind {
        ImportKind::Mod => {
            let folder = paths::join(&home.children, &inline.join("/"));
            module_files(&paths::join(&folder, &import.path))
        }
        ImportKind::ModAt => {
            let beside = paths::folder(&from_path).to_owned();
            let below = paths::join(&home.children, &inline.join("/"));
            let folder = if inline.is_empty() { beside } else { below };
            let at = paths::normal(&paths::join(&folder, &import.path));
            at.into_iter().collect()
        }
        ImportKind::SideEffect => {
            let at = paths::join(paths::folder(&from_path), &import.path);
            paths::normal(&at).into_iter().collect()
        }
        ImportKind::Static
        | ImportKind::Dynamic
        | ImportKind::Require
        | ImportKind::Reexport
        | ImportKind::Use
        | ImportKind::Path => by_module_path(facts, import, &home, &inline),
    }
}

fn by_module_path(facts: &Facts, import: &Import, home: &Home, inline: &[String]) -> Vec<String> {
    let written = steps(&import.path);
    let mut here = home.module.clone();
    here.extend_from_slice(inline);
    let mut rest = written.as_slice();
    let mut rooted = true;
    let base = match rest.first().map(String::as_str) {
        Some("crate") => {
            rest = rest.get(1..).unwrap_or_default();
            Vec::new()
        }
        Some("self" | "super") => {
            rooted = false;
            let Some(base) = climb(&here, &mut rest) else {
                return Vec::new();
            };
            base
        }
        Some(first) if is_local_module(facts, first, &import.module) => {
            rooted = false;
            here
        }
        Some(_) | None => return Vec::new(),
    };
    let mut path = base;
    path.extend_from_slice(rest);
    let whole = import.names.iter().any(|name| name.name == "*");
    let roots = if rooted { home.roots.len() } else { 1 };
    let roots = home.roots.iter().take(roots);
    roots.flat_map(|root| files(root, &path, whole)).collect()
}

impl Home {
    fn of(path: &str) -> Home {
        let folder = paths::folder(path);
        let name = paths::file_name(path);
        let stem = name.strip_suffix(".rs").unwrap_or(name);
        let words: Vec<&str> = folder.split('/').filter(|word| !word.is_empty()).collect();
        let own_crate = words.last().is_some_and(|last| {
            matches!(*last, "tests" | "benches" | "examples") || folder.ends_with("src/bin")
        });
        let src = words.iter().rposition(|word| *word == "src");
        let root_file = own_crate || matches!(stem, "lib" | "main" | "mod" | "build");
        let children = match root_file {
            true => folder.to_owned(),
            false => paths::join(folder, stem),
        };
        let (roots, below) = match src {
            _ if own_crate => (vec![folder.to_owned()], Vec::new()),
            Some(at) => {
                let (root, below) = words
                    .split_at_checked(at.saturating_add(1))
                    .unwrap_or_default();
                let root = root.join("/");
                let above = paths::folder(&root).to_owned();
                (vec![root, above], below.to_vec())
            }
            None => (above(folder), Vec::new()),
        };
        let mut module: Vec<String> = below.into_iter().map(str::to_owned).collect();
        if !root_file && src.is_some() {
            module.push(stem.to_owned());
        } else if !root_file {
            module = vec![stem.to_owned()];
        }
        Home {
            roots,
            module,
            children,
        }
    }
}

/// A folder and those above it.
fn above(folder: &str) -> Vec<String> {
    let up = std::iter::successors(Some(folder), |at| {
        (!at.is_empty()).then(|| paths::folder(at))
    });
    up.take(ROOTS_MAX).map(str::to_owned).collect()
}

fn steps(path: &str) -> Vec<String> {
    let words = path.split("::").filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Follows `self` and `super` from a module; `None` when they leave the crate.
fn climb(here: &[String], rest: &mut &[String]) -> Option<Vec<String>> {
    let mut base = here.to_vec();
    while let Some((first, after)) = rest.split_first() {
        match first.as_str() {
            "self" => {}
            "super" => {
                base.pop()?;
            }
            _ => break,
        }
        *rest = after;
    }
    Some(base)
}

/// Whether the file itself declares a module of that name where the path stands.
fn is_local_module(facts: &Facts, name: &str, module: &str) -> bool {
    let declared = facts
        .definitions
        .iter()
        .any(|d| d.kind == DefinitionKind::Module && d.name == name && d.module == module);
    declared && name != "std"
}

/// The files that may hold the last step of a path: its own module, or the module that defines it.
fn files(root: &str, path: &[String], whole: bool) -> Vec<String> {
    let of_type = |at: usize| {
        let word = at.checked_sub(1).and_then(|at| path.get(at));
        word.is_some_and(|word| word.starts_with(char::is_uppercase))
    };
    let mut found = Vec::new();
    let mut length = path.len();
    let mut dropped = 0u8;
    loop {
        found.extend(module_file(root, path.get(..length).unwrap_or_default()));
        // The last step may be an item; the one before it only if it is a type with the item inside.
        let may_drop = match dropped {
            0 => !whole || of_type(length),
            1 => of_type(length),
            _ => false,
        };
        let Some(shorter) = length.checked_sub(1).filter(|_| may_drop) else {
            return found;
        };
        length = shorter;
        dropped = dropped.saturating_add(1);
    }
}

fn module_file(root: &str, path: &[String]) -> Vec<String> {
    if path.is_empty() {
        return vec![paths::join(root, "lib.rs"), paths::join(root, "main.rs")];
    }
    module_files(&paths::join(root, &path.join("/")))
}

fn module_files(base: &str) -> Vec<String> {
    vec![format!("{base}.rs"), format!("{base}/mod.rs")]
}
