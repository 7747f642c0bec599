//! Sentences of a plan in which a program goes on although something is wrong: "if the hash can't be made, send the date
//! instead". An error that is dropped may be what they ask for, and may be not: that is for a person to say.

use super::words::says;

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
const GOES_ON: [&str; 32] = [
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
    "gives an empty",
    "gives nothing",
    "gives null",
    "is treated as",
    "is taken for",
    "is taken as",
];
/// Letters of a word that means something.
const WORD_MIN: usize = 4;
/// Words of a sentence that are looked for in another.
const WORDS_MAX: usize = 100;

/// Words among these that speak of any case, and of none that fails.
const ANY: [&str; 5] = ["if", "when", "where", "whatever", "even"];
/// What is done that may have been done without a failure too.
const CHOSEN: [&str; 6] = [
    "instead", "ignored", "ignores", "skips", "skipped", "left out",
];
/// Words that say that something is not so.
const NOT: [&str; 11] = [
    "not", "no", "nothing", "can't", "cannot", "isn't", "doesn't", "won't", "invalid", "unknown",
    "without",
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

/// Whether these texts have such a sentence, in which nobody hears of the failure, and none that says the same at more
/// length, with somebody who hears of it.
pub(in crate::inspect) fn goes_on(texts: &[&str]) -> bool {
    let (mut quiet, mut told) = (Vec::new(), Vec::new());
    for text in texts {
        let lower = text.to_lowercase();
        let sentences = lower
            .split([';', '\n', '(', ')'])
            .flat_map(|it| it.split(". "));
        for sentence in sentences.map(|it| it.replace("no error", "no harm")) {
            let has = |list: &[&str]| list.iter().any(|it| says(&sentence, it));
            let fails = CASES
                .iter()
                .any(|it| !ANY.contains(it) && says(&sentence, it));
            let left = GOES_ON
                .iter()
                .any(|it| !CHOSEN.contains(it) && says(&sentence, it));
            // What is done before something else goes on says nothing of what is left undone.
            let on = |it: &str| !says(it, "before") && GOES_ON.iter().any(|word| says(it, word));
            let goes_on =
                has(&CASES) && sentence.split(',').any(on) && (fails || left || has(&NOT));
            match (goes_on, has(&TOLD)) {
                (true, true) => told.push(sentence),
                (true, false) => quiet.push(sentence),
                (false, _) => {}
            }
        }
    }
    quiet
        .iter()
        .any(|it| !told.iter().any(|whole| says_all(whole, it)))
}

/// Whether most words of a sentence that mean something stand in another.
fn says_all(whole: &str, part: &str) -> bool {
    let words = part.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    let words = words.filter(|it| it.len() >= WORD_MIN).take(WORDS_MAX);
    let (known, other): (Vec<&str>, Vec<&str>) = words.partition(|it| says(whole, it));
    known.len() > other.len()
}
