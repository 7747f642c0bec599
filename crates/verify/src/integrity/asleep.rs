//! New tests that never run, of code that came with them and that no other test calls or looks at: nothing shows that it
//! works.

use std::collections::BTreeSet;

use code::{Skip, says_it_runs};

use super::Desk;
use super::book::{Book, Entry};
use crate::rules::NEW_TEST_SKIPPED;

/// Judges the tests that a change adds. `now`: all tests that stand now.
pub(super) fn judge(book: &Book<'_>, (added, now): (&[Entry<'_>], &[Entry<'_>]), desk: &mut Desk) {
    if !book.sources {
        return;
    }
    // One that may fail and still counts as passed shows as little as one that never runs.
    let off = |it: &Entry<'_>| it.case.skipped >= Some(Skip::MayFail);
    let empty = |it: &Entry<'_>| it.case.vacuity.is_some() && !says_it_runs(&it.case.name);
    let told = now.iter().filter(|it| !off(it) && !empty(it));
    let called: BTreeSet<&str> = told
        .flat_map(|it| it.case.calls.iter().chain(&it.case.words))
        .map(String::as_str)
        .collect();
    let fresh = |name: &&String| {
        let (before, after) = &book.defined;
        after.contains(*name) && !before.contains(*name) && !called.contains(name.as_str())
    };
    for it in added {
        let Some(name) = it.case.calls.iter().find(fresh) else {
            continue;
        };
        // One that switches an inherited test off leaves the others of its base.
        if !off(it) || it.case.words.contains("Override") {
            continue;
        }
        let text = format!(
            "the new test `{}` {}, and no other asks `{name}`, which is new too",
            it.case.name,
            match it.case.skipped {
                Some(Skip::MayFail) => "may fail",
                Some(Skip::Sometimes | Skip::Always) | None => "never runs",
            }
        );
        let line = Some(it.case.span.line);
        desk.say(NEW_TEST_SKIPPED, it.path, line, true, text);
    }
}
