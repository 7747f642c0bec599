//! New functions among tests that assert something and that nothing runs: without the mark or the name of a test, and named by
//! nothing that changed.

use std::collections::BTreeSet;

use super::test_index::Book;
use super::{Change, Findings};
use crate::rules::TEST_NEVER_RUN;

/// Names of one change that are looked for.
const NAMES_MAX: usize = 100;

/// Judges the functions that a change adds to files of tests. One that was no test before stood there as it was.
pub(super) fn judge(changes: &[Change<'_>], book: &Book<'_>, findings: &mut Findings) {
    let tests: BTreeSet<&str> = book
        .pages
        .iter()
        .flat_map(|it| &it.before.cases)
        .map(|it| it.name.as_str())
        .collect();
    for stray in book.unrun_functions.iter().take(NAMES_MAX) {
        let name = stray.name.as_str();
        let old = book.known.contains(name) && !tests.contains(name);
        let mut others = changes.iter().filter(|it| it.path != stray.path);
        let called = others.any(|it| it.after.is_some_and(|text| says(text, name)));
        if !old && !called {
            let text = format!(
                "`{name}` asserts something, and nothing runs it: it is no test, and nothing calls it"
            );
            findings.say_of(
                name,
                TEST_NEVER_RUN,
                stray.path,
                Some(stray.line),
                true,
                text,
            );
        }
    }
}

/// Whether a name stands in a text as a word of its own.
fn says(text: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        let after = text.get(at.saturating_add(name.len())..);
        let after = after.and_then(|it| it.chars().next());
        !before.is_some_and(word) && !after.is_some_and(word)
    })
}
