//! Reads the tests of one file from its syntax, and puts each together from what its parts say.

use std::collections::{BTreeMap, BTreeSet};

use super::assertion::{self, Found};
use super::chain;
use super::context::Context;
use super::helpers;
use super::helpers_elsewhere::Foreign;
use super::macro_tests;
use super::mocks;
use super::origin::{Origins, Set};
use super::rows;
use super::suite::{Case, Hidden, Skip, Suite};
use super::tables::Tables;
use super::test_cases::{self, Raw};
use super::token::{Sort, Tokens};
use super::unrun_functions;
use super::vacuity;
use crate::facts::{Facts, Reading};
use crate::is_test_path;
use crate::language::Language;
use crate::read::Limits;
use crate::syntax::Tree;

/// Longest text that is read, in bytes.
const BYTES_MAX: usize = 1 << 20;

/// Longest text of one word, and most words of one test.
const WORD_MAX: usize = 60;
const WORDS_MAX: usize = 4_000;

/// Most statements of one test that are kept by their calls.
const STATEMENTS_MAX: usize = 400;

/// Most settings of variables of one test that are read.
const VARIABLES_MAX: usize = 1_000;

/// Reads the tests of a file. Without a grammar, or where it can't be read, there are none and it is damaged.
#[must_use]
pub fn suite(path: &str, source: &str, facts: &Facts) -> Suite {
    let language = Language::of_path(path);
    let readable = match language {
        Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Python
        | Language::Go
        | Language::Java => true,
        Language::Vue | Language::Other => false,
    };
    let damaged = Suite {
        damaged: true,
        ..Suite::default()
    };
    if !readable || source.len() > BYTES_MAX {
        return damaged;
    }
    let Ok(tree) = Tree::parse(language, source, &Limits::default()) else {
        return damaged;
    };
    let mut suite = read(path, language, &tree, facts);
    suite.damaged = tree.error_nodes > 0 || facts.reading > Reading::Parsed;
    suite
}

fn read(path: &str, language: Language, tree: &Tree<'_>, facts: &Facts) -> Suite {
    let tokens = Tokens::of(tree);
    let raw = test_cases::find(path, language, tree, &tokens);
    let made = match language {
        Language::Rust => macro_tests::find(tree),
        Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Python
        | Language::Go
        | Language::Java
        | Language::Other => Vec::new(),
    };
    // A file of tests may hold nothing but what other files of tests call to assert.
    let marked = language == Language::Rust && tree.source.contains("#[cfg(test)]");
    if raw.is_empty() && !marked && !is_test_path(path, language) {
        return Suite {
            made,
            ..Suite::default()
        };
    }
    let origins = Origins::of(tree, &tokens);
    let context = Context::of(tree, &tokens, &facts.regions);
    let reader = assertion::Reader {
        language,
        tokens: &tokens,
        origins: &origins,
        context: &context,
        foreign: &Foreign::of(language, path, tree, facts),
        helpers: BTreeMap::new(),
        methods: BTreeSet::new(),
    };
    let found = reader.with_helpers(tree).find();
    let mut suite = Suite {
        rest: match raw.is_empty() {
            true => 0,
            false => rest(&tokens, &raw),
        },
        helpers: helpers::find(tree, &raw, &found),
        unrun_functions: unrun_functions::find(path, language, tree, (&raw, &found)),
        made,
        ..Suite::default()
    };
    if !raw.is_empty() {
        let sheet = Sheet {
            language,
            tokens: &tokens,
            tables: Tables::of(tree),
            context: &context,
            sets: origins.in_order(),
            stood_in: &stood_in(language, &tokens),
        };
        fill(&mut suite, &sheet, &raw, found);
    }
    suite
}

/// Adds the cases, with what each asserts, and what is mocked for all of them.
fn fill<'t>(suite: &mut Suite, sheet: &Sheet<'_, 't>, raw: &[Raw<'t>], found: Vec<Found>) {
    let mut held: BTreeMap<usize, Vec<Found>> = BTreeMap::new();
    for it in found {
        if let Some(at) = test_cases::around(raw, it.byte) {
            held.entry(at).or_default().push(it);
        }
    }
    let all_mocks = mocks::find(sheet.tokens);
    for mock in &all_mocks {
        if test_cases::around(raw, mock.byte).is_none() {
            suite.mocks.extend(mock.names.iter().cloned());
        }
    }
    for (at, case) in raw.iter().enumerate() {
        let found = held.remove(&at).unwrap_or_default();
        if found.is_empty() && case.holds_cases {
            continue;
        }
        let mocks: Vec<&mocks::Mock> = all_mocks
            .iter()
            .filter(|it| test_cases::holds(case, it.byte))
            .collect();
        suite.cases.push(whole(sheet, case, found, &mocks));
    }
}

/// What is known of the whole file while its cases are put together.
struct Sheet<'s, 't> {
    language: Language,
    tokens: &'s Tokens<'t>,
    tables: Tables<'t>,
    context: &'s Context,
    /// Every place that sets a variable, in source order.
    sets: Vec<Set<'t>>,
    /// What replaced modules answer with, for all cases.
    stood_in: &'s [mocks::Mock],
}

/// What replaced modules answer with.
fn stood_in(language: Language, tokens: &Tokens<'_>) -> Vec<mocks::Mock> {
    match language {
        Language::TypeScript | Language::Tsx | Language::Vue => mocks::stood_in(tokens),
        Language::Rust | Language::Python | Language::Go | Language::Java | Language::Other => {
            Vec::new()
        }
    }
}

fn whole<'t>(
    sheet: &Sheet<'_, 't>,
    raw: &Raw<'t>,
    mut found: Vec<Found>,
    mocks: &[&mocks::Mock],
) -> Case {
    let (language, tokens) = (sheet.language, sheet.tokens);
    let run = tokens.of_node(raw.body);
    let chains = chain::chains(tokens, run);
    let mut calls = BTreeSet::new();
    for chain in &chains {
        calls.extend(
            chain
                .links
                .iter()
                .filter(|it| it.open.is_some())
                .map(|it| it.name.to_owned()),
        );
    }
    calls.remove("");
    let statements = chains.iter().filter(|it| it.is_statement());
    let statement_calls = statements.filter_map(|it| it.call().map(|it| it.name.to_owned()));
    let statement_calls = statement_calls.filter(|it| !it.is_empty());
    let statement_calls = statement_calls.take(STATEMENTS_MAX).collect();
    if let Some((line, expected)) = &raw.throws {
        found.push(assertion::by_mark(*line, expected.clone()));
    }
    let dead = sheet.context.is_dead(raw.body).then_some(Skip::Always);
    let skipped = raw.skipped.max(dead).map(|it| match it {
        // What it asserts stands behind a skip, in each of its parts.
        Skip::Sometimes if never_asserts(&found) => Skip::Always,
        Skip::Sometimes | Skip::MayFail | Skip::Always => it,
    });
    let places: Vec<usize> = found.iter().map(|it| it.byte).collect();
    let last = places.last().copied().unwrap_or_default();
    let replaced: Vec<&mocks::Mock> = mocks.iter().copied().chain(sheet.stood_in).collect();
    let vacuity = skipped
        .is_none()
        .then(|| vacuity::of(language, tokens, raw, &found, &chains, &replaced))
        .flatten();
    Case {
        name: raw.name.clone(),
        group: raw.group.clone(),
        span: raw.span,
        skipped,
        focused: raw.focused,
        reason: raw.reason.clone(),
        leaves: helpers::leaves(raw.body, last, &places),
        rows: rows::of(language, &sheet.tables, tokens, raw),
        assertions: found.into_iter().map(|it| it.assertion).collect(),
        calls,
        statement_calls,
        variables: variables(sheet, raw),
        words: words(tokens, raw),
        mocks: mocks
            .iter()
            .flat_map(|it| it.names.iter().cloned())
            .collect(),
        body: tokens.digest(run),
        vacuity,
    }
}

/// Whether a test asserts something, and never comes to do so.
fn never_asserts(found: &[Found]) -> bool {
    let never = |it: &Found| it.assertion.hidden == Some(Hidden::Unreachable);
    !found.is_empty() && found.iter().all(never)
}

/// What a test sets its variables to.
fn variables(sheet: &Sheet<'_, '_>, raw: &Raw<'_>) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    let bytes = raw.body.bytes();
    let from = sheet.sets.partition_point(|it| it.byte < bytes.start);
    let inside = sheet.sets.iter().skip(from);
    let inside = inside.take_while(|it| it.byte < bytes.end);
    for it in inside.take(VARIABLES_MAX) {
        let sum: &mut u64 = found.entry(it.name.to_owned()).or_default();
        *sum = sum.rotate_left(7) ^ sheet.tokens.digest(it.value);
    }
    found
}

/// Names and short texts of a test, its marks included.
fn words(tokens: &Tokens<'_>, raw: &Raw<'_>) -> BTreeSet<String> {
    let run = tokens.within(raw.span.bytes);
    let mut found = BTreeSet::new();
    for at in run.start..run.end {
        if found.len() >= WORDS_MAX {
            break;
        }
        match tokens.sort(at) {
            Some(Sort::Name) => found.insert(tokens.text(at).to_owned()),
            Some(Sort::Text) => {
                let text = tokens.text(at).trim_matches(['"', '\'', '`']);
                (3..WORD_MAX).contains(&text.len()) && found.insert(text.to_owned())
            }
            Some(Sort::Number | Sort::Value | Sort::Open | Sort::Close | Sort::Sign) | None => {
                false
            }
        };
    }
    found
}

/// A number for all tokens outside the tests.
fn rest(tokens: &Tokens<'_>, raw: &[Raw<'_>]) -> u64 {
    let mut sum: u64 = 0;
    let mut at = 0;
    for case in raw {
        let run = tokens.within(case.span.bytes);
        if run.start > at {
            let between = super::token::Run {
                start: at,
                end: run.start,
            };
            sum = sum.rotate_left(7) ^ tokens.digest(between);
        }
        at = at.max(run.end);
    }
    let last = super::token::Run {
        start: at,
        end: tokens.len(),
    };
    sum.rotate_left(7) ^ tokens.digest(last)
}
