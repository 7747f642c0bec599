//! Whether the plan asks that errors are told of. Dropping one is often right; it is not where telling was the task.

use std::collections::BTreeSet;

use code::{Certainty, Delta, Facts, Reason, Stub};

use super::named::sentences;
use super::{Ground, Subject};

/// Beginnings of words that speak of what goes wrong.
const WRONG: [&str; 14] = [
    "error",
    "exception",
    "fail",
    "throw",
    "raise",
    "reject",
    "refus",
    "panic",
    "abort",
    "propagat",
    "status 1",
    "status 2",
    "exit code",
    "halted",
];

impl Subject<'_> {
    /// Lines on which an error is dropped that the plan asks to be told: neither the function around nor any new code of
    /// the file tells of one.
    pub(super) fn silent(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let Some(delta) = delta.filter(|_| self.ground.asks_errors()) else {
            return BTreeSet::new();
        };
        let dropped = |it: &&Stub| {
            it.certainty == Certainty::Faint && it.reason == Reason::SwallowedError && !it.test
        };
        let lines = self.code.stubs.iter().filter(dropped).map(|it| it.line);
        let lines: BTreeSet<u32> = lines.collect();
        match lines.is_empty() || tells(&self.code, delta) {
            true => BTreeSet::new(),
            false => lines
                .into_iter()
                .filter(|line| !tells_around(&self.code, *line))
                .collect(),
        }
    }
}

/// Whether a sentence of the plan speaks of what goes wrong.
pub(super) fn errors_are_asked(ground: &Ground<'_>) -> bool {
    let sentences = sentences(ground);
    sentences.iter().any(|text| {
        let lower = text.to_lowercase();
        names_an_error(text) || WRONG.iter().any(|word| begins(&lower, word))
    })
}

/// Whether a text names a type of errors: `ParseException`.
fn names_an_error(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(code::names_an_error)
}

/// Whether a word of the text begins so.
fn begins(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        let rest = text.get(at..).unwrap_or_default();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let after = rest.get(end.unwrap_or(rest.len())..).unwrap_or_default();
        // `errors.py` is a file, whatever it is about.
        let file = after
            .strip_prefix('.')
            .is_some_and(|it| it.starts_with(char::is_alphanumeric));
        before.is_none_or(|c| !c.is_alphanumeric() && c != '/') && !file
    })
}

/// Whether new code of a file tells of an error anywhere.
fn tells(facts: &Facts, delta: &Delta) -> bool {
    let fresh = delta.definitions.iter();
    let mut fresh = fresh.filter_map(|at| facts.definitions.get(*at));
    fresh.any(|it| {
        let lines = facts.tells.range(it.span.line..=it.span.end_line);
        !it.test && lines.count() > 0
    })
}

/// Whether the function around a line tells of an error, be it before.
fn tells_around(facts: &Facts, line: u32) -> bool {
    let around = facts
        .definitions
        .iter()
        .filter(|it| it.kind.is_function() && (it.span.line..=it.span.end_line).contains(&line));
    let mut lines = around.flat_map(|it| facts.tells.range(it.span.line..=it.span.end_line));
    lines.next().is_some()
}
