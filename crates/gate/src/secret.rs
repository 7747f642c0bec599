//! Secrets in text and in file names: finding them, and putting a stable marker in their place.
//!
//! [`redact`] stands at the door: it runs over everything before it is stored, shown or sent to a model. [`Stream`]
//! does the same for text that comes in pieces.
//!
//! One look at a text goes so: the words of all rules are looked for at once; where one stands, its rule looks closer;
//! what it finds is checked (`check`); names and blocks are read by hand (`generic`, `block`, `manifest`); and the text
//! is read once more without its disguises (`view`, `decode`).

use std::ops::Range;

mod block;
mod check;
mod decode;
mod generic;
mod manifest;
mod rules;
mod scan;
mod stream;
mod value;
mod view;

pub use stream::Stream;

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
    /// How sure that is.
    pub level: Level,
    /// Where it stood in the text, in bytes.
    pub range: Range<usize>,
}

/// How sure it is that something is a secret; the surest comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Its shape, its checksum or the words around it say so.
    Certain,
    /// Its name says so, and it is random enough.
    Likely,
    /// It has the look, but is a published example or has a wrong checksum: it is noted, and never masked.
    Doubtful,
}

/// Reads what the first text would otherwise wait for: for processes that look through little.
pub fn read_ahead() {
    rules::read_ahead();
}

/// Makes what looks through much text, which one of the first texts would otherwise wait for.
pub fn compile_ahead() {
    rules::compile_ahead();
}

/// Replaces every secret in a text by `[secret:KIND:xxxxxxxx]`, where the digits are the start of its SHA-256: the
/// same secret has the same marker everywhere, and nobody can read it back. Doing it twice changes nothing.
///
/// There is no longest text: a long one is gone through part by part, in time linear in its length.
#[must_use]
pub fn redact(text: &str) -> Redacted {
    let (text, found) = stream::masked(text);
    Redacted { text, found }
}

/// The surest of the secrets that a text holds in clear; the marker of one counts as one, for it must not be written
/// anywhere either.
pub(crate) fn surest(text: &str) -> Option<(&'static str, Level)> {
    let found = stream::inspected(text);
    let surest = found
        .iter()
        .min_by_key(|it| it.level)
        .map(|it| (it.kind, it.level));
    match surest {
        Some((_, Level::Certain)) => surest,
        Some(_) | None if has_marker(text) => Some(("redacted secret", Level::Certain)),
        Some(_) | None => surest,
    }
}

/// Whether a text holds a marker as [`redact`] makes them.
pub(crate) fn has_marker(text: &str) -> bool {
    !markers(text).is_empty()
}

const OPEN: &str = "[secret:";

/// Where the markers of a text stand, in order.
fn markers(text: &str) -> Vec<Range<usize>> {
    let found = text.match_indices(OPEN).filter_map(|(at, _)| {
        let length = marker(text.get(at..)?)?;
        Some(at..at.saturating_add(length))
    });
    found.collect()
}

/// The length of the marker that a text starts with.
fn marker(text: &str) -> Option<usize> {
    let inner = text.strip_prefix(OPEN)?;
    let inner = inner.get(..inner.floor_char_boundary(64)).unwrap_or(inner);
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
