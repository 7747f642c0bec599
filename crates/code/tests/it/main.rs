//! What the room answers, at its public surface. Texts in, one line per fact out.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod exports;
mod hollow;
mod limits;
mod links;
mod masks;
mod properties;
mod seen;
mod tests;
mod traps;
mod uses;

use code::{Facts, Language, Limits, facts};

/// Facts of a text by the name of a file that would hold it.
fn read(path: &str, source: &str) -> Facts {
    facts(Language::of_path(path), source, &Limits::default())
}
