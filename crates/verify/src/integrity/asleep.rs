//! New tests that never run or hold nothing, of code that came with them and that no other test calls: nothing shows that
//! it works.

use std::collections::BTreeSet;

use code::Skip;

use super::Desk;
use super::book::{Book, Entry};
use super::cases::says_it_runs;

/// Judges the tests that a change adds. `now`: all tests that stand now.
pub(super) fn judge(book: &Book<'_>, (added, now): (&[Entry<'_>], &[Entry<'_>]), desk: &mut Desk) {
    if !book.sources {
        return;
    }
    let off = |it: &Entry<'_>| it.case.skipped == Some(Skip::Always);
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
        let (rule, how) = if off(it) && !it.case.words.contains("Override") {
            ("test-skipped", "never runs")
        } else if !off(it) && empty(it) && !it.suite.damaged {
            ("test-vacuous", "holds nothing")
        } else {
            continue;
        };
        let text = format!(
            "the new test `{}` {how}, and no other asks `{name}`, which is new too",
            it.case.name
        );
        desk.say(rule, it.path, Some(it.case.span.line), true, text);
    }
}
