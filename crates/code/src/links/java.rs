//! Where a Java import leads, by the folders that packages are.

use super::paths;
use crate::facts::Facts;
use crate::parts::{Export, Import};

/// Source folders that go together: what one of them names may stand in the other.
const PAIRS: [(&str, &str); 2] = [("src/test/java", "src/main/java"), ("test", "src")];

/// The files that a type may stand in, as far as paths tell. Everything of a package is no file.
pub(super) fn candidates(facts: &Facts, import: &Import, from_path: &str) -> Vec<String> {
    let Some(root) = root(from_path, &facts.package) else {
        return Vec::new();
    };
    let mut roots = vec![root.to_owned()];
    for (tests, code) in PAIRS {
        let module = root.strip_suffix(tests);
        roots.extend(module.map(|module| format!("{module}{code}")));
    }
    let words: Vec<&str> = import.path.split('.').collect();
    let small = |word: &&&str| !word.starts_with(char::is_uppercase);
    let packages = words.iter().take_while(small).count();
    // The first type of the path has the file, those inside it are in there too.
    let file = words.get(..packages.saturating_add(1).min(words.len()));
    let (Some(file), true) = (file, packages < words.len()) else {
        return Vec::new();
    };
    let file = format!("{}.java", file.join("/"));
    let all = roots.iter().map(|root| paths::join(root, &file));
    all.filter_map(|path| paths::normal(&path)).collect()
}

/// The folder that packages begin in: a file's folder without its package.
fn root<'p>(path: &'p str, package: &str) -> Option<&'p str> {
    let folder = paths::folder(path);
    let package = package.replace('.', "/");
    if package.is_empty() {
        return Some(folder);
    }
    let root = folder.strip_suffix(&package)?;
    match root.strip_suffix('/') {
        Some(root) => Some(root),
        None => root.is_empty().then_some(""),
    }
}

/// Whether an import of everything brings an export along: of a package its types, of a type what is inside it.
pub(super) fn brings(import: &Import, target: &Facts, export: &Export) -> bool {
    let rest = import.path.strip_prefix(target.package.as_str());
    let inside = rest.map(|rest| rest.trim_start_matches('.'));
    inside == Some(export.module.as_str())
}
