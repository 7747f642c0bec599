//! What is told of the repository that a run begins in.

use ledger::event::{Ground, Opened, RepositoryHook};
use ledger::promise::Source;

use crate::render::text::names;

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
    let mut words = checks(opened);
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
    let asked = &opened.options.verification.hooks;
    let name = |it: &RepositoryHook| it.name.clone();
    let others: Vec<String> = hooks
        .iter()
        .filter(|it| !asked.contains(it))
        .map(name)
        .collect();
    let asked: Vec<String> = asked.iter().map(name).collect();
    if !asked.is_empty() {
        let asked = names(&asked);
        words.push(format!(
            "this repository's hooks have a say before the merge: {asked}"
        ));
    }
    if !others.is_empty() {
        let others = names(&others);
        let how = match opened.options.hooks.repository {
            true => "",
            false => " (`hooks.repository: run` lets those before a commit have a say)",
        };
        words.push(format!(
            "this repository's hooks are not run: {others}{how}"
        ));
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

/// What checks the run, where that is not what the person declared.
fn checks(opened: &Opened) -> Vec<String> {
    let mut words = Vec::new();
    let verification = &opened.options.verification;
    // A plan brings commands of its own.
    let is_sentence = matches!(opened.source, Source::Sentence { .. });
    if is_sentence && verification.commands.is_empty() {
        words.push(
            "nothing checks this: no command is configured and none was found; name one: `verification.commands` in `.interlock/config.yml`"
                .to_owned(),
        );
    }
    if verification.commands_found && !verification.commands.is_empty() {
        words.push(format!(
            "checked by what was found here: `{}`; `verification.commands` names others",
            verification.commands.join("`, `")
        ));
    }
    words
}
