//! Whether what a test is about was taken away in the same change: then the test has to go too.

use std::collections::BTreeSet;

use code::{Assertion, Case, name_words};

use super::test_index::{Book, Entry};

/// Names that are gone of which a test is asked.
const NAMES_MAX: usize = 2_000;
/// Letters of a name, and of a word of one, that hardly stand in a test by chance.
const NAME_MIN: usize = 8;
const STEM_MIN: usize = 4;

/// Whether a word stood in the changed sources and stands there no more.
pub(super) fn is_gone(book: &Book<'_>, word: &str) -> bool {
    let known = |words: &BTreeSet<String>| words.contains(word);
    known(&book.before) && !known(&book.after)
}

/// Whether a function that the changed sources defined is defined in them no more, though the word may stand there still.
fn is_undefined(book: &Book<'_>, name: &str) -> bool {
    book.defined.0.contains(name) && !book.defined.1.contains(name)
}

/// Whether something that is called took a parameter of one of these names, and takes it no more.
fn is_shed(book: &Book<'_>, calls: &BTreeSet<String>, says: impl Fn(&str) -> bool) -> bool {
    let mut shed = book.shed.iter();
    shed.any(|(function, parameter)| calls.contains(function) && says(parameter))
}

/// Whether a test bears, in its name or those of its group and file, the whole name of something that is gone from the sources: it
/// went with what it was about.
pub(super) fn feature_of(book: &Book<'_>, old: &Entry<'_>) -> bool {
    let file = old.path.rsplit('/').next().unwrap_or(old.path);
    let own = plain(&format!("{} {} {file}", old.case.name, old.case.group));
    let names = book.before.difference(&book.after).take(NAMES_MAX);
    let telling = names.filter(|it| it.len() >= NAME_MIN && name_words(it).len() > 1);
    telling.map(|it| plain(it)).any(|it| own.contains(&it))
}

/// Whether the name of a test shares a word with something that is gone from the sources: then a person may see why it went.
pub(super) fn may_be_about(book: &Book<'_>, case: &Case) -> bool {
    let stems = |name: &str| -> BTreeSet<String> {
        let words = name_words(name).into_iter().map(|it| stem(&it));
        words.filter(|it| it.len() >= STEM_MIN).collect()
    };
    let spaced: String = case.name.replace(|c: char| !c.is_alphanumeric(), "_");
    let own = stems(&spaced);
    let names = book.before.difference(&book.after).take(NAMES_MAX);
    let undefined = book.defined.0.difference(&book.defined.1);
    let parts = |it: &&String| name_words(it).len() > 1;
    let mut gone = names.filter(parts).chain(undefined);
    gone.any(|it| !stems(it).is_disjoint(&own))
}

/// A word without the endings that its forms differ in.
fn stem(word: &str) -> String {
    let lower = word.to_lowercase();
    let ends = ["ing", "ed", "es", "s"];
    let bare = ends.iter().find_map(|end| lower.strip_suffix(end));
    bare.unwrap_or(&lower).to_owned()
}

fn plain(text: &str) -> String {
    let letters = text.chars().filter(|it| it.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether one of these functions is defined no more.
pub(super) fn any_undefined(book: &Book<'_>, names: &BTreeSet<String>) -> bool {
    names.iter().any(|it| is_undefined(book, it))
}

/// Whether something that a test calls, names as a type or says as a text is gone.
pub(super) fn subject_of(book: &Book<'_>, case: &Case) -> bool {
    let says = |it: &&String| {
        it.starts_with(char::is_uppercase) || it.contains(['_', '-']) || it.len() > 7
    };
    let mut words = case
        .words
        .iter()
        .filter(says)
        .flat_map(|it| it.split([' ', '.', '/', ':', '=', '(', ')']));
    let calls = &case.calls;
    calls
        .iter()
        .any(|it| is_gone(book, it) || is_undefined(book, it))
        || is_shed(book, calls, |it| case.words.contains(it))
        || words.any(|it| it.len() > 2 && is_gone(book, it))
}

/// Whether something that an assertion looks at is gone.
pub(super) fn subject(book: &Book<'_>, assertion: &Assertion) -> bool {
    let text = assertion
        .subject
        .split(' ')
        .chain(assertion.expected.iter().flat_map(|it| it.split(' ')));
    let mut words = text
        .map(|it| it.trim_matches('"'))
        .filter(|it| it.len() > 2);
    let mut callees = assertion.callees.iter();
    let asked = |name: &str| assertion.subject.split(' ').any(|it| it == name);
    callees.any(|it| is_gone(book, it) || is_undefined(book, it))
        || is_shed(book, &assertion.callees, asked)
        || words.any(|it| is_gone(book, it))
}

/// Whether the sources that hold what an assertion looks at have changed.
pub(super) fn source_changed(book: &Book<'_>, assertion: &Assertion) -> bool {
    let known = |it: &String| book.before.contains(it) || book.after.contains(it);
    book.sources && (assertion.callees.is_empty() || assertion.callees.iter().any(known))
}
