//! Tests that were split, and of what they asserted not all arrived: every assertion of the new ones was one of the old, and
//! some of the old stand nowhere.

use std::collections::BTreeSet;

use code::{Assertion, Strength};

use super::book::{Book, Entry};
use super::{Desk, gone};

/// How many assertions must have come over for a test to be taken for one that was split.
const CAME_MIN: usize = 2;

/// Tests that are looked at.
const TESTS_MAX: usize = 500;

/// Says what got lost on the way from a test that went to those that came. `now`: all tests that stand now.
pub(super) fn judge(
    book: &Book<'_>,
    removed: &[Entry<'_>],
    (added, now): (&[Entry<'_>], &[Entry<'_>]),
    desk: &mut Desk,
) {
    let here: BTreeSet<&str> = added.iter().map(|it| it.path).collect();
    let gone = removed.iter().filter(|it| here.contains(it.path));
    for old in gone.clone().take(TESTS_MAX) {
        if let Some((new, subject)) = renamed(book, old, (removed, added)) {
            let text = format!(
                "`{subject}` is not asserted any more since the test `{}` has another name",
                old.case.name
            );
            let line = Some(new.case.span.line);
            desk.say("assertion-removed", new.path, line, true, text);
        }
    }
    for old in gone.take(TESTS_MAX) {
        if let Some(new) = heir(old, added) {
            for lost in lost(book, old, now) {
                let subject: String = lost.subject.chars().take(120).collect();
                let text = format!(
                    "`{subject}` is not asserted any more since the test `{}` was split",
                    old.case.name
                );
                let line = Some(new.case.span.line);
                desk.say("assertion-removed", new.path, line, true, text);
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

/// The new test that is an old one under another name with less asserted, where fewer assertions came than went; and what it
/// asserts no more.
fn renamed<'e>(
    book: &Book<'_>,
    old: &Entry<'e>,
    (removed, added): (&[Entry<'e>], &[Entry<'e>]),
) -> Option<(Entry<'e>, String)> {
    let here = |it: &&Entry<'e>| it.path == old.path;
    let sum = |all: &[Entry<'e>]| {
        let near = all.iter().filter(here);
        near.map(|it| it.case.assertions.len())
            .fold(0_usize, usize::saturating_add)
    };
    let tables = added.iter().chain(removed).filter(here).any(|it| {
        let helps = it.case.assertions.iter().any(|it| it.stands_for > 1);
        it.case.rows.is_some() || it.suite.damaged || helps
    });
    let known: Vec<Said<'_>> = old.case.assertions.iter().map(firmly).collect();
    // What came beside may say the rest in other words.
    let all: Vec<Said<'_>> = removed
        .iter()
        .filter(here)
        .flat_map(|it| &it.case.assertions)
        .map(firmly)
        .collect();
    let others = added.iter().filter(here).flat_map(|it| &it.case.assertions);
    let others = others.take(TESTS_MAX).any(|it| !all.contains(&firmly(it)));
    // What goes from file to file may be counted wrong.
    let moves = added.iter().chain(removed).any(|it| it.path != old.path) || book.pages.len() > 1;
    if tables || others || moves || sum(added) >= sum(removed) {
        return None;
    }
    let new = added.iter().filter(here).take(TESTS_MAX).find(|new| {
        let mut fresh = new.case.words.difference(&old.case.words);
        let same = fresh.all(|it| *it == new.case.name);
        let kept = !new.case.assertions.is_empty()
            && new.case.assertions.len() < known.len()
            && new
                .case
                .assertions
                .iter()
                .all(|it| known.contains(&firmly(it)));
        same && kept && new.case.calls.is_subset(&old.case.calls)
    })?;
    let lost = old.case.assertions.iter().find(|it| {
        let firm = it.strength > Strength::Loose && it.hidden.is_none();
        let count = |all: &[Entry<'e>]| {
            let near = all.iter().filter(here).flat_map(|it| &it.case.assertions);
            near.filter(|other| firmly(other) == firmly(it)).count()
        };
        firm && count(added) < count(removed) && !gone::subject(book, it)
    })?;
    Some((*new, lost.subject.chars().take(120).collect()))
}

/// What an assertion says, and how firmly.
type Said<'a> = (&'a str, Option<&'a str>, Strength);

fn firmly(assertion: &Assertion) -> Said<'_> {
    let (subject, expected) = said(assertion);
    (subject, expected, assertion.strength)
}

/// What the old test asserted firmly, and no test asserts now.
fn lost<'e>(book: &Book<'_>, old: &Entry<'e>, now: &[Entry<'_>]) -> Vec<&'e Assertion> {
    let firm = old.case.assertions.iter().filter(|it| {
        it.strength > Strength::Loose && it.hidden.is_none() && !it.callees.is_empty()
    });
    let stands = |it: &&Assertion| {
        let mut all = now.iter().flat_map(|new| &new.case.assertions);
        all.any(|new| new.subject == it.subject)
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

fn said(assertion: &Assertion) -> (&str, Option<&str>) {
    (assertion.subject.as_str(), assertion.expected.as_deref())
}
