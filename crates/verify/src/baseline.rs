//! Whether a command that fails says something of a change. What fails in the same way without it does not.

use std::collections::BTreeSet;

use crate::build::does_not_build;
use crate::runner;
use crate::steady::steady;

/// Whether a command that failed fails `with` a change as it did `without` it, by what it printed: nothing is named as
/// failing that was not before, and neither was built where the other was not.
#[must_use]
pub fn fails_alike(without: &str, with: &str) -> bool {
    let (before, after) = (does_not_build(without), does_not_build(with));
    if before || after {
        return before && after;
    }
    let (before, after) = (failing(without), failing(with));
    after.is_subset(&before) && after.is_empty() == before.is_empty()
}

/// What is named as failing, without what differs from one run to the next.
fn failing(output: &str) -> BTreeSet<String> {
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
    lines.collect()
}
