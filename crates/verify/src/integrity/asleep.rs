//! New tests that never run, of code that came with them and that no other test calls: nothing shows that it works.

use std::collections::BTreeSet;

use code::Skip;

use super::Desk;
use super::book::{Book, Entry};

/// Judges the tests that a change adds. `now`: all tests that stand now.
pub(super) fn judge(book: &Book<'_>, (added, now): (&[Entry<'_>], &[Entry<'_>]), desk: &mut Desk) {
    if !book.sources {
        return;
    }
    let off = |it: &&Entry<'_>| it.case.skipped == Some(Skip::Always);
    let running = now.iter().filter(|it| !off(it));
    let called: BTreeSet<&str> = running
        .flat_map(|it| it.case.calls.iter().chain(&it.case.words))
        .map(String::as_str)
        .collect();
    let fresh = |name: &&String| {
        let (before, after) = &book.defined;
        after.contains(*name) && !before.contains(*name) && !called.contains(name.as_str())
    };
    // One that switches an inherited test off leaves the others of its base.
    let asleep = added
        .iter()
        .filter(off)
        .filter(|it| !it.case.words.contains("Override"));
    for it in asleep {
        if let Some(name) = it.case.calls.iter().find(fresh) {
            let text = format!(
                "the new test `{}` never runs, and no other calls `{name}`, which is new too",
                it.case.name
            );
            let line = Some(it.case.span.line);
            desk.say("test-skipped", it.path, line, true, text);
        }
    }
}
