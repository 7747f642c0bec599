//! Whether what a test is about was taken away in the same change: then the test has to go too.

use std::collections::BTreeSet;

use code::{Assertion, Case};

use super::book::Book;

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
