//! Whether a command that fails says something of a change. What fails in the same way without it does not.

use std::collections::BTreeSet;

use ledger::evidence::{Evidence, Failure};

use crate::build::does_not_build;
use crate::normalize_output::steady;
use crate::runner;

/// Names that are kept of one output.
const NAMED_MAX: usize = 300;

/// What the output of a command that failed names as failing.
#[must_use]
pub fn failure(output: &str) -> Failure {
    let lines = output.lines().filter_map(|line| {
        let line = runner::plain(line);
        let line = line.trim();
        if let Some(name) = runner::failed(line) {
            return Some(name.to_owned());
        }
        let names = runner::names_failure(line);
        // Why it failed may be worded otherwise.
        let line = line.split_once(" - ").map_or(line, |(name, _)| name);
        names.then(|| steady(&line.replace('\t', " ")))
    });
    let named: BTreeSet<String> = lines.collect();
    Failure {
        build: does_not_build(output),
        more: named.len() > NAMED_MAX,
        named: named.into_iter().take(NAMED_MAX).collect(),
    }
}

/// Whether a command that failed fails `with` a change as it did `without` it, by what it printed: nothing is named as
/// failing that was not before, and neither was built where the other was not.
#[must_use]
pub fn fails_alike(without: &Failure, with: &Failure) -> bool {
    if without.build || with.build {
        return without.build && with.build;
    }
    // What is not named can't be compared.
    if without.more || with.more {
        return without == with;
    }
    let known = |name: &String| without.named.binary_search(name).is_ok();
    with.named.iter().all(known) && with.named.is_empty() == without.named.is_empty()
}

/// Whether a command fails `with` a change exactly as it did `without` it: what it names as failing is the same, and where it
/// names nothing, the end of what it printed is.
#[must_use]
pub fn fails_the_same(without: &Evidence, with: &Evidence) -> bool {
    let steadily = |it: &Evidence| -> Vec<String> {
        let lines = it.tail.lines().map(runner::plain);
        lines.map(|line| nameless(&steady(line.trim()))).collect()
    };
    match (&without.failure, &with.failure) {
        (Some(before), Some(after)) if !before.named.is_empty() || !after.named.is_empty() => {
            before == after
        }
        (Some(_), Some(_)) => steadily(without) == steadily(with),
        (None, _) | (_, None) => false,
    }
}

/// Digits from which a word, or a part of a path, is a name of its moment: a date, an address, a process, a log of its own.
const DIGITS_MIN: usize = 4;

/// A line without such words.
fn nameless(line: &str) -> String {
    let ends_word = |c: char| c.is_whitespace() || "/\\\"'`()[]{}<>,;=".contains(c);
    let mut out = String::with_capacity(line.len());
    for piece in line.split_inclusive(ends_word) {
        let word = piece.trim_end_matches(ends_word);
        let digits = word.chars().filter(char::is_ascii_digit).count();
        match digits >= DIGITS_MIN {
            true => out.push_str(&piece.replacen(word, "…", 1)),
            false => out.push_str(piece),
        }
    }
    out
}
