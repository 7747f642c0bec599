//! Tests that went, and of what they asserted the same is asked by those that came, only less of it: `x == 3` in two tests,
//! `x >= 0` in the table that stands for both.

use code::{Assertion, Strength};

use super::book::{Book, Entry};
use super::firmness::{canonical, is_as_good, rank};
use super::{Desk, gone};
use crate::rules::ASSERTION_WEAKENED;

/// Tests that are looked at.
const TESTS_MAX: usize = 300;

/// Says what is demanded less firmly since a test went. `now`: all tests that stand now.
pub(super) fn judge(
    book: &Book<'_>,
    removed: &[Entry<'_>],
    (added, now): (&[Entry<'_>], &[Entry<'_>]),
    desk: &mut Desk,
) {
    for old in removed.iter().take(TESTS_MAX) {
        let near = || added.iter().filter(|it| it.path == old.path);
        let firm = old.case.assertions.iter().filter(|it| {
            it.strength == Strength::Exact && it.hidden.is_none() && !it.callees.is_empty()
        });
        let thinned = firm
            .filter(|it| !gone::source_changed(book, it))
            .find_map(|it| {
                let weaker = near().take(TESTS_MAX).find_map(|new| {
                    let mut all = new.case.assertions.iter();
                    all.find(|new| is_less(it, new))
                })?;
                let mut standing = now.iter().filter(|new| new.path == old.path);
                let kept =
                    standing.any(|new| new.case.assertions.iter().any(|new| is_as_much(it, new)));
                (!kept).then_some((it, weaker))
            });
        if let Some((before, after)) = thinned {
            let subject: String = before.subject.chars().take(120).collect();
            let text = format!(
                "less is demanded of `{subject}` than the test `{}` demanded",
                old.case.name
            );
            desk.say(ASSERTION_WEAKENED, old.path, Some(after.line), true, text);
        }
    }
}

/// Whether an assertion asks less of the very same.
fn is_less(before: &Assertion, after: &Assertion) -> bool {
    after.subject == before.subject
        && rank(after.strength) < rank(before.strength)
        && !is_as_good(before, after)
}

/// Whether one asks as much of the same, or as much of something with the same value.
fn is_as_much(before: &Assertion, after: &Assertion) -> bool {
    let said = |it: &Assertion| it.expected.as_deref().map(canonical);
    let same = after.subject == before.subject || said(after) == said(before);
    same && rank(after.strength) >= rank(before.strength)
}
