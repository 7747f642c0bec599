//! What the plan counts or lists by its words, and the change has fewer of: "three tests", "one of "a", "b" and "c"".

use std::collections::BTreeSet;

use code::project::is_test_path;
use code::{Language, Limits, RegionKind};

use crate::inspect::Ground;
use crate::inspect::prose::sentences;
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Characters of the longest text of a list.
const TEXT_MAX: usize = 60;
/// Characters between two texts of one list.
const BETWEEN_MAX: usize = 12;

/// What there are fewer of, each as a sentence.
pub(in crate::inspect) fn fewer(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    if ground.base.is_none() || changes.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<String> = tests(ground, changes).into_iter().collect();
    found.extend(listed(ground, changes));
    found.truncate(FOUND_MAX);
    found
}

/// Tests that the plan counts. Rows and assertions count too: three tests may be three lines of one.
fn tests(ground: &Ground<'_>, changes: &[Change<'_>]) -> Option<String> {
    let wanted = sentences(ground).iter().copied().find_map(count)?;
    let brought = changes.iter().map(brought);
    let brought = brought.fold(0_usize, usize::saturating_add);
    (brought < wanted).then(|| {
        format!("the plan wants {wanted} tests, and the change brings {brought}, rows and assertions counted")
    })
}

/// How many tests a text asks for.
fn count(text: &str) -> Option<usize> {
    const NUMBERS: [&str; 9] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    const OTHERWISE: [&str; 22] = [
        "existing",
        "still",
        "already",
        "pass",
        "keep",
        "move",
        "merge",
        "remove",
        "delete",
        "fail",
        "the two",
        "the three",
        "the four",
        "these",
        "those",
        "both",
        "fold",
        "join",
        "of the",
        "turn",
        "out of",
        "into",
    ];
    let lower = text.to_lowercase();
    let clauses = lower.split([';', '\n']).flat_map(|it| it.split(". "));
    clauses
        .filter(|it| !OTHERWISE.iter().any(|word| it.contains(word)))
        .find_map(|clause| {
            let words: Vec<&str> = clause
                .split(|c: char| !c.is_alphanumeric())
                .filter(|it| !it.is_empty())
                .collect();
            words.windows(2).find_map(|pair| match pair {
                [number, "tests"] => {
                    let at = NUMBERS.iter().position(|it| it == number)?;
                    Some(at.saturating_add(2))
                }
                _ => None,
            })
        })
}

/// How many tests of one file are new or others than they were, by what they hold.
fn brought(change: &Change<'_>) -> usize {
    let language = Language::of_path(change.path);
    let Some(after) = change.after else { return 0 };
    if !language.has_syntax() {
        // What is read by no grammar may hold any number of them.
        let test = change.path.to_lowercase().contains("test");
        return if test { usize::MAX } else { 0 };
    }
    let suite = |text: &str| {
        let facts = code::facts(language, text, &Limits::default());
        code::suite(change.path, text, &facts)
    };
    let (before, now) = (suite(change.before.unwrap_or_default()), suite(after));
    let known: BTreeSet<(&str, u64)> = before.cases.iter().map(|it| (&*it.name, it.body)).collect();
    let fresh = now
        .cases
        .iter()
        .filter(|it| !known.contains(&(&*it.name, it.body)));
    // Beside tests that hold something, one that can't fail is none; where none does, to run may be what they ask.
    let holds = fresh.clone().any(|it| !it.assertions.is_empty());
    let held = fresh.map(|it| {
        let rows = it.rows.as_ref().map_or(0, |rows| match rows.more {
            true => usize::MAX,
            false => rows.texts.len().max(rows.times),
        });
        let some = usize::from(it.vacuity.is_none() || !holds);
        it.assertions.len().max(rows).max(some)
    });
    let counted = held.fold(0_usize, usize::saturating_add);
    let around = is_test_path(change.path, language) && before.rest != now.rest;
    // What stands around the tests may hold more of them: tables, helpers.
    match around && counted == 0 {
        true => usize::MAX,
        false => counted,
    }
}

/// Texts that the plan lists as all that something may be, of which the change has one and not another.
fn listed(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    for list in sentences(ground).iter().copied().filter_map(list) {
        let holds = |it: &&&str| changes.iter().any(|change| says(change, it));
        let (there, missing): (Vec<&str>, Vec<&str>) =
            list.iter().copied().partition(|it| holds(&it));
        if there.is_empty() {
            continue;
        }
        found.extend(missing.into_iter().map(|it| {
            format!("the plan lists `{it}` among what something is one of, and no string of the code that changed says it")
        }));
    }
    found
}

/// The texts in quotes behind "one of".
fn list(text: &str) -> Option<Vec<&str>> {
    let (_, mut rest) = text
        .split_once("one of ")
        .filter(|(_, it)| it.starts_with(['"', '`', '\'']))?;
    let sign = rest.chars().next()?;
    let mut texts = Vec::new();
    while let Some(inner) = rest.strip_prefix(sign) {
        let (quoted, after) = inner.split_once(sign)?;
        if quoted.is_empty() || quoted.chars().count() > TEXT_MAX {
            return None;
        }
        texts.push(quoted);
        let next = after.find(sign).filter(|it| *it <= BETWEEN_MAX);
        let joined = next
            .and_then(|it| after.get(..it))
            .is_some_and(|it| matches!(it.trim(), "," | "and" | "or" | ", and" | ", or"));
        rest = match next.filter(|_| joined) {
            Some(at) => after.get(at..)?,
            None => break,
        };
    }
    (texts.len() > 1).then_some(texts)
}

/// Whether a string of code outside of tests holds a text.
fn says(change: &Change<'_>, text: &str) -> bool {
    let language = Language::of_path(change.path);
    let Some(after) = change.after else {
        return false;
    };
    if is_test_path(change.path, language) {
        return false;
    }
    if !language.has_syntax() {
        return false;
    }
    let facts = code::facts(language, after, &Limits::default());
    let mut strings = facts.regions.iter().filter(|it| {
        it.kind == RegionKind::String && !facts.is_in(RegionKind::Test, it.bytes.start)
    });
    strings.any(|it| {
        after
            .get(it.bytes.start..it.bytes.end)
            .is_some_and(|it| it.contains(text))
    })
}
