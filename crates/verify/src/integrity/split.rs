//! Tests that were split, and of what they asserted not all arrived: every assertion of the new ones was one of the old, and
//! some of the old stand nowhere.

use std::collections::BTreeSet;

use code::{Assertion, Strength};

use super::assertion_strength::refuses;
use super::assertions::shown;
use super::test_index::{Book, Entry};
use super::{Findings, gone};
use crate::rules::ASSERTION_REMOVED;

/// How many assertions must have come over for a test to be taken for one that was split.
const CAME_MIN: usize = 2;

/// Tests that are looked at.
const TESTS_MAX: usize = 500;

/// Says what got lost on the way from a test that went to those that came. `now`: all tests that stand now.
pub(super) fn judge(
    book: &Book<'_>,
    removed: &[Entry<'_>],
    (added, now): (&[Entry<'_>], &[Entry<'_>]),
    findings: &mut Findings,
) {
    let here: BTreeSet<&str> = added.iter().map(|it| it.path).collect();
    let gone = removed.iter().filter(|it| here.contains(it.path));
    for old in gone.take(TESTS_MAX) {
        if let Some(new) = heir(old, added) {
            for lost in lost(book, old, now) {
                let subject = shown(lost);
                let text = format!(
                    "{subject} is not asserted any more since the test `{}` was split",
                    old.case.name
                );
                let line = Some(new.case.span.line);
                findings.say(ASSERTION_REMOVED, new.path, line, true, text);
            }
        }
    }
}

/// The first of several new tests in which nothing is asserted but what the old one asserted.
fn heir<'e>(old: &Entry<'_>, added: &[Entry<'e>]) -> Option<Entry<'e>> {
    let whole = old.case.rows.is_none() && !old.suite.damaged;
    let known: BTreeSet<(&str, Option<&str>)> = old.case.assertions.iter().map(said).collect();
    let near = added.iter().filter(|it| it.path == old.path);
    let mut heirs: Vec<Entry<'e>> = Vec::new();
    let mut came: BTreeSet<(&str, Option<&str>)> = BTreeSet::new();
    for new in near.take(TESTS_MAX) {
        let mut said_now = new.case.assertions.iter().map(said).peekable();
        let some = said_now.peek().is_some();
        let all: Vec<(&str, Option<&str>)> = said_now.collect();
        let kept = all.iter().filter(|it| known.contains(*it)).count();
        if kept == 0 {
            continue;
        }
        // What a new test asserts of its own may be another way to say the rest.
        if !some || kept < all.len() || new.case.rows.is_some() || new.suite.damaged {
            return None;
        }
        came.extend(all.iter().filter_map(|it| known.get(it)));
        heirs.push(*new);
    }
    let split = whole && heirs.len() > 1 && came.len() >= CAME_MIN;
    heirs.into_iter().next().filter(|_| split)
}

/// What the old test asserted firmly, and no test asserts now.
fn lost<'e>(book: &Book<'_>, old: &Entry<'e>, now: &[Entry<'_>]) -> Vec<&'e Assertion> {
    let firm = old.case.assertions.iter().filter(|it| {
        let firm = it.strength > Strength::Loose || refuses(it);
        firm && it.hidden.is_none() && !it.callees.is_empty()
    });
    let stands = |it: &&Assertion| {
        let mut all = now.iter().flat_map(|new| &new.case.assertions);
        all.any(|new| new.subject == it.subject || holds_part(new, &it.subject))
    };
    let said_elsewhere = |it: &&Assertion| {
        let mut rows = now.iter().filter_map(|new| new.case.rows.as_ref());
        let inputs = it.values.iter().any(|value| !value.is_empty());
        inputs
            && rows.any(|rows| {
                let holds = |value: &String| rows.texts.iter().any(|row| row.contains(&**value));
                it.values.iter().all(holds)
            })
    };
    firm.filter(|it| !stands(it) && !said_elsewhere(it) && !gone::subject(book, it))
        .collect()
}

/// Whether an assertion is about a thing whole, of which another is one property.
fn holds_part(whole: &Assertion, subject: &str) -> bool {
    let Some((thing, property)) = subject.rsplit_once(" . ") else {
        return false;
    };
    let names = |text: &str| text.split_whitespace().any(|word| word == property);
    thing == whole.subject && whole.expected.as_deref().is_none_or(names)
}

fn said(assertion: &Assertion) -> (&str, Option<&str>) {
    (assertion.subject.as_str(), assertion.expected.as_deref())
}
