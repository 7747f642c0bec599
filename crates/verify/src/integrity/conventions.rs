//! How the tests of a tree assert, beyond the words of frameworks: helpers of its own, and what tests that hold nothing else end
//! in (`.success()`, `fnmatch_lines(..)`).
//!
//! Learnt from the tests as they stood before a change, and from the text of the helpers that a new test calls. Which texts those
//! are is said in [`crate::wanted_texts`]; what a test that calls none of it lacks is said in `born`.

use std::collections::{BTreeMap, BTreeSet};

use code::{Case, Language, Limits, Reason, SharedFunction, Suite, facts, shared_functions, suite};

/// In how many tests of before a call must be all that could assert, and the part of all tests that were looked at, to count.
const ALONE_MIN: usize = 3;
const ALONE_OF_MAX: usize = 50;

/// How often helpers are followed into helpers that they call.
const ROUNDS: usize = 5;

/// What writes to a log, or makes ready and tidies up, and so is at the end of tests without asserting anything.
const TELLS: [&str; 20] = [
    "log", "logf", "info", "debug", "warn", "print", "printf", "println", "eprintln", "dbg",
    "close", "stop", "clear", "reset", "shutdown", "cleanup", "teardown", "sleep", "push",
    "append",
];

/// A text that tells how a tree tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Telling<'t> {
    /// Tests, as they stood before the change.
    Tests {
        /// The file.
        path: &'t str,
        /// What stands in it.
        text: &'t str,
    },
    /// Functions that tests share, as they stand now; without those that are none of the tests'.
    Shared {
        /// The file.
        path: &'t str,
        /// What stands in it.
        text: &'t str,
        /// The functions that are looked at, by their own names.
        names: &'t BTreeSet<String>,
    },
}

impl<'t> Telling<'t> {
    /// The text itself.
    #[must_use]
    pub fn text(&self) -> &'t str {
        match self {
            Telling::Tests { text, .. } | Telling::Shared { text, .. } => text,
        }
    }

    /// What it tells.
    #[must_use]
    pub fn lesson(&self) -> Lesson {
        match self {
            Telling::Tests { path, text } => {
                let language = Language::of_path(path);
                let facts = facts(language, text, &Limits::default());
                Lesson {
                    language: family(language),
                    counts: Counts::of(&suite(path, text, &facts)),
                    shared: Vec::new(),
                }
            }
            Telling::Shared { path, text, names } => {
                let language = Language::of_path(path);
                let facts = facts(language, text, &Limits::default());
                let mut shared = shared_functions(path, text, &facts);
                shared.retain(|it| names.contains(&it.name));
                Lesson {
                    language: family(language),
                    counts: Counts::default(),
                    shared,
                }
            }
        }
    }
}

/// What one text tells of how a tree tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    language: Language,
    counts: Counts,
    shared: Vec<SharedFunction>,
}

/// What asserts in the tests of a tree, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conventions {
    /// Functions, methods and macros whose call asserts; scripts are one language.
    asserting: BTreeMap<Language, BTreeSet<String>>,
}

impl Conventions {
    /// Puts together what single texts tell.
    #[must_use]
    pub fn learn(lessons: impl IntoIterator<Item = Lesson>) -> Conventions {
        let mut all: BTreeMap<Language, (Counts, Vec<SharedFunction>)> = BTreeMap::new();
        for it in lessons {
            let (counts, shared) = all.entry(it.language).or_default();
            counts.add(it.counts);
            shared.extend(it.shared);
        }
        let all = all.into_iter().map(|(language, (counts, shared))| {
            let mut names: BTreeSet<String> = counts.learnt().collect();
            names.extend(asserting(&shared));
            (language, names)
        });
        Conventions {
            asserting: all.collect(),
        }
    }

    /// The call by which a test asserts, if it is one that this tree asserts by.
    pub(super) fn asserts_by<'c>(&self, path: &str, case: &'c Case) -> Option<&'c str> {
        let known = self.asserting.get(&family(Language::of_path(path)))?;
        let mut calls = case.statement_calls.iter();
        calls.find(|it| known.contains(*it)).map(String::as_str)
    }
}

/// One word for all languages whose files may use each other's names.
pub(super) fn family(language: Language) -> Language {
    match language {
        Language::TypeScript | Language::Tsx | Language::Vue => Language::TypeScript,
        Language::Rust | Language::Python | Language::Go | Language::Java | Language::Other => {
            language
        }
    }
}

/// In how many tests what was called last, where nothing asserted that is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Counts {
    tests: usize,
    last: BTreeMap<String, usize>,
}

impl Counts {
    fn of(suite: &Suite) -> Counts {
        let mut counts = Counts {
            tests: suite.cases.len(),
            last: BTreeMap::new(),
        };
        let silent = suite
            .cases
            .iter()
            .filter(|it| is_silent(it) && it.skipped.is_none());
        for last in silent.filter_map(|it| it.statement_calls.last()) {
            let count = counts.last.entry(last.clone()).or_default();
            *count = count.saturating_add(1);
        }
        counts
    }

    fn add(&mut self, other: Counts) {
        self.tests = self.tests.saturating_add(other.tests);
        for (name, more) in other.last {
            let count = self.last.entry(name).or_default();
            *count = count.saturating_add(more);
        }
    }

    fn learnt(&self) -> impl Iterator<Item = String> {
        let tells = |name: &str| TELLS.contains(&name.to_lowercase().as_str());
        let enough =
            |count: usize| count >= ALONE_MIN && count.saturating_mul(ALONE_OF_MAX) >= self.tests;
        let learnt = self
            .last
            .iter()
            .filter(move |(name, count)| enough(**count) && !tells(name));
        learnt.map(|(name, _)| name.clone())
    }
}

/// Names of functions that assert themselves or through others: all that bear the name do.
fn asserting(functions: &[SharedFunction]) -> BTreeSet<String> {
    let mut by_name: BTreeMap<&str, Vec<&SharedFunction>> = BTreeMap::new();
    for it in functions {
        by_name.entry(it.name.as_str()).or_default().push(it);
    }
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for _ in 0..ROUNDS {
        let asserts = |it: &&SharedFunction| {
            it.asserts
                || it
                    .calls
                    .iter()
                    .any(|name| *name != it.name && found.contains(name.as_str()))
        };
        let now: BTreeSet<&str> = by_name
            .iter()
            .filter(|(_, all)| all.iter().all(&asserts))
            .map(|(name, _)| *name)
            .collect();
        if now == found {
            break;
        }
        found = now;
    }
    found.into_iter().map(str::to_owned).collect()
}

/// Whether a test asserts nothing that is known, though it does something.
pub(super) fn is_silent(case: &Case) -> bool {
    let vacuity = case.vacuity.as_ref();
    case.assertions.is_empty() && vacuity.is_some_and(|it| it.reason == Reason::NoAssertion)
}
