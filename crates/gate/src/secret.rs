//! Secrets in text and in file names: finding them, and putting a stable marker in their place.
//!
//! [`redact`] stands at the door: it runs over everything before it is stored, shown or sent to a model.

use std::ops::Range;

use ledger::ids::Hash;

mod formats;
mod generic;
mod names;

pub(crate) use names::is_secret_file;
pub use names::is_source_file;

/// Rounds of masking: masking may bring a border to light where another match begins.
const ROUNDS_MAX: usize = 16;

/// Text with its secrets replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// The text; each secret is now `[secret:KIND:xxxxxxxx]`, the same one for the same secret.
    pub text: String,
    /// What was found, in order.
    pub found: Vec<Found>,
}

/// One secret that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What it is, kebab-case (`github-token`, `private-key`, `password`).
    pub kind: &'static str,
    /// Where it stood in the text, in bytes.
    pub range: Range<usize>,
}

/// Replaces every secret in a text by `[secret:KIND:xxxxxxxx]`, where the digits are the start of its SHA-256: the
/// same secret has the same marker everywhere, and nobody can read it back. Doing it twice changes nothing.
#[must_use]
pub fn redact(text: &str) -> Redacted {
    let mut found: Vec<Found> = Vec::new();
    let mut shown = Shown::of(text, &found);
    for _ in 0..ROUNDS_MAX {
        let more: Vec<Found> = scan(&shown.text)
            .into_iter()
            .map(|it| Found {
                kind: it.kind,
                range: shown.origin(it.range.start)..shown.origin(it.range.end),
            })
            .collect();
        if more.is_empty() {
            break;
        }
        found.extend(more);
        found = merged(found);
        shown = Shown::of(text, &found);
    }
    Redacted {
        text: shown.text,
        found,
    }
}

/// Whether a text holds a secret in clear, or the marker of one: either way it must not be written anywhere.
pub(crate) fn first_secret(text: &str) -> Option<&'static str> {
    if let Some(found) = scan(text).first() {
        return Some(found.kind);
    }
    has_marker(text).then_some("redacted secret")
}

/// Whether a text holds a marker as [`redact`] makes them.
pub(crate) fn has_marker(text: &str) -> bool {
    text.match_indices(OPEN)
        .any(|(at, _)| text.get(at..).is_some_and(|rest| marker(rest).is_some()))
}

const OPEN: &str = "[secret:";

/// The length of the marker that a text starts with.
fn marker(text: &str) -> Option<usize> {
    let inner = text.strip_prefix(OPEN)?;
    let (kind, rest) = inner.split_once(':')?;
    let (digits, _) = rest.split_once(']')?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let fits = !kind.is_empty()
        && kind.len() <= 40
        && kind.chars().all(plain)
        && digits.len() == 8
        && digits.chars().all(|c| c.is_ascii_hexdigit());
    let length = OPEN.len().saturating_add(kind.len()).saturating_add(10);
    fits.then_some(length)
}

fn scan(text: &str) -> Vec<Found> {
    let mut found = formats::scan(text);
    found.extend(generic::scan(text));
    merged(found)
}

/// A text in small letters, as far as an expression that does not tell them from capitals could take them for the
/// letters of a key word: `K` (the Kelvin sign) and `ſ` are a `k` and an `s` to it.
fn folded(text: &str) -> String {
    let small = text.to_ascii_lowercase();
    if small.is_ascii() {
        return small;
    }
    small.replace('\u{212a}', "k").replace('\u{17f}', "s")
}

/// Sorted, overlapping ones made one; the earliest names the kind.
fn merged(mut found: Vec<Found>) -> Vec<Found> {
    found.retain(|it| !it.range.is_empty());
    found.sort_by_key(|it| (it.range.start, std::cmp::Reverse(it.range.end)));
    let mut out: Vec<Found> = Vec::new();
    for it in found {
        match out.last_mut() {
            Some(last) if it.range.start < last.range.end => {
                last.range.end = last.range.end.max(it.range.end);
            }
            Some(_) | None => out.push(it),
        }
    }
    out
}

/// A text with markers in it, and the way back to the places in the original.
struct Shown {
    text: String,
    /// For each marker: where it stands, and the end of what it stands for.
    markers: Vec<(Range<usize>, Range<usize>)>,
}

impl Shown {
    fn of(original: &str, found: &[Found]) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut markers = Vec::new();
        let mut at = 0;
        for it in found {
            text.push_str(original.get(at..it.range.start).unwrap_or_default());
            let secret = original.get(it.range.clone()).unwrap_or_default();
            let digest = Hash::of(secret.as_bytes()).hex();
            let digits = digest.get(..8).unwrap_or_default();
            let from = text.len();
            text.push_str(&format!("{OPEN}{}:{digits}]", it.kind));
            markers.push((from..text.len(), it.range.clone()));
            at = it.range.end;
        }
        text.push_str(original.get(at..).unwrap_or_default());
        Self { text, markers }
    }

    /// The place in the original of a place in the text; inside a marker, the nearest border.
    fn origin(&self, place: usize) -> usize {
        let mut out = place;
        for (here, there) in &self.markers {
            if place >= here.end {
                out = there.end.saturating_add(place.saturating_sub(here.end));
            } else if place > here.start {
                return there.end;
            } else if place == here.start {
                return there.start;
            }
        }
        out
    }
}
