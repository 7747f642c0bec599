//! What is told of the repository that a run begins in.

use ledger::event::{Ground, Opened};

use super::seen::names;

/// One sentence for each thing that is worth a word.
pub(super) fn words(opened: &Opened) -> Vec<String> {
    let Ground {
        hooks,
        uncommitted,
        uncommitted_count,
        fallback_identity,
        submodules,
        unknown_filters,
    } = &opened.ground;
    let mut words = Vec::new();
    if !uncommitted.is_empty() {
        let count = usize::try_from(*uncommitted_count).unwrap_or(usize::MAX);
        let more = match count.saturating_sub(uncommitted.len()) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        words.push(format!(
            "work that is not committed is no part of this run: {}{more}",
            uncommitted.join(", ")
        ));
    }
    let hooks: Vec<String> = hooks.iter().map(|it| it.name.clone()).collect();
    if !hooks.is_empty() {
        let hooks = names(&hooks);
        words.push(match opened.options.hooks.repository {
            true => format!("this repository's hooks have a say before the merge: {hooks}"),
            false => format!(
                "this repository's hooks are not run: {hooks} (`hooks.repository: run` lets them have a say)"
            ),
        });
    }
    if let Some(who) = fallback_identity {
        words.push(format!(
            "nobody is configured to commit, so it is {who}: `git config user.name` and `user.email` say who does"
        ));
    }
    if !submodules.is_empty() {
        words.push(format!(
            "submodules are empty folders in a run's worktrees, and nothing is written below them: {}",
            names(submodules)
        ));
    }
    if !unknown_filters.is_empty() {
        words.push(format!(
            "attributes name filters that nobody configured, so such files go in as they are: {}",
            names(unknown_filters)
        ));
    }
    words
}
