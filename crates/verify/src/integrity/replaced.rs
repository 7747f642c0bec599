//! Tests that went where others came: which new test stands for one that is gone, and when a whole suite was written anew.
//!
//! That is a guess. It never clears a change; it makes of what would fail a question for a person.

use std::collections::{BTreeMap, BTreeSet};

use code::{Assertion, Case, Skip, Strength, name_words};

use super::added_assertions::{checks, constants};
use super::assertion_strength::asks_less_of;
use super::test_index::{Book, Entry};

/// How many tests of a file must go for as many new ones to be taken for the suite written anew.
const ANEW_MIN: usize = 3;

/// The subject of a test that expects its own failure: `@Test(expected = X.class)`.
pub(super) const WHOLE: &str = "the test";

/// New tests that nothing before is matched with, and that can fail.
pub(super) struct Successors<'e> {
    left: Vec<Entry<'e>>,
    /// Files in which as many tests came as went, which demand as much in all.
    anew: BTreeSet<&'e str>,
}

impl<'e> Successors<'e> {
    pub(super) fn of(removed: &[Entry<'e>], added: &[Entry<'e>]) -> Self {
        let real = |it: &&Entry<'e>| {
            let runs = it.case.skipped.is_none_or(|it| it < Skip::MayFail);
            runs && it.case.vacuity.is_none() && !it.case.assertions.is_empty()
        };
        let left: Vec<Entry<'e>> = added.iter().filter(real).copied().collect();
        let (went, came) = (by_file(removed), by_file(&left));
        let anew = went.into_iter().filter(|(path, (tests, demands))| {
            let (more, demand) = came.get(path).copied().unwrap_or_default();
            *tests >= ANEW_MIN && more >= *tests && demand >= *demands
        });
        Successors {
            anew: anew.map(|(path, _)| path).collect(),
            left,
        }
    }

    /// Takes a new test of the same file that looks like one that is gone and demands as much.
    pub(super) fn take(&mut self, book: &Book<'_>, old: &Entry<'_>, news: &[Entry<'_>]) -> bool {
        if is_forgotten(book, old.case, news) {
            return false;
        }
        let stands_for = |new: &Entry<'_>| {
            new.path == old.path
                && alike(old.case, new.case)
                && checks(new.case) >= checks(old.case)
                && names_what_it_expects(old.case, new.case)
        };
        let rows = |new: &Entry<'_>| new.path == old.path && is_in_rows(old.case, new.case);
        let renamed = |new: &Entry<'_>| {
            new.path == old.path
                && are_named_alike(&old.case.name, &new.case.name)
                && checks(new.case) >= checks(old.case)
        };
        if self.left.iter().any(|it| rows(it) || renamed(it)) {
            return true;
        }
        match self.left.iter().position(stands_for) {
            Some(at) => {
                self.left.remove(at);
                true
            }
            None => self.anew.contains(old.path),
        }
    }
}

/// Whether two names begin with the same words, most of those of the older one: `sums_of_an_empty_list`, `sums_of_an_empty_row`.
fn are_named_alike(old: &str, new: &str) -> bool {
    const WORDS_MIN: usize = 3;
    let words = |name: &str| {
        let spaced: String = name.replace(|c: char| !c.is_alphanumeric(), "_");
        let all = name_words(&spaced).into_iter().map(|it| it.to_lowercase());
        all.filter(|it| it != "test").collect::<Vec<_>>()
    };
    let (old, new) = (words(old), words(new));
    let both = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    both >= WORDS_MIN && both.saturating_mul(5) >= old.len().saturating_mul(3)
}

/// Whether a test was named after something that the sources still hold, and that no test speaks of any more.
fn is_forgotten(book: &Book<'_>, old: &Case, news: &[Entry<'_>]) -> bool {
    const NAME_MIN: usize = 8;
    let plain = |it: &str| it.replace('_', "").to_lowercase();
    let own = plain(&old.name);
    let named = |it: &&String| it.len() >= NAME_MIN && own.ends_with(&plain(it));
    let holds = |it: &&String| book.before.contains(*it) && book.after.contains(*it);
    let says = |case: &Case, word: &String| case.words.contains(word) || case.calls.contains(word);
    let words = old.words.iter().chain(&old.calls);
    let mut things = words.filter(named).filter(holds);
    things.any(|word| !news.iter().any(|it| says(it.case, word)))
}

/// Whether rows of a new test name the function that a test was named after, half as often as it was asked or more:
/// a row compares the whole where a test went from field to field.
fn is_in_rows(old: &Case, new: &Case) -> bool {
    let plain = |it: &str| it.replace('_', "").to_lowercase();
    let own = plain(&old.name);
    let longest = old.calls.iter().filter(|it| own.ends_with(&plain(it)));
    let Some(name) = longest.max_by_key(|it| it.len()).filter(|it| it.len() > 3) else {
        return false;
    };
    let rows = new.rows.iter().flat_map(|it| &it.texts);
    let named = rows.filter(|row| row.split(' ').any(|word| word == name));
    named.count().saturating_mul(2) >= checks(old).max(2)
}

/// Tests, and what they demand, file by file.
fn by_file<'e>(entries: &[Entry<'e>]) -> BTreeMap<&'e str, (usize, usize)> {
    let mut found: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for entry in entries {
        let (tests, demands) = found.entry(entry.path).or_default();
        *tests = tests.saturating_add(1);
        *demands = demands.saturating_add(checks(entry.case));
    }
    found
}

/// Whether a new test names one of the constants that the old one expected, where it expected any: the edge of a range.
fn names_what_it_expects(old: &Case, new: &Case) -> bool {
    let mut expected = old.assertions.iter().flat_map(constants).peekable();
    expected.peek().is_none() || expected.any(|it| new.words.contains(&it))
}

/// Whether two tests share most of what they name.
fn alike(old: &Case, new: &Case) -> bool {
    let words = |it: &'_ Case| it.words.union(&it.calls).cloned().collect::<BTreeSet<_>>();
    let (old, new) = (words(old), words(new));
    let both = old.intersection(&new).count();
    let all = old.union(&new).count();
    both.saturating_mul(10) >= all.saturating_mul(6)
}

/// Whether a test was written anew, and not only thinned: much that it names now it did not name before.
pub(super) fn is_rewritten(old: &Case, new: &Case) -> bool {
    const FRESH_MIN: usize = 4;
    let fresh = new.words.difference(&old.words).count();
    fresh >= FRESH_MIN && fresh.saturating_mul(5) >= old.words.len() && !is_softer(old, new)
}

/// Whether a test compared what functions gave as a whole, and only asks now, for more inputs, that something of it holds.
fn is_softer(old: &Case, new: &Case) -> bool {
    let firm = |it: &Assertion| it.strength >= Strength::Throws && it.hidden.is_none();
    let table = new.rows.is_some() && old.rows.is_none();
    let less =
        |old: &&Assertion| firm(old) && new.assertions.iter().any(|it| asks_less_of(old, it));
    table && !new.assertions.iter().any(firm) && old.assertions.iter().any(|it| less(&it))
}

/// Whether it asks that something is said to be on its way out: that goes with what it is said of.
pub(super) fn warns(assertion: &Assertion) -> bool {
    let expected = assertion.expected.iter().map(String::as_str);
    let mut texts = expected.chain([assertion.subject.as_str()]);
    texts.any(|it| it.contains("deprecated_call") || it.contains("DeprecationWarning"))
}

/// A failure that the whole test expected, and that an assertion of it expects now. What stood behind it never ran.
pub(super) fn fails_as_before(left: &mut Vec<&Assertion>, right: &mut Vec<&Assertion>) {
    let throws = |it: &&Assertion| it.strength == Strength::Throws && it.hidden.is_none();
    if let Some(at) = right.iter().position(throws) {
        right.remove(at);
        left.clear();
    }
}
