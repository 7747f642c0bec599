//! Words that the plan lists, of which the change knows some and not all: of "csv, json or xml", two. Only where the others
//! are written as texts in what the change adds, or are functions that it brings, and this one stands nowhere in it.

use std::collections::BTreeSet;

use crate::inspect::InspectionContext;
use crate::inspect::known::defines;
use crate::inspect::names::planned_calls;
use crate::inspect::prose::{sentences, without_asides, words};
use crate::integrity::Change;

/// Words of the shortest list that is looked at.
const LIST_MIN: usize = 3;
/// Words of a list that have to be texts of the change where it lacks several others.
const KNOWN_MIN: usize = 3;
/// Findings that are kept.
const FOUND_MAX: usize = 50;
/// Words of prose that stand in lists of prose.
const PROSE: [&str; 13] = [
    "the", "a", "an", "it", "its", "one", "none", "all", "others", "other", "more", "so", "own",
];

/// Words of such lists that the change holds nowhere.
pub(in crate::inspect) fn unlisted(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let texts: Vec<String> = sentences(context)
        .iter()
        .map(|it| without_asides(it))
        .collect();
    let lists = texts.iter().flat_map(|text| choices(text));
    let mut lists: Vec<Vec<&str>> = lists.filter(|it| it.len() >= LIST_MIN).collect();
    lists.sort_unstable();
    lists.dedup();
    if lists.is_empty() {
        return Vec::new();
    }
    let added = Added::of(changes);
    let brought = planned_calls::brought(context, &lists.iter().flatten().copied().collect());
    let mut found = BTreeSet::new();
    let stood = |name: &str| {
        let mut files = changes
            .iter()
            .filter_map(|it| context.project.facts(it.path));
        files.any(|facts| defines(facts, name))
    };
    for list in lists {
        let known = |it: &&&str| added.texts.contains(**it) || brought.contains(*it);
        let known = list.iter().filter(known).count();
        let missing = list.iter().filter(|it| !added.words.contains(**it));
        let missing: Vec<&&str> = missing.collect();
        // What begins a list of functions may end what is said before it: "of their own, append and prepend".
        let functions = list.iter().any(|it| brought.contains(it));
        let begins = |it: &&str| functions && list.first() == Some(it);
        // Most of them have to be known for the list to be one of texts.
        if let [only] = missing.as_slice()
            && known > 1
            && !begins(only)
            && !stood(only)
        {
            found.insert((**only).to_owned());
        }
        // A table that holds some of a long list and none of the others was left half done.
        let nowhere = |it: &&str| !stood(it) && !stands_in_quotes(it, changes);
        let lost: Vec<&&&str> = missing.iter().filter(|it| nowhere(it)).collect();
        if lost.len() > 1 && known >= KNOWN_MIN && !functions {
            found.extend(lost.iter().map(|it| (***it).to_owned()));
        }
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// What a plan says is registered in the manifest as a program, where the manifest names none.
pub(in crate::inspect) fn unregistered(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Option<String> {
    const SIGNS: [&str; 5] = [
        "bin of the package",
        "as bin",
        "as a bin",
        "bin entry",
        "\"bin\"",
    ];
    let asked = sentences(context)
        .iter()
        .copied()
        .any(|text| SIGNS.iter().any(|it| text.contains(it)));
    let manifest =
        |it: &&Change<'_>| it.path == "package.json" || it.path.ends_with("/package.json");
    let mut manifests = changes
        .iter()
        .filter(manifest)
        .filter_map(|it| it.after)
        .peekable();
    let without = manifests.peek().is_some() && manifests.all(|it| !it.contains("\"bin\""));
    (asked && without).then(|| "bin".to_owned())
}

/// Whether a word stands as a text of its own in a file that changed.
fn stands_in_quotes(word: &str, changes: &[Change<'_>]) -> bool {
    let quoted = ['"', '\'', '`'].map(|it| format!("{it}{word}{it}"));
    let mut files = changes.iter().filter_map(|it| it.after);
    files.any(|text| quoted.iter().any(|it| text.contains(it)))
}

/// The lists of a text: `a, b or c`, `a, b and c`, and none that is joined in another way.
fn choices(text: &str) -> Vec<Vec<&str>> {
    let mut lists = Vec::new();
    let mut list: Vec<&str> = Vec::new();
    let mut between = String::new();
    for (word, name) in words(text) {
        if !(name && is_plain(word)) {
            between.push_str(word);
            continue;
        }
        let joint: String = between.chars().filter(|c| !"`\"'".contains(*c)).collect();
        match joint.split_whitespace().collect::<Vec<_>>().as_slice() {
            [","] => list.push(word),
            ["or" | "and"] | [",", "or" | "and"] => {
                list.push(word);
                lists.push(std::mem::take(&mut list));
            }
            _ => list = vec![word],
        }
        between.clear();
    }
    lists
}

/// Whether a word may be one of several that are given: small letters, digits and dashes.
fn is_plain(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    word.len() > 1
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(plain)
        && !PROSE.contains(&word)
        && !matches!(word, "and" | "or")
}

/// What a change adds.
struct Added {
    /// Every word, in small letters.
    words: BTreeSet<String>,
    /// What stands in quotes as a whole.
    texts: BTreeSet<String>,
}

impl Added {
    fn of(changes: &[Change<'_>]) -> Self {
        let mut added = Self {
            words: BTreeSet::new(),
            texts: BTreeSet::new(),
        };
        for change in changes {
            let old: BTreeSet<&str> = change.before.unwrap_or_default().lines().collect();
            let lines = change.after.unwrap_or_default().lines();
            for line in lines.filter(|it| !old.contains(it)) {
                added.line(line);
            }
        }
        added
    }

    fn line(&mut self, line: &str) {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        for word in line.split(|c: char| !part(c)).filter(|it| !it.is_empty()) {
            let lower = word.to_lowercase();
            self.words
                .extend(lower.split(['-', '_']).map(str::to_owned));
            self.words.insert(lower);
        }
        let quoted = line.split(['"', '\'', '`']);
        let plain = quoted.filter(|it| is_plain(it));
        self.texts.extend(plain.map(str::to_owned));
    }
}
