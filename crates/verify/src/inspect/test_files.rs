//! Which files tell how a tree tests: tests of before that stand near those of a change, and the helpers that these call. It reads
//! none of them.

use std::collections::{BTreeMap, BTreeSet};

use code::is_test_path;

use code::{Definition, DefinitionKind, Facts, Language, Use};
use project::{Project, Reach};

use super::InspectionContext;
use super::known::last;
use crate::integrity::Reading;

/// Files of tests of before that are read.
const TESTS_MAX: usize = 40;
/// Files with helpers that are read, and how far helpers are followed into what they call.
const SHARED_MAX: usize = 30;
const STEPS_MAX: usize = 4;
/// Names that are looked for, and definitions of one name among which it is still known which is meant.
const NAMES_MAX: usize = 2_000;
const SAME_NAME_MAX: usize = 12;

/// Texts that are wanted before tests that seem to assert nothing are judged; mostly none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WantedTexts {
    /// Files with tests, as they stood before the change.
    pub before: BTreeSet<String>,
    /// Files with functions that tests share, as they stand now, with the functions that are meant.
    pub now: BTreeMap<String, BTreeSet<String>>,
}

/// What has to be read before it is known whether the tests of a change assert.
#[must_use]
pub fn wanted_texts(context: &InspectionContext<'_>, reading: &Reading<'_>) -> WantedTexts {
    let mut wanted = WantedTexts::default();
    let mut silent: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, case) in reading.silent_tests() {
        let calls = case.statement_calls.iter().map(String::as_str);
        silent.entry(path).or_default().extend(calls);
    }
    let mut languages: BTreeMap<Language, (Vec<&str>, BTreeSet<&str>)> = BTreeMap::new();
    for (path, calls) in silent {
        let language = Language::of_path(path);
        let known = languages.keys().find(|it| it.is_akin(language)).copied();
        let (paths, names) = languages.entry(known.unwrap_or(language)).or_default();
        paths.push(path);
        names.extend(calls);
    }
    for (language, (paths, names)) in languages {
        wanted.before.extend(tests_near(context, language, &paths));
        shared(context.project, language, names, &mut wanted.now);
    }
    wanted
}

/// Files of tests of before, those that stand nearest first.
fn tests_near(context: &InspectionContext<'_>, language: Language, paths: &[&str]) -> Vec<String> {
    let near = |path: &str| {
        let common = |other: &&str| {
            let both = path.split('/').zip(other.split('/'));
            both.take_while(|(a, b)| a == b).count()
        };
        paths.iter().map(common).max().unwrap_or(0)
    };
    let all = context.base.into_iter().flat_map(Project::all);
    let tests = all.filter(|(path, facts)| {
        let holds =
            is_test_path(path, facts.language) || facts.definitions.iter().any(|it| it.test);
        facts.language.is_akin(language) && holds
    });
    let mut tests: Vec<&str> = tests.map(|(path, _)| path).collect();
    tests.sort_by_key(|path| (std::cmp::Reverse(near(path)), *path));
    let tests = tests.into_iter().take(TESTS_MAX);
    tests.map(str::to_owned).collect()
}

/// Files that define what tests call, and what that calls in turn, as far as it is there for tests alone.
fn shared<'p>(
    project: &'p Project,
    language: Language,
    names: BTreeSet<&'p str>,
    found: &mut BTreeMap<String, BTreeSet<String>>,
) {
    let mut by_name: BTreeMap<&str, Vec<(&str, &Facts, &Definition)>> = BTreeMap::new();
    let files = project
        .all()
        .filter(|(_, it)| it.language.is_akin(language));
    for (path, facts) in files {
        let functions = facts
            .definitions
            .iter()
            .filter(|it| it.kind.is_function() || it.kind == DefinitionKind::Macro);
        for it in functions {
            by_name.entry(last(it)).or_default().push((path, facts, it));
        }
    }
    let mut for_tests: BTreeMap<&str, bool> = BTreeMap::new();
    let (mut next, mut seen) = (names, BTreeSet::new());
    for _ in 0..STEPS_MAX {
        let mut called = BTreeSet::new();
        for name in next.iter().filter(|it| seen.insert(**it)).take(NAMES_MAX) {
            let all = by_name.get(name).map_or(&[][..], Vec::as_slice);
            let own: Vec<_> = all
                .iter()
                .filter(|(path, facts, it)| {
                    it.test
                        || *for_tests
                            .entry(*path)
                            .or_insert_with(|| is_for_tests(project, path, facts))
                })
                .collect();
            if own.len() > SAME_NAME_MAX {
                continue;
            }
            for (path, facts, it) in own {
                if !found.contains_key(*path) && found.len() >= SHARED_MAX {
                    continue;
                }
                let names = found.entry((*path).to_owned()).or_default();
                names.insert((*name).to_owned());
                called.extend(called_in(facts, it));
            }
        }
        next = called;
    }
}

/// Names that a definition uses.
fn called_in<'f>(facts: &'f Facts, definition: &Definition) -> impl Iterator<Item = &'f str> {
    let lines = definition.span.line..=definition.span.end_line;
    let inside = move |uses: &[Use]| uses.iter().any(|it| lines.contains(&it.line));
    let all = facts.references.iter().chain(&facts.members);
    all.filter(move |(_, uses)| inside(uses))
        .map(|(name, _)| name.as_str())
}

/// Whether a file is there for tests alone: it is one of them, a folder on its way says so, or they alone reach it.
fn is_for_tests(project: &Project, path: &str, facts: &Facts) -> bool {
    let folders = path.rsplit_once('/').map_or("", |it| it.0);
    let mut words = folders.split(|c: char| !c.is_alphanumeric());
    let says = |word: &str| {
        let word = word.to_lowercase();
        ["test", "tests", "testing"].contains(&word.as_str())
            || word.starts_with("testutil")
            || word.starts_with("testsupport")
    };
    is_test_path(path, facts.language)
        || words.any(says)
        || project.wiring(path).reach == Reach::Tests
}
