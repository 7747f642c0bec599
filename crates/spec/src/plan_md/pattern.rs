//! Patterns that could not fail are mistakes of the plan, and so are those that are none.

use regex::RegexBuilder;

use crate::notes::Notes;

const BYTES_MAX: usize = 1_000;
const COMPILED_BYTES_MAX: usize = 1 << 20;

/// Texts that have nothing in common: what matches all of them matches anything.
const ANYTHING: [&str; 3] = ["zq", "7", "{;}"];
/// Texts in which a match of no characters would show.
const EMPTY: [&str; 4] = ["", "a", " ", "a b\n();"];

/// Says what is wrong with a pattern, if anything is.
pub(super) fn check(pattern: &str, at: usize, what: &str, notes: &mut Notes<'_>) {
    if pattern.len() > BYTES_MAX {
        notes.error(at, format!("{what} has more than {BYTES_MAX} bytes"), "");
        return;
    }
    let built = RegexBuilder::new(pattern)
        .size_limit(COMPILED_BYTES_MAX)
        .build();
    let regex = match built {
        Ok(regex) => regex,
        Err(error) => {
            let why = error.to_string();
            let why = why.lines().last().unwrap_or("").trim();
            let why = why.strip_prefix("error: ").unwrap_or(why);
            let help = "look-around and back-references are not known here";
            notes.error(at, format!("{what} is no regular expression: {why}"), help);
            return;
        }
    };
    let empty = EMPTY
        .iter()
        .any(|text| regex.find_iter(text).any(|hit| hit.is_empty()));
    if empty {
        let help = "say what has to stand there";
        notes.error(
            at,
            format!("{what} matches the empty string, so it proves nothing"),
            help,
        );
    } else if ANYTHING.iter().all(|text| regex.is_match(text)) {
        let help = "say what has to stand there";
        notes.error(
            at,
            format!("{what} matches any text, so it proves nothing"),
            help,
        );
    }
}
