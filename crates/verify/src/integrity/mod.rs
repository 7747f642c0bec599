//! Whether a change weakens the tests and checks that it is judged by: texts before and after in, findings out.
//!
//! Pure, and by no model. A finding that `failed` is one that no honest change makes; the rest is for a person to look at.
//! How the texts are come by, and what becomes of the findings, is not known here.

mod added_assertions;
mod assertion_strength;
mod assertions;
mod cases;
mod conventions;
mod gone;
mod helpers;
mod lost;
mod made;
mod matching;
mod moved_assertions;
mod new_tests;
pub(crate) mod places;
mod replaced;
mod settings;
mod skip_reason;
mod snapshots;
mod split;
mod tabled;
mod test_index;
mod unreferenced_tests;
mod weak_assertions;

use std::collections::{BTreeMap, BTreeSet};

use code::{Case, Skip, Span, Strength};
use ledger::scope::ScopeEntry;
use project::Project;
use test_index::Book;

pub(crate) use snapshots::is_snapshot;

use crate::rules::Rule;
use conventions::is_silent;
pub use conventions::{Conventions, Lesson, Telling};

/// One changed file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change<'a> {
    /// Where it stands; a file that moved is two changes.
    pub path: &'a str,
    /// Its text at the base revision; `None` where it did not exist.
    pub before: Option<&'a str>,
    /// Its text now; `None` where it is gone.
    pub after: Option<&'a str>,
}

/// Something that a check lost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The file.
    pub path: String,
    /// The test that it is about; empty where it is about none.
    pub name: String,
    /// The line (from 1) where something stands now.
    pub line: Option<u32>,
    /// What was found.
    pub message: String,
    /// No honest change looks like this. Otherwise a person has to look.
    pub failed: bool,
}

/// Most findings of one rule in one file.
const OF_ONE_RULE_MAX: usize = 20;

/// The files that a plan speaks of. Without any, it says nothing about which files change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Planned<'a> {
    /// Those that are to change or to come.
    pub files: BTreeSet<&'a str>,
    /// Folders and patterns in which any may change or come.
    pub wide: Vec<&'a ScopeEntry>,
    /// Those that are to go.
    pub deletes: BTreeSet<&'a str>,
    /// What the plan quotes of rows of tests that are to go.
    pub rows: Vec<String>,
    /// Names by which the plan calls what is to go, tests among them.
    pub going: BTreeSet<String>,
    /// Whether the plan says that tests are switched off.
    pub shelves: bool,
}

impl Planned<'_> {
    /// Whether a plan that names its files leaves this one out: then nothing in it was to be replaced.
    fn leaves_out(&self, path: &str) -> bool {
        let any = !(self.files.is_empty() && self.deletes.is_empty() && self.wide.is_empty());
        let named = self.files.contains(path) || self.deletes.contains(path);
        any && !named && !self.wide.iter().any(|it| it.covers(path))
    }
}

/// A change, read: its tests and sources before and after.
pub struct Reading<'a> {
    changes: &'a [Change<'a>],
    planned: Planned<'a>,
    book: Book<'a>,
}

impl std::fmt::Debug for Reading<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading").finish_non_exhaustive()
    }
}

impl<'a> Reading<'a> {
    /// Reads a change.
    #[must_use]
    pub fn of(changes: &'a [Change<'a>], planned: Planned<'a>) -> Reading<'a> {
        Reading::known(changes, planned, (None, None))
    }

    /// The same, where the trees before and now are at hand, so that what is known of their files is not read again.
    #[must_use]
    pub fn known(
        changes: &'a [Change<'a>],
        planned: Planned<'a>,
        trees: (Option<&Project>, Option<&Project>),
    ) -> Reading<'a> {
        let book = Book::of(changes, &planned, trees);
        Reading {
            changes,
            planned,
            book,
        }
    }

    /// Tests that assert nothing as far as the words of frameworks tell, each with its file.
    pub fn silent_tests(&self) -> impl Iterator<Item = (&'a str, &Case)> {
        let all = self.book.pages.iter();
        let all = all.flat_map(|page| page.after.cases.iter().map(|case| (page.path, case)));
        all.filter(|(_, case)| is_silent(case))
    }

    /// The tests of a change that hold something, by file: they assert firmly, or as the tree does, or they are switched off and
    /// hold nothing anyway.
    #[must_use]
    pub fn asserting_tests(&self, conventions: &Conventions) -> BTreeMap<String, Vec<Span>> {
        let mut found: BTreeMap<String, Vec<Span>> = BTreeMap::new();
        for page in &self.book.pages {
            let own = page.after.cases.iter().filter(|case| {
                let mut all = case.assertions.iter();
                let firm = all.any(|it| it.strength >= Strength::Partial && it.hidden.is_none());
                let by_tree = is_silent(case) && conventions.asserts_by(page.path, case).is_some();
                firm && case.vacuity.is_none() || by_tree || case.skipped == Some(Skip::Always)
            });
            let spans: Vec<Span> = own.map(|it| it.span).collect();
            if !spans.is_empty() {
                found.insert(page.path.to_owned(), spans);
            }
        }
        found
    }

    /// How many tests the change brought, or changed: their name, what they do, or what they are run for.
    pub(crate) fn written_tests(&self) -> u32 {
        let pages = self.book.pages.iter();
        let written = pages.map(|page| {
            let known = |case: &Case| (case.name.clone(), case.body, case.rows.clone());
            let mut before: Vec<_> = page.before.cases.iter().map(known).collect();
            let after = page.after.cases.iter().filter(|case| {
                let same = before.iter().position(|it| *it == known(case));
                same.map(|at| before.swap_remove(at)).is_none()
            });
            after.count()
        });
        u32::try_from(written.sum::<usize>()).unwrap_or(u32::MAX)
    }

    /// The changed files.
    #[must_use]
    pub fn changes(&self) -> &'a [Change<'a>] {
        self.changes
    }

    /// Everything by which the change weakens its own checks.
    #[must_use]
    pub fn weakened(&self, conventions: &Conventions) -> Vec<Finding> {
        let (changes, planned, book) = (self.changes, &self.planned, &self.book);
        let mut findings = Findings::default();
        cases::judge((book, conventions), planned, &mut findings);
        made::judge(changes, book, &planned.deletes, &mut findings);
        helpers::judge(book, &mut findings);
        unreferenced_tests::judge(changes, book, &mut findings);
        snapshots::judge(changes, book, &mut findings);
        settings::judge(changes, &mut findings);
        let mut found = findings.0;
        for it in found.iter_mut().filter(|it| it.name.is_empty()) {
            it.name = book.test_at(&it.path, it.line).unwrap_or_default();
        }
        found.sort_by(|a, b| {
            (!a.failed, &a.path, a.line, a.rule).cmp(&(!b.failed, &b.path, b.line, b.rule))
        });
        found.dedup();
        found
    }
}

/// Everything by which a change weakens its own checks, where nothing is known of the tree around it.
#[must_use]
pub fn weakened(changes: &[Change<'_>], planned: &Planned<'_>) -> Vec<Finding> {
    Reading::of(changes, planned.clone()).weakened(&Conventions::default())
}

/// Findings as they come.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn say(&mut self, rule: Rule, path: &str, line: Option<u32>, failed: bool, message: String) {
        self.say_of("", rule, path, line, failed, message);
    }

    /// The same of a test by its name, where it stands in no line any more.
    fn say_of(
        &mut self,
        name: &str,
        rule: Rule,
        path: &str,
        line: Option<u32>,
        failed: bool,
        message: String,
    ) {
        let same = self
            .0
            .iter()
            .rev()
            .take(200)
            .filter(|it| it.rule == rule && it.path == path);
        if same.count() < OF_ONE_RULE_MAX {
            self.0.push(Finding {
                rule,
                path: path.to_owned(),
                name: name.to_owned(),
                line,
                message,
                failed,
            });
        }
    }
}
