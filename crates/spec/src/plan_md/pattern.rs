//! Patterns that could not fail are mistakes of the plan, and so are those that are none.

use regex::RegexBuilder;
use regex_syntax::hir::literal::Extractor;
use regex_syntax::hir::{Hir, HirKind};

use crate::notes::Notes;

const BYTES_MAX: usize = 1_000;
const COMPILED_BYTES_MAX: usize = 1 << 20;
/// Length of a pattern that is small when compiled if it counts nothing and has few classes.
const PLAIN_BYTES_MAX: usize = 200;
/// Classes that a small pattern has: the largest takes some 45 KiB.
const PLAIN_CLASSES_MAX: usize = 16;

/// Texts that have nothing in common: what matches all of them matches anything.
const ANYTHING: [&str; 3] = ["zq", "7", "{;}"];
/// Texts in which a match of no characters would show.
const EMPTY: [&str; 4] = ["", "a", " ", "a b\n();"];

/// Says what is wrong with a pattern, if anything is. Where it can't be used, what has it is decided without it.
pub(super) fn check(pattern: &str, at: usize, what: &str, notes: &mut Notes<'_>) {
    if let Some(Bad { message, help }) = bad(pattern, what) {
        notes.odd(at, message, help);
    }
}

/// The same where nothing can be decided without it.
pub(super) fn check_strictly(pattern: &str, at: usize, what: &str, notes: &mut Notes<'_>) {
    if let Some(Bad { message, help }) = bad(pattern, what) {
        notes.error(at, message, help);
    }
}

/// What is wrong with a pattern.
struct Bad {
    message: String,
    help: &'static str,
}

fn bad(pattern: &str, what: &str) -> Option<Bad> {
    const SAY: &str = "say what has to stand there";
    if pattern.len() > BYTES_MAX {
        let message = format!("{what} has more than {BYTES_MAX} bytes");
        return Some(Bad { message, help: SAY });
    }
    if is_of_words(pattern) || is_plain(pattern) {
        return None;
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
            return Some(Bad {
                message: format!("{what} is no regular expression: {why}"),
                help: "signs that are meant letter by letter have a backslash before them; look-around and back-references \
                       are not known here",
            });
        }
    };
    let empty = EMPTY
        .iter()
        .any(|text| regex.find_iter(text).any(|hit| hit.is_empty()));
    let found = if empty {
        "the empty string"
    } else if ANYTHING.iter().all(|text| regex.is_match(text)) {
        "any text"
    } else {
        return None;
    };
    let message = format!("{what} matches {found}, so it proves nothing");
    Some(Bad { message, help: SAY })
}

/// Whether it is made of words and of `.*` between them, as most are, and begins with two letters: such a one is plain, as
/// below, which is seen without even parsing it.
fn is_of_words(pattern: &str) -> bool {
    let short = pattern.len() <= PLAIN_BYTES_MAX;
    let mut head = pattern.bytes().take(2);
    let begins = pattern.len() > 1 && head.all(|it| it.is_ascii_alphabetic());
    let word = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b' ');
    let gaps = pattern.matches(".*").count();
    let mut parts = pattern.split(".*");
    short && begins && gaps <= PLAIN_CLASSES_MAX && parts.all(|part| part.bytes().all(word))
}

/// Whether it is seen without compiling it that nothing is wrong, since a plan may bring a thousand patterns: a short one
/// that counts nothing, whose every match begins with one of some words, which not every one of the texts above holds.
fn is_plain(pattern: &str) -> bool {
    let Ok(parsed) = regex_syntax::parse(pattern) else {
        return false;
    };
    let Some(words) = Extractor::new()
        .extract(&parsed)
        .literals()
        .map(<[_]>::to_vec)
    else {
        return false;
    };
    let holds = |text: &&str| {
        let mut words = words.iter();
        words.any(|word| {
            text.as_bytes()
                .windows(word.len().max(1))
                .any(|it| it == word.as_bytes())
        })
    };
    let worded = !words.is_empty() && words.iter().all(|it| !it.is_empty());
    let classes = pattern.matches(['\\', '[', '.']).count();
    let short = pattern.len() <= PLAIN_BYTES_MAX && classes <= PLAIN_CLASSES_MAX;
    short && worded && !ANYTHING.iter().all(holds) && !counts(&parsed)
}

/// Whether something is repeated by a number, which may multiply.
fn counts(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Literal(_) | HirKind::Class(_) => false,
        HirKind::Repetition(it) => it.min > 1 || it.max.is_some_and(|it| it > 1) || counts(&it.sub),
        HirKind::Capture(it) => counts(&it.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(counts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is waved through would have been found in order.
    #[test]
    fn a_plain_pattern_is_in_order() {
        let patterns = [
            ("import .*compute12", true),
            (r"useState\(", true),
            (r"fetch\('/api/chat", true),
            ("a|b", true),
            (r"(?i)post\s+/orders", true),
            (r"zq\w*|7|\{", false),
            ("x*", false),
            ("import|", false),
            ("^", false),
            (r"\w+", false),
            (".*route", false),
            ("a{1,900}", false),
            (r"use\w{60}", false),
            ("", false),
            ("(", false),
        ];
        let many = format!("a{}", r"\w".repeat(PLAIN_CLASSES_MAX + 1));
        assert!(!is_plain(&many), "{many}");
        for (pattern, plain) in patterns {
            assert_eq!(is_plain(pattern), plain, "{pattern}");
            assert!(plain || !is_of_words(pattern), "{pattern}");
        }
        for words in ["import.*compute12", "use .*a_b.*", "zq", "ab.*.*"] {
            assert!(is_of_words(words) && is_plain(words), "{words}");
        }
        for other in ["z", "zq*", "7a", "ab..*", "ab.**", "a.*b", "ab|", "größe"] {
            assert!(!is_of_words(other), "{other}");
        }
        // The largest that may be: classes only.
        let largest = format!("a{}", r"\w".repeat(PLAIN_CLASSES_MAX));
        let built = RegexBuilder::new(&largest)
            .size_limit(COMPILED_BYTES_MAX)
            .build();
        assert!(is_plain(&largest) && built.is_ok());
    }
}
