//! Tests that the plan asks for in its sentences, where the change brings none that runs.

use std::collections::BTreeSet;

use code::is_test_path;
use code::{Case, Language, Limits, Reason, Skip, Suite};

use crate::inspect::InspectionContext;
use crate::inspect::prose::{says, sentences};
use crate::integrity::Change;

/// What is said of tests that are wanted.
const WANTED: [&str; 22] = [
    "with a test",
    "with test",
    "with unit test",
    "with its test",
    "with their test",
    "with regression test",
    "with a regression test",
    "and a test",
    "and test ",
    "and tests",
    "and unit test",
    "add a test",
    "add test",
    "adds test",
    "add unit test",
    "write test",
    "write a test",
    "tests for",
    "test for",
    "tests of",
    "covered by test",
    "unit tests that",
];
/// Words of a sentence that speaks of tests which are there, or are not wanted.
const OTHERWISE: [&str; 23] = [
    "existing",
    "still",
    "already",
    "pass",
    "keep",
    "no test",
    "not test",
    "without",
    "remove",
    "delete",
    "flaky",
    "later",
    "drop",
    "skip",
    "stay",
    " go,",
    " goes,",
    "go away",
    "take out",
    " out of ",
    "taken out",
    "moves",
    "move ",
];
/// Signs of examples that run as tests, in the texts above functions.
const EXAMPLES: [&str; 2] = [">>> ", "```"];

/// A sentence that asks for tests, where the change neither brings nor betters one.
pub(in crate::inspect) fn untested<'g>(
    context: &'g InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Option<&'g str> {
    let asks = sentences(context).iter().copied().find_map(asking)?;
    let tested = changes.iter().any(|it| brings_a_test(context, it));
    (!tested && !changes.is_empty()).then_some(asks)
}

/// Whether a sentence of the plan asks for tests.
pub(in crate::inspect) fn asks(context: &InspectionContext<'_>) -> bool {
    sentences(context)
        .iter()
        .copied()
        .any(|text| asking(text).is_some())
}

/// The sentence of a text that asks for tests.
fn asking(text: &str) -> Option<&str> {
    // A point within a word is one of a file's name.
    let sentences = text.split_inclusive([';', '\n']);
    let mut sentences = sentences
        .flat_map(|it| it.split_inclusive(". "))
        .map(str::trim);
    sentences.find(|sentence| {
        let lower = sentence.to_lowercase();
        let wanted = WANTED.iter().any(|it| holds(&lower, it)) || with_one(&lower);
        wanted && !OTHERWISE.iter().any(|it| lower.contains(it))
    })
}

/// "with a table test": one word says of which sort.
fn with_one(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(4).any(|it| match it {
        ["with", "a" | "an", _, test] => test.trim_end_matches(['.', ',', ';']) == "test",
        _ => false,
    })
}

/// Whether words stand in a text, the last one whole or in the plural.
fn holds(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let rest = text
            .get(at.saturating_add(words.len())..)
            .unwrap_or_default();
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        !rest.starts_with(char::is_alphanumeric)
    })
}

/// Whether a change brings a test that runs, or makes one another than it was.
fn brings_a_test(context: &InspectionContext<'_>, change: &Change<'_>) -> bool {
    let Some(after) = change.after else {
        return false;
    };
    let language = Language::of_path(change.path);
    if !language.has_syntax() {
        // A script, or what tests compare with.
        let mut words = change.path.split(|c: char| !c.is_alphanumeric());
        return words.any(|it| it.to_lowercase().contains("test"));
    }
    let suite = |text: &str| {
        let facts = code::facts(language, text, &Limits::default());
        code::suite(change.path, text, &facts)
    };
    let (before, now) = (suite(change.before.unwrap_or_default()), suite(after));
    let known: BTreeSet<(&str, u64)> = before.cases.iter().map(|it| (&*it.name, it.body)).collect();
    let cases = now.cases.iter();
    let others: Vec<&Case> = cases
        .filter(|it| !known.contains(&(&*it.name, it.body)))
        .collect();
    let runs = others
        .iter()
        .any(|it| it.skipped != Some(Skip::Always) && !holds_nothing(context, it, language))
        || makes_another(&before, &now)
        || marks_another(&before, &now);
    // What stands around the tests of a file is theirs: tables, helpers.
    let around = is_test_path(change.path, language) && before.rest != now.rest;
    let examples = |text: Option<&str>| -> usize {
        let text = text.unwrap_or_default();
        EXAMPLES.iter().map(|it| text.matches(it).count()).sum()
    };
    let shown = examples(change.before) != examples(change.after);
    runs || (others.is_empty() && (around || shown))
}

/// Whether a macro of the file makes a test now that it did not make, or that says something else (Rust).
fn makes_another(before: &Suite, now: &Suite) -> bool {
    let mut made = now.made.iter();
    made.any(|it| !before.made.contains(it))
}

/// Whether a mark says of a test of before that it runs elsewhere than it did: that is what may have been asked.
fn marks_another(before: &Suite, now: &Suite) -> bool {
    let mut cases = now.cases.iter();
    cases.any(|it| {
        let mut same = before.cases.iter();
        let was = same.find(|old| old.name == it.name && old.body == it.body);
        it.skipped == Some(Skip::Sometimes) && was.is_some_and(|old| old.skipped != it.skipped)
    })
}

/// Whether a test of Java calls what the plan names, looks at nothing that comes of it and waits for no error: it only shows
/// that code runs. To make an object may be all there is to test.
fn holds_nothing(context: &InspectionContext<'_>, case: &Case, language: Language) -> bool {
    let nothing = |it: &code::Vacuity| matches!(it.reason, Reason::NoAssertion | Reason::EmptyTest);
    let named = |call: &String| {
        let texts = sentences(context);
        call.starts_with(char::is_lowercase) && texts.iter().any(|it| says(it, call))
    };
    language == Language::Java
        && case.assertions.is_empty()
        && case.vacuity.as_ref().is_some_and(nothing)
        && case.calls.iter().any(named)
}
