//! Words that the plan lists in quotes or in capitals, as things that code is to hold: `"enum", "await" and "static"`, `GET,
//! PUT and PATCH`. Where new code holds most of them as texts, those that it does not hold were forgotten.

use std::collections::BTreeSet;

use code::is_test_path;
use code::{Keep, Language, Limits};

use crate::inspect::InspectionContext;
use crate::inspect::prose::{sentences, split};
use crate::integrity::Change;

/// Words of the shortest list that is looked at.
const LIST_MIN: usize = 4;
/// As many of them are known at least.
const KNOWN_MIN: usize = 3;
/// Findings that are kept.
const FOUND_MAX: usize = 50;
/// Words of a clause that says of some that they are none of it.
const OTHERWISE: [&str; 10] = [
    " not ",
    " no ",
    "n't ",
    " except",
    " but ",
    " without",
    " other than",
    " never",
    "remove",
    " drop",
];

/// Words of such lists that no new code holds.
pub(in crate::inspect) fn forgotten(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let clauses = sentences(context).iter().copied().flat_map(split);
    let clauses = clauses.filter(|it| {
        let lower = format!(" {} ", it.to_lowercase());
        !OTHERWISE.iter().any(|word| lower.contains(word))
    });
    let lists: Vec<Vec<&str>> = clauses.flat_map(lists).collect();
    if lists.is_empty() {
        return Vec::new();
    }
    let added = added(changes);
    let all: String = added.join("\n").to_lowercase();
    let texts: BTreeSet<&str> = added
        .iter()
        .flat_map(|it| it.split(['"', '\'', '`']).skip(1).step_by(2))
        .collect();
    let mut found = BTreeSet::new();
    for list in lists {
        let known = list.iter().filter(|it| texts.contains(**it)).count();
        let missing = list.iter().filter(|it| !all.contains(&it.to_lowercase()));
        let missing: Vec<&&str> = missing.collect();
        if known >= KNOWN_MIN && known > missing.len() {
            found.extend(missing.into_iter().map(|it| (**it).to_owned()));
        }
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// The lines of code that a change adds to sources, without comments.
fn added(changes: &[Change<'_>]) -> Vec<String> {
    const KEEP: Keep = Keep {
        strings: true,
        dead: false,
        tests: false,
    };
    let mut found = Vec::new();
    for change in changes {
        let language = Language::of_path(change.path);
        let Some(after) = change.after.filter(|_| language.has_syntax()) else {
            continue;
        };
        if is_test_path(change.path, language) {
            continue;
        }
        let code = code::facts(language, after, &Limits::default()).code_only(after, KEEP);
        let old: BTreeSet<&str> = change.before.unwrap_or_default().lines().collect();
        // What is masked is no longer the line that it was.
        let lines = code.lines().zip(after.lines());
        let fresh = lines.filter(|(_, line)| !old.contains(line));
        found.extend(fresh.map(|(code, _)| code.to_owned()));
    }
    found
}

/// The lists of a clause, each of one manner: all in quotes, or all in capitals.
fn lists(clause: &str) -> Vec<Vec<&str>> {
    let mut all: Vec<Vec<&str>> = vec![Vec::new()];
    for word in clause.split_whitespace() {
        let bare = word.trim_end_matches([',', '.', ':', ')']);
        let fits = is_quoted(bare) || is_capital(bare);
        match all.last_mut() {
            Some(list) if fits => list.push(bare),
            Some(list) if matches!(word, "and" | "or") && !list.is_empty() => continue,
            Some(_) | None => {}
        }
        if !fits || word.ends_with(['.', ':', ')']) {
            all.push(Vec::new());
        }
    }
    all.retain(|list| {
        let quoted = list.iter().filter(|it| is_quoted(it)).count();
        list.len() >= LIST_MIN && (quoted == 0 || quoted == list.len())
    });
    for word in all.iter_mut().flatten() {
        *word = word.trim_matches(['"', '\'', '`']);
    }
    all
}

fn is_quoted(word: &str) -> bool {
    let inner = ['"', '\'', '`'].iter().find_map(|sign| {
        let inner = word.strip_prefix(*sign)?;
        inner.strip_suffix(*sign)
    });
    inner.is_some_and(|it| {
        it.len() > 2
            && it
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    })
}

fn is_capital(word: &str) -> bool {
    word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}
