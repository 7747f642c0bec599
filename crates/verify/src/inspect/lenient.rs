//! Sentences of a plan in which a program goes on although something is wrong: "if the hash can't be made, send the date
//! instead". An error that is dropped may be what they ask for, and may be not: that is for a person to say.

use super::named::says;

/// Words of a case in which something is not as it should be.
const CASES: [&str; 17] = [
    "if",
    "when",
    "where",
    "whatever",
    "even",
    "without",
    "fail",
    "fails",
    "failing",
    "can't",
    "cannot",
    "missing",
    "unreadable",
    "unavailable",
    "broken",
    "gone",
    "absent",
];
/// What is done then that is no failure.
const GOES_ON: [&str; 26] = [
    "instead",
    "falls back",
    "fall back",
    "fallback",
    "goes on",
    "go on",
    "carries on",
    "ignored",
    "ignores",
    "skips",
    "skipped",
    "left out",
    "passed over",
    "quietly",
    "silently",
    "best effort",
    "no harm",
    "no error",
    "does nothing",
    "keep nothing",
    "never fails",
    "never throws",
    "never panics",
    "does not fail",
    "does not matter",
    "only in verbose",
];
/// Words of a sentence in which somebody hears of it.
const TOLD: [&str; 22] = [
    "error",
    "errors",
    "status",
    "tell",
    "tells",
    "told",
    "count",
    "counts",
    "message",
    "throws",
    "throw",
    "raises",
    "raise",
    "rejects",
    "caller",
    "handed",
    "logged",
    "logs",
    "warn",
    "warns",
    "exception",
    "panics",
];

/// Whether a text has such a sentence, in which nobody hears of the failure.
pub(super) fn goes_on(text: &str) -> bool {
    let lower = text.to_lowercase();
    let sentences = lower.split([';', '\n']).flat_map(|it| it.split(". "));
    let mut sentences = sentences.map(|it| it.replace("no error", "no harm"));
    sentences.any(|sentence| {
        let has = |list: &[&str]| list.iter().any(|it| says(&sentence, it));
        // What is done before something else goes on says nothing of what is left undone.
        let on = |it: &str| !says(it, "before") && GOES_ON.iter().any(|word| says(it, word));
        has(&CASES) && sentence.split(',').any(on) && !has(&TOLD)
    })
}

#[cfg(test)]
mod tests {
    use super::goes_on;

    #[test]
    fn sentences_in_which_a_program_goes_on() {
        for (text, wanted) in [
            ("If the hash can't be made, send the date instead.", true),
            (
                "If it can't be raised, the program goes on; else it says so.",
                true,
            ),
            ("When the reader has gone away, end quietly", true),
            ("Without a window it does nothing.", true),
            ("A missing file is no error.", true),
            (
                "If a file can't be read, go on with the next and tell which.",
                false,
            ),
            (
                "A copy that can't be made is an error and nothing is written.",
                false,
            ),
            ("Use a map instead of a list.", false),
            (
                "It is called when an origin is not allowed, before the reply goes on.",
                false,
            ),
            ("Without the option nothing changes.", false),
            ("When a page fails, the error goes on to the caller.", false),
        ] {
            assert_eq!(goes_on(text), wanted, "{text}");
        }
    }
}
