//! Errors that the plan says are raised, by their names, and for which new code gives something else: "a value that is no
//! number is a `ValueError`", and `except ValueError: limit = 500`.

use std::collections::BTreeSet;

use code::{Certainty, Delta, Reason, Stub};

use crate::inspect::Subject;
use crate::inspect::prose::{begins, says, sentences, split};

/// Beginnings of words that say that an error gets to whoever called.
const RAISED: [&str; 5] = ["raise", "throw", "rethrow", "propagat", "fails with"];
/// Words of a clause that says how it was, or that an error is not for the caller.
const OTHERWISE: [&str; 18] = [
    "today",
    "currently",
    "now",
    "no longer",
    "never",
    "not",
    "instead of",
    "rather than",
    "caught",
    "is swallowed",
    "ignored",
    "ignores",
    "skipped",
    "skips",
    "suppressed",
    "counts as",
    "used to",
    "unless",
];
/// Words of the clause after it that gives something in place of the error.
const INSTEAD: [&str; 10] = [
    "instead",
    "none",
    "null",
    "default",
    "empty",
    "false",
    "fall back",
    "falls back",
    "skip",
    "return",
];

/// Whether an error is dropped there that somebody may have had to be told, if the plan says so: one that is only answered
/// with a literal, as its name allows, is another matter.
pub(super) fn is_dropped(stub: &Stub) -> bool {
    let faint = stub.certainty == Certainty::Faint && stub.reason == Reason::SwallowedError;
    faint && !names_a_kind(stub)
}

/// Whether a finding is there for a plan that names the very error.
pub(super) fn names_a_kind(stub: &Stub) -> bool {
    kinds(stub).is_some()
}

/// The types of errors that a finding names.
fn kinds(stub: &Stub) -> Option<&str> {
    stub.what.strip_prefix("except ")
}

impl Subject<'_> {
    /// Lines of new code that catch an error of which the plan says by its name that it is raised.
    pub(in crate::inspect) fn answered_otherwise(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let stubs = delta.map_or(&[][..], |it| &it.stubs).iter();
        let stubs = stubs.filter_map(|at| self.code.stubs.get(*at));
        let caught = stubs.filter(|it| {
            let faint = it.certainty == Certainty::Faint && it.reason == Reason::SwallowedError;
            faint && !it.test
        });
        let raised = caught.filter(|it| {
            let named = kinds(it).map_or_else(|| self.kinds_on(it.line), str::to_owned);
            let mut names = named.split(' ').filter(|it| code::names_an_error(it));
            names.any(|it| !self.raises(it) && self.is_to_be_raised(it))
        });
        raised.map(|it| it.line).collect()
    }

    /// Whether the file raises such an error somewhere: that may be what the plan speaks of.
    fn raises(&self, name: &str) -> bool {
        let told = ["raise ", "throw new "];
        let mut lines = self.source.lines().map(str::trim_start);
        lines.any(|line| {
            let made = told.iter().find_map(|it| line.strip_prefix(it));
            made.is_some_and(|it| {
                it.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .next()
                    == Some(name)
            })
        })
    }

    /// The types of errors that a line catches.
    fn kinds_on(&self, line: u32) -> String {
        let at = usize::try_from(line)
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        let text = self.source.lines().nth(at).unwrap_or_default();
        let clause = ["except", "catch"]
            .iter()
            .find_map(|it| text.split_once(it));
        let names = clause.map_or("", |it| it.1);
        let names = names.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        names.collect::<Vec<_>>().join(" ")
    }

    /// Whether a clause of the plan says of a type of errors that one is raised, and neither that it was so nor what is given
    /// in its place.
    fn is_to_be_raised(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let asks = sentences(self.context).iter().map(|text| {
            let clauses: Vec<String> = split(text).map(str::to_lowercase).collect();
            is_raised(&clauses, &name)
        });
        let asks: Vec<Option<bool>> = asks.collect();
        asks.contains(&Some(true)) && !asks.contains(&Some(false))
    }
}

/// Whether the clauses of a text say of an error that it is raised; `None`: they say nothing of the sort.
fn is_raised(clauses: &[String], name: &str) -> Option<bool> {
    let raises = |clause: &str| RAISED.iter().any(|it| begins(clause, it));
    let mut found = None;
    for (at, clause) in clauses.iter().enumerate() {
        let is_one = ["is a", "is an", "are a"]
            .iter()
            .any(|it| says(clause, &format!("{it} {name}")));
        if !says(clause, name) || !(raises(clause) || is_one) {
            continue;
        }
        let next = clauses.get(at.saturating_add(1)).map_or("", String::as_str);
        let instead = !raises(next) && INSTEAD.iter().any(|it| begins(next, it));
        if instead || OTHERWISE.iter().any(|it| says(clause, it)) {
            return Some(false);
        }
        found = Some(true);
    }
    found
}
