//! Options of a command that the plan lists and of which not all were made: of `-c/--compact, -r/--raw and
//! -e/--exit-status`, the last. Only a list counts of which the change wrote another one, as it is written there.

use std::collections::BTreeSet;

use code::Language;
use code::is_test_path;

use crate::inspect::InspectionContext;
use crate::inspect::prose::{joins, sentences, speaks_otherwise, split, without_asides, words};
use crate::integrity::Change;

/// Options that are kept.
const FLAGS_MAX: usize = 50;
/// Letters of the shortest option that is looked for, with its signs.
const FLAG_MIN: usize = 5;

/// Words of a clause that asks for something new.
const ASKS: [&str; 16] = [
    "add",
    "adds",
    "give",
    "gives",
    "new",
    "need",
    "needs",
    "get",
    "gets",
    "takes",
    "accepts",
    "introduce",
    "implement",
    "learns",
    "support",
    "grows",
];

/// Options that are asked for beside one that was written, and that no code of the change holds.
pub(in crate::inspect) fn unwritten(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    if context.base.is_none() {
        return Vec::new();
    }
    let code = |it: &&Change<'_>| {
        let language = Language::of_path(it.path);
        language.has_syntax() && !is_test_path(it.path, language)
    };
    let code: Vec<&Change<'_>> = changes.iter().filter(code).collect();
    let now = |flag: &str| {
        code.iter()
            .any(|it| it.after.is_some_and(|it| holds(it, flag)))
    };
    let then = |flag: &str| {
        changes
            .iter()
            .any(|it| it.before.is_some_and(|it| holds(it, flag)))
    };
    let mut found = BTreeSet::new();
    for text in sentences(context) {
        let bare = without_asides(text);
        for list in split(&bare).filter(|it| asks(it)).flat_map(lists) {
            let fresh = list.iter().any(|it| now(it) && !then(it));
            let missing = list.iter().filter(|it| !now(it) && !then(it));
            found.extend(missing.filter(|_| fresh).map(|it| (*it).to_owned()));
        }
    }
    found.into_iter().take(FLAGS_MAX).collect()
}

/// Whether a clause asks for something new, and not for something to be left.
fn asks(clause: &str) -> bool {
    let lower = clause.to_lowercase();
    let mut all = lower.split(|c: char| !c.is_alphanumeric() && c != '-');
    all.any(|it| ASKS.contains(&it)) && !speaks_otherwise(clause)
}

/// Whether an option stands in a text as it is written, and is not the beginning of a longer one.
fn holds(text: &str, flag: &str) -> bool {
    text.match_indices(flag).any(|(at, _)| {
        let after = text
            .get(at.saturating_add(flag.len())..)
            .unwrap_or_default();
        !after.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
    })
}

/// Lists of two or more long options: `--a, --b and --c`, `-a/--all or -o/--output FILE`.
fn lists(clause: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    let mut list: Vec<&str> = Vec::new();
    let mut between = String::new();
    for (word, name) in words(clause) {
        let flag = word.split('/').find(|it| {
            let own = it.trim_start_matches('-');
            let plain = own.chars().all(|c| c.is_alphanumeric() || c == '-');
            it.starts_with("--") && plain && it.len() >= FLAG_MIN
        });
        // What an option takes: `FILE`.
        let value = word.len() > 1 && word.chars().all(|c| c.is_uppercase() || c == '_');
        match flag.filter(|_| name) {
            Some(flag) => {
                if !joins(&between) {
                    found.push(std::mem::take(&mut list));
                }
                list.push(flag);
                between.clear();
            }
            None if name && value => {}
            None => between.push_str(word),
        }
    }
    found.push(list);
    found.retain(|it| it.len() > 1);
    found
}
