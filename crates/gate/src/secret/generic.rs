//! Secrets that say by their name, not by their shape, what they are: `password = "…"`, `API_KEY=…`.

use std::sync::LazyLock;

use regex::Regex;

use super::Found;

/// A name that says "secret", an assignment, and a value in quotes.
const QUOTED: &str = r#"(?i)(?:password|passwd|passphrase|pwd|secret|token|api_?-?key|access_?-?key|private_?-?key|signing_?-?key|encryption_?-?key|client_?-?secret|auth_?-?key|credential)s?[A-Za-z0-9_]{0,24}["'`]?\s{0,8}(?::\s{0,4}&?(?:'static )?(?:str|String|string)\s{0,4}=|=>|:=|[:=])\s{0,8}(?:b|r|u|f)?(?:"(?P<d>[^"\n]{8,})"|'(?P<q>[^'\n]{8,})'|`(?P<b>[^`\n]{8,})`)"#;

/// The same at a line's start, value without quotes, as in environment and YAML files.
const BARE: &str = r#"(?im)^[ \t]{0,12}(?:export[ \t]+|-[ \t]+)?[A-Za-z0-9_.-]{0,48}(?:password|passwd|passphrase|pwd|secret|token|api_?-?key|access_?-?key|private_?-?key|client_?-?secret|credential|secret_key_base)s?[A-Za-z0-9_]{0,24}[ \t]{0,4}[:=][ \t]{0,4}(?P<v>[^\s"'`#;,(){}<>$]{12,})[ \t]*\r?$"#;

/// Parts of the names above, in small letters: every match holds one.
const NAME_PARTS: [&str; 7] = [
    "passw",
    "passphrase",
    "pwd",
    "secret",
    "token",
    "key",
    "credential",
];

/// The shapes, and whether the value is without quotes.
static SHAPES: LazyLock<Vec<(Regex, bool)>> = LazyLock::new(|| {
    [(QUOTED, false), (BARE, true)]
        .iter()
        .filter_map(|(shape, bare)| Some((Regex::new(shape).ok()?, *bare)))
        .collect()
});

/// Parts of a word that say that a value stands for another.
const STAND_INS: [&str; 34] = [
    "example",
    "sample",
    "dummy",
    "fake",
    "test",
    "changeme",
    "change-me",
    "change_me",
    "placeholder",
    "your",
    "xxxx",
    "todo",
    "redacted",
    "removed",
    "insert",
    "replace",
    "secret",
    "password",
    "passwd",
    "token",
    "hunter2",
    "foobar",
    "lorem",
    "default",
    "correcthorse",
    "letmein",
    "qwerty",
    "12345678",
    "abcdefgh",
    "deadbeef",
    "....",
    "****",
    "-key",
    "_key",
];

/// Every secret that is assigned to a telling name.
pub(super) fn scan(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    let folded = super::folded(text);
    // Most texts name no secret: they need not wait until the expressions are compiled.
    if !NAME_PARTS.iter().any(|it| folded.contains(it)) {
        return out;
    }
    for (shape, bare) in SHAPES.iter() {
        for captures in shape.captures_iter(text) {
            let value = ["d", "q", "b", "v"]
                .iter()
                .find_map(|name| captures.name(name));
            let Some(value) = value else { continue };
            if looks_secret(value.as_str(), *bare) {
                out.push(Found {
                    kind: "password",
                    range: value.range(),
                });
            }
        }
    }
    out
}

/// Whether a value could be random enough to be one.
fn looks_secret(value: &str, bare: bool) -> bool {
    if is_placeholder(value) || value.contains(' ') || !value.is_ascii() {
        return false;
    }
    let kinds = classes(value);
    let hex = value.len() >= 32 && value.chars().all(|c| c.is_ascii_hexdigit());
    if bare && !hex && !(kinds.lower && kinds.upper && kinds.digit) {
        return false;
    }
    if bare && value.contains(['.', ':', '/']) && !value.contains(['+', '=']) {
        return false;
    }
    let mixed = kinds.digit && (kinds.lower || kinds.upper);
    (hex || mixed) && milli_bits(value) >= 3_000
}

/// Whether a value stands for another one, to be filled in: `YOUR_API_KEY`, `${VAR}`, `<token>`, `xxxx`.
pub(super) fn is_placeholder(value: &str) -> bool {
    let value = value.trim();
    if value.starts_with(['$', '<', '{', '%', '[', '@', '&']) || value.contains("${") {
        return true;
    }
    if value.contains("{{") || value.contains('*') || value.contains("...") {
        return true;
    }
    let lower = value.to_lowercase();
    if STAND_INS.iter().any(|word| lower.contains(word)) {
        return true;
    }
    uuid(value)
}

fn uuid(value: &str) -> bool {
    value.len() == 36
        && value
            .chars()
            .enumerate()
            .all(|(at, c)| match matches!(at, 8 | 13 | 18 | 23) {
                true => c == '-',
                false => c.is_ascii_hexdigit(),
            })
}

struct Classes {
    lower: bool,
    upper: bool,
    digit: bool,
}

fn classes(value: &str) -> Classes {
    Classes {
        lower: value.chars().any(|c| c.is_ascii_lowercase()),
        upper: value.chars().any(|c| c.is_ascii_uppercase()),
        digit: value.chars().any(|c| c.is_ascii_digit()),
    }
}

/// Shannon entropy of the characters, in thousandths of a bit each.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most a few hundred characters, and the result is between 0 and 8000"
)]
fn milli_bits(value: &str) -> u32 {
    let mut sorted: Vec<char> = value.chars().collect();
    sorted.sort_unstable();
    let total = sorted.len() as f64;
    let bits: f64 = sorted
        .chunk_by(|a, b| a == b)
        .map(|same| {
            let share = same.len() as f64 / total;
            -share * share.log2()
        })
        .sum();
    (bits * 1_000.0).clamp(0.0, 8_000.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_compiles() {
        assert_eq!(SHAPES.len(), 2);
    }
}
