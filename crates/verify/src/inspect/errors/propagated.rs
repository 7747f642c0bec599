//! Errors of which the plan says as a whole that they reach whoever called: "errors of the file system reach the caller".
//! Then none that new code meets is to be dropped, whatever else the code around tells of; what tidies up may fail.

use std::collections::BTreeSet;

use code::Delta;

use crate::inspect::Subject;
use crate::inspect::errors::answered::is_dropped;
use crate::inspect::prose::{begins, says, sentences};

/// How a plan says that errors get to whoever called.
const REACH: [&str; 10] = [
    "reach the caller",
    "reaches the caller",
    "reach whoever",
    "reach its caller",
    "get to the caller",
    "go to the caller",
    "goes to the caller",
    "are passed on to the caller",
    "are the caller's",
    "are handed to the caller",
];
/// How it says so of all errors of a sort: "an error of the file system is returned".
const WHOLE: [&str; 9] = [
    "errors of",
    "error of",
    "errors from",
    "error from",
    "any error",
    "all errors",
    "every error",
    "i/o errors",
    "io errors",
];
/// Words of that clause.
const GIVEN_ON: [&str; 9] = [
    "is returned",
    "are returned",
    "is thrown",
    "are thrown",
    "is passed on",
    "are passed on",
    "is propagated",
    "are propagated",
    "is raised",
];
/// Words after which only some errors are meant.
const WHERE: [&str; 6] = ["if", "when", "where", "for", "instead", "may"];
/// Words of a clause in which some errors do not.
const SOME: [&str; 8] = [
    "except", "but", "only", "unless", "other", "not", "ignored", "logged",
];
/// Beginnings of words of something that is not as it should be.
const WRONG: [&str; 9] = [
    "missing",
    "unreadable",
    "broken",
    "absent",
    "invalid",
    "damaged",
    "there is no",
    "may not be there",
    "can't be",
];
/// Words of what is given for it then.
const GIVEN: [&str; 10] = [
    "empty", "none", "null", "default", "defaults", "nothing", "instead", "skipped", "ignored",
    "left out",
];
/// Beginnings of lines within which something tidies up after another error.
const TIDIES: [&str; 4] = ["except", "finally", "} catch", "} finally"];
/// How many lines up something is looked for that tidies up.
const LINES_BEFORE: usize = 12;

/// Whether a clause says that all errors of a sort are given on.
fn all_given_on(clause: &str) -> bool {
    let says = |words: &[&str]| words.iter().any(|word| says(clause, word));
    says(&WHOLE) && says(&GIVEN_ON) && !says(&WHERE)
}

impl Subject<'_> {
    /// Lines of new code that drop an error, where the plan says that errors reach the caller.
    pub(in crate::inspect) fn kept_from_callers(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let asked = || {
            let texts = sentences(self.context).iter().map(|it| it.to_lowercase());
            let mut clauses = texts.flat_map(|it| {
                let parts = it.split(['\n', ';', ',']).flat_map(|it| it.split(". "));
                parts.map(str::to_owned).collect::<Vec<_>>()
            });
            clauses.any(|it| {
                let wrong = ["error", "exception", "failure"];
                wrong.iter().any(|word| begins(&it, word))
                    && (REACH.iter().any(|word| says(&it, word)) || all_given_on(&it))
                    && !SOME.iter().any(|word| says(&it, word))
            })
        };
        let stubs = delta.map_or(&[][..], |it| &it.stubs).iter();
        let stubs = stubs.filter_map(|at| self.code.stubs.get(*at));
        let dropped: Vec<u32> = stubs
            .filter(|it| is_dropped(it) && !it.test)
            .map(|it| it.line)
            .collect();
        // Where something else is given for what is missing, which errors those are is not said.
        let instead = || {
            sentences(self.context).iter().any(|text| {
                let lower = text.to_lowercase();
                let mut clauses = lower.split(['\n', ';']).flat_map(|it| it.split(". "));
                clauses.any(|it| {
                    WRONG.iter().any(|word| begins(it, word))
                        && GIVEN.iter().any(|word| says(it, word))
                })
            })
        };
        if dropped.is_empty() || !asked() || instead() {
            return BTreeSet::new();
        }
        let lines = dropped.into_iter();
        lines.filter(|line| !self.tidies_up(*line)).collect()
    }

    /// Whether a line stands within what is done about another error.
    fn tidies_up(&self, line: u32) -> bool {
        let at = usize::try_from(line).unwrap_or(usize::MAX);
        let above: Vec<&str> = self.source.lines().take(at).collect();
        let indent = |line: &str| line.len().saturating_sub(line.trim_start().len());
        let mut least = above.last().map_or(0, |it| indent(it));
        let near = above.iter().rev().skip(1).take(LINES_BEFORE);
        for text in near.filter(|it| !it.trim().is_empty()) {
            if indent(text) < least {
                least = indent(text);
                if TIDIES.iter().any(|it| text.trim_start().starts_with(it)) {
                    return true;
                }
            }
        }
        false
    }
}
