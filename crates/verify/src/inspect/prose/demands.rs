//! What the plan asks of errors, by the words of its sentences: that they are told, that they are only printed.

use super::sentences::sentences;
use super::words::begins;
use crate::inspect::InspectionContext;

/// Beginnings of words that speak of what goes wrong.
pub(in crate::inspect) const WRONG: [&str; 14] = [
    "error",
    "exception",
    "fail",
    "throw",
    "raise",
    "reject",
    "refus",
    "panic",
    "abort",
    "propagat",
    "status 1",
    "status 2",
    "exit code",
    "halted",
];

/// Whether a sentence of the plan speaks of what goes wrong.
pub(in crate::inspect) fn errors_are_asked(context: &InspectionContext<'_>) -> bool {
    let sentences = sentences(context);
    sentences.iter().any(|text| {
        let lower = text.to_lowercase();
        names_an_error(text) || WRONG.iter().any(|word| begins(&lower, word))
    })
}

/// Whether a sentence of the plan says that what goes wrong is printed, and that work goes on.
pub(in crate::inspect) fn telling_aside_is_asked(context: &InspectionContext<'_>) -> bool {
    const PRINTED: [&str; 6] = [
        "stderr",
        "standard error",
        "log",
        "warn",
        "print",
        "console",
    ];
    const GOES_ON: [&str; 7] = [
        "only",
        "goes on",
        "go on",
        "carries on",
        "continue",
        "best effort",
        "warn",
    ];
    sentences(context).iter().any(|text| {
        let lower = text.to_lowercase();
        let mut clauses = lower.split(". ").flat_map(|it| it.split(';'));
        clauses.any(|it| {
            let says = |words: &[&str]| words.iter().any(|word| begins(it, word));
            says(&WRONG) && says(&PRINTED) && says(&GOES_ON)
        })
    })
}

/// Whether a text names a type of errors: `ParseException`.
pub(in crate::inspect) fn names_an_error(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(code::names_an_error)
}
