//! What the plan says of a change in so many words, and what the texts of the change say against it: a message that stands
//! nowhere, an exit status that nobody sets, a text that a mere move lost, a default that was to stay.

use std::collections::BTreeSet;

use code::project::Project;
use code::{Facts, Language, RegionKind};

use super::Ground;
use super::known::is_fresh;
use super::prose::{WRONG, begins, sentences};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 50;
/// Texts of one file that are looked at.
const TEXTS_MAX: usize = 5_000;
/// Words of the shortest text that is taken for a message.
const WORDS_MIN: usize = 4;
/// As many words in a row that stand somewhere are no coincidence.
const ROW: usize = 3;

/// What is unmet, each as a sentence.
pub(super) fn unmet(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base.filter(|_| !changes.is_empty()) else {
        return Vec::new();
    };
    let now = strings(ground.project, changes, |it| it.after);
    let then = strings(base, changes, |it| it.before);
    let mut found: Vec<String> = unsaid(ground, &now);
    found.extend(no_status(ground, changes));
    found.extend(lost(ground, &now, &then));
    found.extend(another_default(ground, base, changes));
    found.truncate(FOUND_MAX);
    found
}

/// The strings of the changed files on one side, tests aside, by their words.
fn strings<'c>(
    project: &Project,
    changes: &[Change<'c>],
    side: impl Fn(&Change<'c>) -> Option<&'c str>,
) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for change in changes {
        let (Some(text), Some(facts)) = (side(change), project.facts(change.path)) else {
            continue;
        };
        if code::project::is_test_path(change.path, facts.language) {
            continue;
        }
        let mut last: Option<(usize, Vec<String>)> = None;
        let regions = facts.regions.iter().take(TEXTS_MAX);
        for region in regions.filter(|it| it.kind == RegionKind::String) {
            let bytes = region.bytes;
            if facts.is_in(RegionKind::Test, bytes.start) {
                continue;
            }
            let words = words(text.get(bytes.start..bytes.end).unwrap_or_default());
            let between = last.as_ref().and_then(|it| text.get(it.0..bytes.start));
            // `"one " + "text"` is one text.
            let goes_on = between.is_some_and(|it| {
                let mut signs = it.chars().filter(|c| !c.is_whitespace());
                signs.all(|c| "\"'+\\`".contains(c))
            });
            match (&mut last, goes_on) {
                (Some((end, whole)), true) => {
                    whole.extend(words);
                    *end = bytes.end;
                }
                (_, _) => {
                    found.extend(last.take().map(|it| it.1));
                    last = Some((bytes.end, words));
                }
            }
        }
        found.extend(last.map(|it| it.1));
    }
    found
}

/// The words of a text, small; what an escape stands for is none.
fn words(text: &str) -> Vec<String> {
    let plain = text.replace("\\n", " ").replace("\\t", " ");
    let all = plain.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let all = all.filter(|it| !it.is_empty());
    all.map(str::to_lowercase).collect()
}

/// Whether some words in a row of a message stand in one of these texts in the same order.
fn stands(message: &[String], texts: &[Vec<String>]) -> bool {
    let rows: BTreeSet<&[String]> = message.windows(ROW).collect();
    let mut all = texts.iter().flat_map(|it| it.windows(ROW));
    all.any(|it| rows.contains(it))
}

/// Messages that the plan writes out for what goes wrong, and that no string of the change holds.
fn unsaid(ground: &Ground<'_>, now: &[Vec<String>]) -> Vec<String> {
    const KNOWN: [&str; 12] = [
        "already",
        "same",
        "before",
        "existing",
        "other",
        "today",
        "currently",
        "instead",
        "no longer",
        "never",
        "like",
        "not",
    ];
    let mut found = Vec::new();
    for text in sentences(ground) {
        for (head, quoted) in quotes(text) {
            let clause = head.rsplit([';', '\n']).next().unwrap_or(head);
            let clause = clause.rsplit(". ").next().unwrap_or(clause).to_lowercase();
            let wrong = WRONG.iter().any(|it| begins(&clause, it));
            let known = KNOWN.iter().any(|it| begins(&clause, it));
            let message = words(quoted);
            let plain = |c: char| c.is_alphanumeric() || " ,:-".contains(c);
            let written = message.len() >= WORDS_MIN && quoted.chars().all(plain);
            let with = clause.trim_end().ends_with("with");
            if wrong && with && written && !known && !stands(&message, now) {
                found.push(format!(
                    "the plan writes out what is said when it goes wrong (`{quoted}`), and no string of the change says it"
                ));
            }
        }
    }
    found
}

/// What a text says between backticks, each with what stands before it.
fn quotes(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut at = 0_usize;
    while let Some(rest) = text.get(at..) {
        let Some(open) = rest.find('`') else { break };
        let inner = at.saturating_add(open).saturating_add(1);
        let Some(close) = text.get(inner..).and_then(|it| it.find('`')) else {
            break;
        };
        let end = inner.saturating_add(close);
        let head = text.get(..inner.saturating_sub(1)).unwrap_or_default();
        found.push((head, text.get(inner..end).unwrap_or_default()));
        at = end.saturating_add(1);
    }
    found
}

/// A program of Rust that is to end with a status of its own, where nothing in the tree sets one.
fn no_status(ground: &Ground<'_>, changes: &[Change<'_>]) -> Option<String> {
    let texts = sentences(ground).iter();
    let mut asked = texts.filter(|text| {
        let lower = text.to_lowercase();
        [
            "status 1",
            "status 2",
            "exit code 1",
            "exit code 2",
            "exits with 1",
        ]
        .iter()
        .any(|it| begins(&lower, it))
    });
    asked.next()?;
    let rust = |facts: &&Facts| facts.language == Language::Rust;
    let mut mains = changes.iter().filter(|it| {
        let facts = ground.project.facts(it.path);
        facts.filter(rust).is_some_and(|it| it.starts.is_some())
    });
    let text = mains.next().and_then(|it| it.after)?;
    let bare: String = text.split_whitespace().collect();
    let answers = !bare.contains("fnmain(){") || bare.contains("fnmain()->");
    let ends = |facts: &Facts| {
        const ENDS: [&str; 5] = ["exit", "ExitCode", "abort", "Termination", "_exit"];
        ENDS.iter().any(|it| {
            let imported = || facts.imports.iter().flat_map(|it| &it.names);
            facts.references.contains_key(*it)
                || facts.members.contains_key(*it)
                || imported().any(|name| name.name == *it)
        })
    };
    let known = ground.project.all().any(|(_, it)| rust(&it) && ends(it));
    (!answers && !known).then(|| {
        "the plan speaks of the status that the program ends with, and nothing in it sets one: it ends with 0"
            .to_owned()
    })
}

/// Texts that stood in the changed code and stand in no string of it any more, where the plan says that nothing changes.
fn lost(ground: &Ground<'_>, now: &[Vec<String>], then: &[Vec<String>]) -> Vec<String> {
    const SAME: [&str; 7] = [
        "nothing that a user sees changes",
        "nothing that users see changes",
        "no behaviour changes",
        "no behavior changes",
        "no change of behaviour",
        "no change in behaviour",
        "behaviour does not change",
    ];
    let mut texts = sentences(ground).iter().map(|it| it.to_lowercase());
    if !texts.any(|it| SAME.iter().any(|same| it.contains(same))) {
        return Vec::new();
    }
    let gone = then
        .iter()
        .filter(|it| it.len() >= WORDS_MIN && !stands(it, now));
    let told = gone.map(|it| {
        let text: Vec<&str> = it.iter().take(8).map(String::as_str).collect();
        format!(
            "the plan says that nothing changes but where things stand, and a text is gone: \"{}\"",
            text.join(" ")
        )
    });
    told.take(1).collect()
}

/// A value that stood outside of functions and begins with something new, where the plan says that the default stays.
fn another_default(ground: &Ground<'_>, base: &Project, changes: &[Change<'_>]) -> Option<String> {
    let mut texts = sentences(ground).iter().map(|it| it.to_lowercase());
    let stays = texts.any(|text| {
        let mut clauses = text.split(". ").flat_map(|it| it.split([';', '\n']));
        clauses.any(|it| {
            let kept = ["as before", "stays", "unchanged", "remains"];
            begins(it, "default") && kept.iter().any(|word| it.contains(word))
        })
    });
    if !stays {
        return None;
    }
    changes.iter().find_map(|change| {
        let (before, after) = (change.before?, change.after?);
        let (old, new) = (base.facts(change.path)?, ground.project.facts(change.path)?);
        let was = beginnings(before, old);
        let now = beginnings(after, new);
        now.iter().find_map(|(name, value)| {
            let known = was.iter().find(|it| it.0 == *name && it.1 != *value)?;
            let mut words = value.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let fresh = words.any(|it| it.len() > 3 && is_fresh(ground.project, base, it));
            fresh.then(|| {
                format!(
                    "the plan says that the default stays, and `{name}` begins with `{value}` now, not with `{}`",
                    known.1
                )
            })
        })
    })
}

/// Lines outside of functions that set something, as what is set and what it is set to.
fn beginnings<'t>(text: &'t str, facts: &Facts) -> Vec<(&'t str, &'t str)> {
    let functions: Vec<(u32, u32)> = facts
        .definitions
        .iter()
        .filter(|it| it.kind.is_function())
        .map(|it| (it.span.line, it.span.end_line))
        .collect();
    let lines = (1_u32..).zip(text.lines()).take(TEXTS_MAX);
    let outside = lines.filter(|(at, line)| {
        line.contains(" = ") && !functions.iter().any(|(from, to)| from <= at && at <= to)
    });
    let parts = outside.filter_map(|(_, line)| line.trim().split_once(" = "));
    parts
        .map(|(name, value)| (name, value.trim_end_matches([';', ','])))
        .collect()
}
