//! What a change has more of in its tests: assertions and rows that moved there from where they are missed.

use std::collections::BTreeSet;

use code::{Assertion, Case, Strength};

use super::test_index::{Book, Entry};

/// Rows of one test that are looked at.
const ROWS_MAX: usize = 200;

/// What stands in new tests and could not have been there before: assertions and rows that moved.
pub(super) struct Spare<'e> {
    asserted: BTreeSet<(&'e str, Option<&'e str>)>,
    pub(super) rows: BTreeSet<&'e str>,
    /// New tests that ask for a particular value, as a table does for each of its rows.
    tables: Vec<&'e Case>,
    /// Tests that run for more inputs than they did, and new ones for several, which may stand for other tests now.
    grown: Vec<&'e Case>,
}

impl<'e> Spare<'e> {
    pub(super) fn of(pairs: &[(Entry<'e>, Entry<'e>)], added: &[Entry<'e>]) -> Spare<'e> {
        let mut spare = Spare {
            asserted: BTreeSet::new(),
            rows: BTreeSet::new(),
            tables: Vec::new(),
            grown: Vec::new(),
        };
        let inputs = |it: &Entry<'_>| it.case.rows.as_ref().map_or(1, |it| it.texts.len());
        let runs_more = |old: &Entry<'_>, new: &Entry<'_>| inputs(new) > inputs(old).max(1);
        let grown = pairs.iter().filter(|(old, new)| {
            new.case.assertions.len() > old.case.assertions.len() || runs_more(old, new)
        });
        for entry in grown.map(|(_, new)| new).chain(added) {
            let visible = entry
                .case
                .assertions
                .iter()
                .filter(|it| it.hidden.is_none());
            spare
                .asserted
                .extend(visible.map(|it| (it.subject.as_str(), it.expected.as_deref())));
        }
        for entry in pairs.iter().map(|(_, new)| new).chain(added) {
            let rows = entry.case.rows.iter().flat_map(|it| &it.texts);
            spare.rows.extend(rows.map(String::as_str));
        }
        let exact = |it: &&Case| {
            let mut all = it.assertions.iter();
            it.vacuity.is_none()
                && all.any(|it| it.strength == Strength::Exact && it.hidden.is_none())
        };
        let more = pairs.iter().filter(|(old, new)| runs_more(old, new));
        let tabled = added.iter().filter(|it| inputs(it) > 1);
        spare.grown = more
            .map(|(_, new)| new.case)
            .chain(tabled.map(|it| it.case))
            .collect();
        spare.tables = added.iter().map(|it| it.case).filter(exact).collect();
        spare
    }

    /// Whether new tests ask the same code for as many values as a table lost rows, where rows moved: nothing but tests has
    /// changed, or the new tests bear the name of the old one.
    pub(super) fn asks_of(&self, book: &Book<'_>, old: &Entry<'_>, lost: usize) -> bool {
        let exact = |it: &&Assertion| it.strength == Strength::Exact && it.hidden.is_none();
        let subjects: BTreeSet<&String> = old
            .case
            .assertions
            .iter()
            .flat_map(|it| &it.callees)
            .collect();
        let named = |it: &&&Case| !book.sources || it.name.starts_with(&old.case.name);
        let asked = self.tables.iter().filter(named).map(|case| {
            let rows = case.rows.as_ref().map_or(1, |it| it.texts.len().max(1));
            let own = case.assertions.iter().filter(exact);
            let own = own.filter(|it| it.callees.iter().any(|it| subjects.contains(it)));
            own.count().saturating_mul(rows)
        });
        asked.fold(0_usize, usize::saturating_add) >= lost
    }

    /// Whether what was asserted is asserted by another test now, as it was.
    pub(super) fn holds_as_it_was(&self, before: &Assertion) -> bool {
        let place = (before.subject.as_str(), before.expected.as_deref());
        self.asserted.contains(&place)
    }

    /// Whether what was asserted is asserted by another test now: as it was, or of a row with the same words.
    pub(super) fn holds(&self, before: &Assertion) -> bool {
        let texts = || {
            let values = before.values.iter();
            values.filter(|it| it.contains(char::is_alphabetic))
        };
        // It has to ask for the same member of what they give (`shelf.keys()`), and not only to call them.
        let part = last_member(&before.subject);
        let same = |it: &Assertion| part.is_none_or(|part| has_word(&it.subject, part));
        let asks = |case: &Case| {
            let mut all = case.assertions.iter().filter(|it| it.hidden.is_none());
            all.any(same)
        };
        let said = |case: &&&Case| {
            // Beside a table, it is said of the work of the same functions, and not of others in the same test.
            let whole =
                case.rows.is_some() || case.assertions.iter().any(|it| says_all(it, before));
            whole
                && texts().all(|it| case.words.contains(it))
                && before.callees.iter().all(|it| case.calls.contains(it))
                && asks(case)
        };
        let telling = texts().next().is_some() && !before.callees.is_empty();
        self.holds_as_it_was(before)
            || self.grown.iter().any(|it| asserts_for_a_row(it, before))
            || telling && self.tables.iter().any(|it| said(&it))
    }
}

/// Whether an assertion looks at the work of the functions that another looked at, and says the texts that it said.
fn says_all(it: &Assertion, before: &Assertion) -> bool {
    let mut texts = before
        .values
        .iter()
        .filter(|it| it.contains(char::is_alphabetic));
    before.callees.is_subset(&it.callees) && texts.all(|text| it.values.contains(text))
}

/// Whether a test asserts the same for each of its inputs, one of which says what differs: `type(x) == A` is
/// `type(x) == cls` for the row `(A, ..)`.
fn asserts_for_a_row(case: &Case, before: &Assertion) -> bool {
    let rows = case.rows.iter().flat_map(|it| &it.texts).take(ROWS_MAX);
    let rows: Vec<&str> = rows.map(String::as_str).collect();
    let of_a_row = |name: &str| rows.iter().any(|row| row.split(' ').any(|it| it == name));
    let mut callees = before.callees.iter();
    let calls = callees.any(|it| case.calls.contains(it) || of_a_row(it));
    let named = |text: &str, word: &str| text.split(' ').any(|it| it == word);
    let part = |old: &str, new: &str, row: &str| {
        let mut words = new.split(' ');
        // What the row says stands in the new one under another name.
        let given = |it: &str| named(row, it) && (is_name(it) || is_literal(it));
        let mut kept = old.split(' ').filter(|it| !given(it));
        kept.all(|it| words.any(|word| word == it))
    };
    // Names that went into a call may be inputs now; its literals and signs stay.
    let shape = |old: &str, new: &str| {
        let mut words = new.split(' ');
        let mut kept = old.split(' ').filter(|it| !is_name(it));
        kept.all(|it| words.any(|word| word == it))
    };
    let expected = |it: &Assertion| it.expected.clone().unwrap_or_default();
    let mut all = case.assertions.iter().filter(|it| it.hidden.is_none());
    calls
        && all.any(|new| {
            let (was, now) = (expected(before), expected(new));
            // Which of two is the one that is asked may look otherwise where one is put in.
            let same = |row: &str, one: &str, other: &str| {
                part(&before.subject, one, row) && shape(&was, other)
            };
            new.strength >= before.strength
                && rows
                    .iter()
                    .any(|row| same(row, &new.subject, &now) || same(row, &now, &new.subject))
        })
}

/// The name behind the last dot of a subject.
fn last_member(subject: &str) -> Option<&str> {
    let mut words = subject.rsplit(" . ").peekable();
    let last = words.next()?;
    words.peek()?;
    last.split(' ').next().filter(|it| is_name(it))
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(' ').any(|it| it == word)
}

/// Whether a word is a number or begins a text.
fn is_literal(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '`'))
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
