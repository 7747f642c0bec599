//! Files that start programs, tell agents what to do, or say how work is checked: by name, wherever they stand.

use shell::paths::{folded_parts, stands_for};

use super::decisive_names::{CHECKING, ENDINGS, MANIFESTS, STEERING, STEMS};

/// Whether a path decides how work is started, checked or delivered, in any spelling: settings of CI, hooks, editors,
/// agents, package managers, linters and coverage, and lock files.
#[must_use]
pub fn decides(path: &str) -> bool {
    let parts = folded_parts(path);
    let named = |name: &&[&str]| {
        parts.windows(name.len().max(1)).any(|window| {
            window
                .iter()
                .zip(*name)
                .all(|(part, name)| stands_for(part, name))
        })
    };
    if STEERING.iter().chain(CHECKING).any(named) {
        return true;
    }
    parts.last().is_some_and(|last| {
        let stem = |stem: &&str| {
            last.strip_prefix(*stem)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        STEMS.iter().any(stem) || ENDINGS.iter().any(|ending| last.ends_with(ending))
    })
}

/// Names, or several one below the other, of what starts programs on the machine of who opens a worktree, what a service
/// runs, and what agents are told, in small letters. Builds and tests have no business there.
pub fn steering_names() -> impl Iterator<Item = &'static [&'static str]> {
    STEERING.iter().copied()
}

/// Whether a path is a manifest.
pub(super) fn is_manifest(path: &str) -> bool {
    folded_parts(path)
        .last()
        .is_some_and(|last| MANIFESTS.contains(&last.as_str()))
}
