//! Tests that a macro of the file makes, which it calls for each of them (Rust): those that went into one, and those that one
//! made and that nothing stands for any more.

use std::collections::BTreeSet;

use code::{Case, Language, Limits, MacroTest, Suite};

use super::test_index::Book;
use super::{Change, Findings, gone};
use crate::rules::TEST_REMOVED;

/// Letters of the longest text of a test that is kept, and so can be found again.
const TEXT_MAX: usize = 60;

/// Whether a macro of the file makes a test of such a name now, which says most of what the old one said and asserts as
/// often.
pub(super) fn stands_for(case: &Case, made: &[MacroTest]) -> bool {
    let old: BTreeSet<&String> = case.words.union(&case.calls).collect();
    let stands = |new: &MacroTest| {
        let kept = old.iter().filter(|it| new.words.contains(**it)).count();
        let asserts = |it: &&&String| it.starts_with("assert");
        let all = old.iter().filter(asserts).all(|it| new.words.contains(*it));
        // What is asked about has to stand there as it did.
        let firm = case.assertions.iter().all(|it| {
            let subject: String = it.subject.split_whitespace().collect();
            new.text.contains(&subject)
        });
        firm && (new.name.contains(&case.name) || case.name.contains(&new.name))
            && new.asserts >= case.assertions.len()
            && all
            && kept.saturating_mul(10) >= old.len().saturating_mul(6)
    };
    made.iter().any(stands)
}

/// Says which tests that a macro made are gone, where fewer are made and what they said stands in no test.
pub(super) fn judge(
    changes: &[Change<'_>],
    book: &Book<'_>,
    planned: &BTreeSet<&str>,
    findings: &mut Findings,
) {
    let rust = |it: &&Change<'_>| Language::of_path(it.path) == Language::Rust;
    let makes = |it: &Change<'_>| it.before.is_some_and(|text| text.contains("macro_rules!"));
    if !changes.iter().filter(rust).any(makes) {
        return;
    }
    let read = |path: &str, text: Option<&str>| -> Suite {
        let text = text.unwrap_or_default();
        let facts = code::facts(Language::Rust, text, &Limits::default());
        code::suite(path, text, &facts)
    };
    let pages: Vec<(&Change<'_>, Suite, Suite)> = changes
        .iter()
        .filter(rust)
        .map(|it| (it, read(it.path, it.before), read(it.path, it.after)))
        .collect();
    let count = |side: fn(&(&Change<'_>, Suite, Suite)) -> usize| -> usize {
        pages.iter().map(side).fold(0, usize::saturating_add)
    };
    if count(|it| it.2.made.len()) >= count(|it| it.1.made.len()) {
        return;
    }
    let (mut names, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for (_, _, now) in &pages {
        names.extend(now.cases.iter().map(|it| it.name.as_str()));
        names.extend(now.made.iter().map(|it| it.name.as_str()));
        texts.extend(now.cases.iter().flat_map(said));
        texts.extend(now.made.iter().flat_map(|it| quoted(&it.words)));
    }
    for (change, before, now) in &pages {
        if change.after.is_none() || now.damaged && !before.damaged {
            continue;
        }
        for old in before
            .made
            .iter()
            .filter(|it| !names.contains(it.name.as_str()))
        {
            let own: Vec<&str> = quoted(&old.words)
                .filter(|it| it.len() < TEXT_MAX)
                .collect();
            let stands = !own.is_empty() && own.iter().all(|it| texts.contains(it));
            // Its own name and what it says went with it.
            let telling = |it: &&String| {
                **it != old.name && !it.starts_with('"') && (it.contains('_') || it.len() > 7)
            };
            let mut words = old.words.iter().filter(telling);
            if stands || words.any(|it| gone::is_gone(book, it)) {
                continue;
            }
            let sure = !own.is_empty() && !planned.contains(change.path);
            let text = format!(
                "the test `{}` is gone, and what it is about is not",
                old.name
            );
            findings.say_of(&old.name, TEST_REMOVED, change.path, None, sure, text);
        }
    }
}

/// Texts among the words of a call.
fn quoted(words: &BTreeSet<String>) -> impl Iterator<Item = &str> {
    let texts = words.iter().filter(|it| it.starts_with('"'));
    texts.map(|it| it.trim_matches('"'))
}

/// Texts in a test and in its table.
fn said(case: &Case) -> impl Iterator<Item = &str> {
    let rows = case.rows.iter().flat_map(|it| &it.texts);
    let rows = rows.flat_map(|it| it.split('"'));
    case.words.iter().map(String::as_str).chain(rows)
}
