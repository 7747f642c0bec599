//! Tests that the plan asks for in its sentences, where the change touches none at all.

use std::collections::BTreeSet;

use code::{Language, Limits, Skip};

use super::Ground;
use super::named::sentences;
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
const OTHERWISE: [&str; 14] = [
    "existing", "still", "already", "pass", "keep", "no test", "not test", "without", "remove",
    "delete", "flaky", "later", "drop", "skip",
];
/// Words that say in a text that it holds tests, in the languages where they stand beside the code.
const INSIDE: [&str; 6] = [
    "#[test]",
    "#[cfg(test)]",
    "::test]",
    ">>> ",
    "proptest!",
    "```",
];

/// A sentence that asks for tests, where the change neither brings nor touches one.
pub(super) fn untested<'g>(ground: &'g Ground<'_>, changes: &[Change<'_>]) -> Option<&'g str> {
    let asks = sentences(ground).into_iter().find_map(asking)?;
    let test = |it: &&Change<'_>| {
        it.path.to_lowercase().contains("test") || is_spec(it.path) || inside(it)
    };
    let touched = changes.iter().filter(test).any(|it| !is_off(it));
    (!touched && !changes.is_empty()).then_some(asks)
}

/// The sentence of a text that asks for tests.
fn asking(text: &str) -> Option<&str> {
    let mut sentences = text.split_inclusive(['.', ';', '\n']).map(str::trim);
    sentences.find(|sentence| {
        let lower = sentence.to_lowercase();
        WANTED.iter().any(|it| holds(&lower, it)) && !OTHERWISE.iter().any(|it| lower.contains(it))
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

/// Whether a file is a test by a name without that word.
fn is_spec(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let folder = |word: &str| path.split('/').any(|it| it == word);
    name.contains("spec")
        || name.contains(".cy.")
        || folder("e2e")
        || folder("cypress")
        || name.ends_with("IT.java")
}

/// Whether all that a change does to tests is to bring new ones that are switched off.
fn is_off(change: &Change<'_>) -> bool {
    let language = Language::of_path(change.path);
    let (true, Some(after)) = (language.has_syntax(), change.after) else {
        return false;
    };
    let suite = |text: &str| {
        let facts = code::facts(language, text, &Limits::default());
        code::suite(change.path, text, &facts)
    };
    let (before, after) = (suite(change.before.unwrap_or_default()), suite(after));
    let known: BTreeSet<(&str, u64)> = before.cases.iter().map(|it| (&*it.name, it.body)).collect();
    let cases = after.cases.iter();
    let mut others = cases
        .filter(|it| !known.contains(&(&*it.name, it.body)))
        .peekable();
    others.peek().is_some() && others.all(|it| it.skipped == Some(Skip::Always))
}

/// Whether tests beside the code came in, or are others than before.
fn inside(change: &Change<'_>) -> bool {
    let lines = |text: Option<&str>| -> usize {
        let lines = text.unwrap_or_default().lines();
        lines
            .filter(|line| INSIDE.iter().any(|it| line.contains(it)))
            .count()
    };
    lines(change.before) != lines(change.after) || {
        // A test that was there may have got more to hold.
        let tail = |text: Option<&str>| {
            let text = text.unwrap_or_default();
            text.find("#[cfg(test)]")
                .and_then(|at| text.get(at..))
                .map(str::to_owned)
        };
        tail(change.before) != tail(change.after)
    }
}

#[cfg(test)]
mod tests {
    use super::asking;

    #[test]
    fn sentences_that_ask_for_tests() {
        let cases = [
            ("Add parse_row. With a test.", Some("With a test.")),
            ("Add parse_row with tests", Some("Add parse_row with tests")),
            (
                "Add Between, and unit tests for both ends.",
                Some("Add Between, and unit tests for both ends."),
            ),
            ("Speed up the tests", None),
            ("The existing tests for it still pass.", None),
            ("Remove the test for it.", None),
            ("No tests for this one", None),
            ("Add testimonials", None),
            ("Run the tests", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(asking(text), wanted, "{text}");
        }
    }
}
