//! How a specifier in one file names another, by paths alone: no disk, no aliases, no workspaces.

use crate::facts::{Facts, Import};

/// The repository-relative paths an import may mean, likeliest first. Empty for packages and for what
/// needs more than paths (aliases, other crates).
#[must_use]
pub fn candidates(facts: &Facts, import: &Import, from_path: &str) -> Vec<String> {
    let _ = (facts, import, from_path);
    Vec::new()
}

/// Whether an import written in `from_path` can mean the file `to_path`.
#[must_use]
pub fn resolves(facts: &Facts, import: &Import, from_path: &str, to_path: &str) -> bool {
    candidates(facts, import, from_path)
        .iter()
        .any(|path| path == to_path)
}

/// Whether code makes use of anything the import brings: a name of it stands in live code outside
/// imports. Side-effect imports, re-exports and written-out paths are uses by themselves.
#[must_use]
pub fn uses(facts: &Facts, import: &Import) -> bool {
    let _ = (facts, import);
    false
}
