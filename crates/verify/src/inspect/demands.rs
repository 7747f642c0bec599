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

/// Beginnings of words that say that somebody is to get what went wrong.
const HANDED_ON: [&str; 8] = [
    "return", "throw", "raise", "propagat", "rethrow", "pass", "hand", "report",
];

/// Beginnings of words that say that work may end before it is done.
const ENDS: [&str; 6] = [
    "context",
    "cancel",
    "deadline",
    "gives up",
    "times out",
    "timeout",
];

/// How many lines up to that of an error are looked at for the call that met it.
const LINES_BEFORE: usize = 3;
/// Letters of the shortest call that a plan is known to name.
const NAME_MIN: usize = 4;

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
        let elsewhere = lines.is_empty() || tells(&self.code, delta);
        lines
            .into_iter()
            .filter(|line| match elsewhere || tells_around(&self.code, *line) {
                true => self.is_asked_for(*line),
                false => true,
            })
            .collect()
    }

    /// Lines of new functions that never look at the context they take, where the plan says what it is for.
    pub(super) fn unheeded(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let stubs = delta.map_or(&[][..], |it| &it.stubs).iter();
        let faint = stubs
            .filter_map(|at| self.code.stubs.get(*at))
            .filter(|it| {
                it.certainty == Certainty::Faint
                    && it.reason == Reason::ParameterIgnored
                    && !it.test
            });
        let asked = faint.filter(|stub| {
            let name = stub.what.split('(').next().unwrap_or_default();
            sentences(self.ground).iter().any(|text| {
                let lower = text.to_lowercase();
                let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
                let ends = ENDS.iter().any(|word| begins(&lower, word));
                ends && words.any(|word| word == name)
            })
        });
        asked.map(|it| it.line).collect()
    }

    /// Whether the plan names the very call whose error is dropped there, and wants the error handed on.
    fn is_asked_for(&self, line: u32) -> bool {
        let at = usize::try_from(line).unwrap_or(usize::MAX);
        let first = at.saturating_sub(LINES_BEFORE);
        let near = self.source.lines().skip(first).take(LINES_BEFORE);
        let called: BTreeSet<&str> = near.flat_map(calls).collect();
        let texts = sentences(self.ground).into_iter();
        let mut texts = texts.flat_map(|it| {
            it.split_inclusive([';', '\n'])
                .flat_map(|it| it.split(". "))
        });
        texts.any(|text| {
            let lower = text.to_lowercase();
            let wrong = names_an_error(text) || WRONG.iter().any(|word| begins(&lower, word));
            let on = HANDED_ON.iter().any(|word| begins(&lower, word));
            let words = || text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            wrong && on && words().any(|word| word.len() >= NAME_MIN && called.contains(word))
        })
    }
}

/// Names that a line calls: what stands before a bracket.
fn calls(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('(').filter_map(|(at, _)| {
        let before = line.get(..at)?;
        let name = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_'));
        name.into_iter().next().filter(|it| !it.is_empty())
    })
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
