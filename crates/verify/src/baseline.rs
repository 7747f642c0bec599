//! Whether a command that fails says something of a change. What fails in the same way without it does not.

use std::collections::BTreeSet;

use crate::build::does_not_build;
use crate::runner;
use crate::steady::steady;

/// Bytes of output that are read.
const BYTES_MAX: usize = 32 << 20;

/// What runners begin the line with that names a test, or a file of tests, that failed: pytest, go, jest and vitest,
/// unittest, Maven.
const FAILING: [&str; 8] = [
    "FAILED ", "ERROR ", "--- FAIL", "FAIL\t", "FAIL ", "FAIL: ", "ERROR: ", "[ERROR] ",
];

/// A command that nobody declared as evidence for the work, and that says nothing of it where it was run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// The command line.
    pub command: String,
    /// Why it says nothing, for people.
    pub why: String,
}

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
    let output = output.get(..BYTES_MAX.min(output.len())).unwrap_or(output);
    let lines = output.lines().filter_map(|line| {
        let line = runner::plain(line);
        let line = line.trim();
        if let Some(name) = runner::failed(line) {
            return Some(name.to_owned());
        }
        let counts = line.starts_with("[ERROR] Tests run:");
        let begins = !counts && FAILING.iter().any(|it| line.starts_with(it));
        // Why it failed may be worded otherwise.
        let line = line.split_once(" - ").map_or(line, |(name, _)| name);
        begins.then(|| steady(&line.replace('\t', " ")))
    });
    lines.collect()
}
