//! Whether the plan asks that errors are told of. Dropping one is often right; it is not where telling was the task.

use std::collections::BTreeSet;

use code::{Certainty, Delta, Facts, Reason, Stub};

use super::named::{last, sentences};
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

impl Subject<'_> {
    /// Lines of new methods that the plan asks for by name and that always answer the same.
    pub(super) fn settled(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let Some(delta) = delta else {
            return BTreeSet::new();
        };
        let fresh = delta.stubs.iter().filter_map(|at| self.code.stubs.get(*at));
        let fixed = fresh.filter(|it| {
            it.certainty == Certainty::Faint && it.reason == Reason::FixedValue && !it.test
        });
        let named = fixed.filter(|stub| {
            let name = stub.what.rsplit(['.', ':']).next().unwrap_or(&stub.what);
            let all = self.code.definitions.iter();
            let bearers = all.filter(|it| last(it) == name).count();
            bearers == 1 && sentences(self.ground).iter().any(|it| asks_for(it, name))
        });
        named.map(|it| it.line).collect()
    }
}

/// Whether a sentence of a text asks for an answer by the name of a method, and not for one that is always the same.
fn asks_for(text: &str, name: &str) -> bool {
    const SETTLED: [&str; 9] = [
        "always", "constant", "fixed", "default", "never", "nothing", "literal", "same", "for now",
    ];
    let code = |it: &str| {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        it.match_indices(name).any(|(at, _)| {
            let before = it.get(..at).unwrap_or_default();
            let after = it.get(at.saturating_add(name.len())..).unwrap_or_default();
            let whole = !before.ends_with(part) && !after.starts_with(part);
            whole && (before.ends_with(['.', ':', '`']) || after.starts_with(['(', '`']))
        })
    };
    code(text) && !SETTLED.iter().any(|it| text.to_lowercase().contains(it))
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
        before.is_none_or(|c| !c.is_alphanumeric())
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
