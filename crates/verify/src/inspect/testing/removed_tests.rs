//! What of tests the plan says is to go: "the row that asked for \"too many\" goes away", "remove test_default_value with it".

use std::collections::BTreeSet;

use crate::inspect::InspectionContext;
use crate::inspect::prose::{is_of_code, says, sentences, split};

/// What is gone through by a test.
const ROWS: [&str; 6] = ["row", "rows", "case", "cases", "input", "inputs"];
/// What becomes of it.
const GOES: [&str; 12] = [
    "goes",
    "go",
    "goes away",
    "remove",
    "removed",
    "drop",
    "dropped",
    "delete",
    "deleted",
    "taken out",
    "take out",
    "falls away",
];
/// Bytes of the shortest quotation that says which row is meant.
const QUOTE_MIN: usize = 4;

/// What the plan quotes of rows that are to go.
pub(in crate::inspect) fn rows(context: &InspectionContext<'_>) -> Vec<String> {
    let clauses = sentences(context).iter().copied().flat_map(split);
    let going = clauses.filter(|it| {
        let any = |words: &[&str]| words.iter().any(|word| says(it, word));
        any(&ROWS) && any(&GOES) && !any(&["not", "no", "stays", "stay", "keep"])
    });
    let quoted = going.flat_map(|it| it.split(['"', '\'', '`']).skip(1).step_by(2));
    let telling = quoted.filter(|it| it.len() >= QUOTE_MIN);
    telling.map(str::to_owned).collect()
}

/// Names of code in what the plan says of things that are to go.
pub(in crate::inspect) fn going(context: &InspectionContext<'_>) -> BTreeSet<String> {
    let clauses = sentences(context).iter().copied().flat_map(split);
    let going = clauses.filter(|it| {
        let lower = it.to_lowercase();
        let any = |words: &[&str]| words.iter().any(|word| says(&lower, word));
        (any(&GOES) || any(&["delete", "deletes", "removes", "drops"]))
            && !any(&["not", "no", "never", "stays", "stay", "keep"])
    });
    let words = going.flat_map(|it| it.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    words
        .filter(|it| is_of_code(it))
        .map(str::to_owned)
        .collect()
}

/// Whether the plan says that tests are to be switched off: "mark it `#[ignore]`", "the slow tests are skipped".
pub(in crate::inspect) fn shelves(context: &InspectionContext<'_>) -> bool {
    const MARKS: [&str; 14] = [
        "#[ignore",
        "@disabled",
        "@ignore",
        "t.skip",
        "it.skip",
        "test.skip",
        "describe.skip",
        "test.todo",
        "it.todo",
        "xfail",
        "mark.skip",
        "unittest.skip",
        "skipped test",
        "ignored test",
    ];
    const ENDS: [&str; 8] = [
        "are skipped",
        "is skipped",
        "are ignored",
        "is ignored",
        "switched off",
        "are disabled",
        "is disabled",
        "marked as",
    ];
    let clauses = sentences(context).iter().copied().flat_map(split);
    clauses.map(str::to_lowercase).any(|it| {
        let tests = it.contains("test") && ENDS.iter().any(|end| it.contains(end));
        let denied = ["not", "no", "never", "nor"]
            .iter()
            .any(|word| says(&it, word));
        !denied && (tests || MARKS.iter().any(|mark| it.contains(mark)))
    })
}
