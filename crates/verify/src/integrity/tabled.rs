//! Rows of tables that tests go through: those that are missing, and tests that were made into tables, of which what was
//! asserted line by line went missing on the way.

use std::collections::BTreeSet;

use code::{Assertion, Rows, Strength};

use super::Findings;
use super::gone;
use super::moved_assertions::Spare;
use super::test_index::{Book, Entry};
use crate::rules::ROWS_REMOVED;

/// Assertions of one test that are looked at.
const ASSERTIONS_MAX: usize = 500;

/// Judges the inputs of a test that stands on both sides.
pub(super) fn judge(
    book: &Book<'_>,
    (old, new): (&Entry<'_>, &Entry<'_>),
    spare: &Spare<'_>,
    findings: &mut Findings,
) {
    rows(book, old, new, spare, findings);
    let (None, Some(rows)) = (&old.case.rows, &new.case.rows) else {
        return;
    };
    if rows.more || rows.texts.is_empty() {
        return;
    }
    let stands = |it: &Assertion| {
        let mut now = new.case.assertions.iter();
        now.any(|now| now.subject == it.subject && now.expected == it.expected)
    };
    let firm = old.case.assertions.iter().take(ASSERTIONS_MAX);
    let firm = firm.filter(|it| {
        let exact = it.strength == Strength::Exact && it.hidden.is_none();
        exact && !it.values.is_empty() && !stands(it) && !gone::subject(book, it)
    });
    let firm: Vec<&Assertion> = firm.collect();
    // What goes through the rows is asserted once for each.
    let beside = new.case.assertions.len().saturating_sub(1);
    let room = rows.texts.len().max(rows.times).saturating_add(beside);
    if room >= asked(&firm) {
        return;
    }
    let words = rows.texts.iter().flat_map(|it| it.split(' '));
    let mut known: BTreeSet<&str> = words.map(|it| it.trim_matches('"')).collect();
    let now = new.case.assertions.iter();
    known.extend(now.flat_map(|it| &it.values).map(|it| it.trim_matches('"')));
    let lost = firm.iter().filter(|it| {
        // `b[0]`: a place in what comes is gone through.
        let place = |value: &String| it.subject.contains(&format!("[ {value} ]"));
        let held = |value: &String| known.contains(value.trim_matches('"')) || place(value);
        !it.values.iter().all(held) && !spare.holds(it)
    });
    let lost = lost.count();
    if lost > 0 {
        let text = format!(
            "the test `{}` asserted {} things one by one, and its table has {} rows",
            new.case.name,
            firm.len(),
            rows.texts.len()
        );
        let line = Some(new.case.span.line);
        findings.say(ROWS_REMOVED, new.path, line, true, text);
    }
}

/// How many rows assertions need: what was asked twice of the same input needs one. Where no input is written out, each asks of
/// something else (`patch = ..; assert path(patch) == ..`).
fn asked(all: &[&Assertion]) -> usize {
    let literal = |c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '`');
    let (by_input, others): (Vec<&Assertion>, Vec<&Assertion>) = all
        .iter()
        .copied()
        .partition(|it| it.subject.contains(literal));
    let inputs: BTreeSet<&str> = by_input.iter().map(|it| it.subject.as_str()).collect();
    inputs.len().saturating_add(others.len())
}

/// Whether a row is marked as one that does not count.
fn is_off(row: &str) -> bool {
    const MARKS: [&str; 3] = [". skip", ". xfail", "mark . skipif"];
    row.contains("marks =") && MARKS.iter().any(|it| row.contains(it))
}

/// Rows that a table had and has no more.
fn rows(
    book: &Book<'_>,
    old: &Entry<'_>,
    new: &Entry<'_>,
    spare: &Spare<'_>,
    findings: &mut Findings,
) {
    let (Some(before), now) = (&old.case.rows, &new.case.rows) else {
        return;
    };
    let empty = Rows::default();
    let after = now.as_ref().unwrap_or(&empty);
    let off = |rows: &Rows| rows.texts.iter().filter(|it| is_off(it)).count();
    if off(after) > off(before) {
        let text = format!("the test `{}` skips inputs that it ran for", new.case.name);
        findings.say(ROWS_REMOVED, new.path, Some(new.case.span.line), true, text);
        return;
    }
    let unrolled = new
        .case
        .assertions
        .len()
        .saturating_sub(old.case.assertions.len());
    let fewer = after.texts.len() < before.texts.len() && !before.more && !after.more;
    if !fewer || (now.is_none() && unrolled.saturating_add(1) >= before.texts.len()) {
        return;
    }
    let kept: BTreeSet<&String> = after.texts.iter().collect();
    let lost = before
        .texts
        .iter()
        .filter(|it| !kept.contains(it) && !spare.rows.contains(it.as_str()));
    let unwanted = |row: &str| book.unwanted.iter().any(|it| row.contains(it.as_str()));
    let lost = lost.filter(|it| !unwanted(it));
    let lost: BTreeSet<&String> = lost
        .filter(|row| {
            !row.split(' ')
                .any(|it| gone::is_gone(book, it.trim_matches('"')))
        })
        .collect();
    // What stands there twice is one input.
    let own = |rows: &Rows| rows.texts.iter().collect::<BTreeSet<_>>().len();
    let missing = own(before).saturating_sub(own(after));
    if lost.is_empty() || spare.asks_of(book, old, lost.len()) {
        return;
    }
    let text = format!(
        "the test `{}` ran for {} inputs and runs for {}",
        new.case.name,
        before.texts.len(),
        after.texts.len()
    );
    findings.say(
        ROWS_REMOVED,
        new.path,
        Some(new.case.span.line),
        lost.len() >= missing && now.is_some(),
        text,
    );
}
