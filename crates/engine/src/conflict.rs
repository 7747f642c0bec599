//! What a task is told about files that two sides changed.

use crate::state::State;

/// The gaps of a run whose work conflicts with the target.
pub(crate) fn with_target(state: &State, paths: &[String]) -> Vec<String> {
    let opened = state.opened.as_ref();
    let target = opened.map_or("the target", |it| it.target.as_str());
    let gap = |path: &String| match is_removed(state, path) {
        true => format!(
            "`{path}` was taken out of `{target}` meanwhile, and stays out: bring what you changed in it to where it belongs now, if anywhere"
        ),
        false => format!(
            "`{path}` conflicts with `{target}`, which was changed meanwhile: the file shows both sides between marks; resolve them"
        ),
    };
    paths.iter().map(gap).collect()
}

/// The gaps of a task whose work conflicts with what the run branch has by now.
pub(crate) fn with_others(state: &State, paths: &[String]) -> Vec<String> {
    let gap = |path: &String| match is_removed(state, path) {
        true => format!(
            "`{path}` was taken away by another task, and stays away: bring what you changed in it to where it belongs now, if anywhere"
        ),
        false => format!(
            "`{path}` conflicts with what another task brought into the run branch: the file shows both sides between marks; resolve them, and keep what the other task needs"
        ),
    };
    paths.iter().map(gap).collect()
}

/// Whether the other side took a file away.
fn is_removed(state: &State, path: &String) -> bool {
    state.validation.removed.contains(path)
}
