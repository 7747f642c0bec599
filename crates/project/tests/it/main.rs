//! What the room answers, at its public surface. Trees of texts in, what their imports mean out.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod between;
mod go_java_places;
mod go_project;
mod java_entries;
mod java_project;
mod lost_on_the_way;
mod nobody_takes;
mod python_project;
mod rust_project;
mod script_project;
mod vendored;

use code::{Facts, Language, Limits, facts};

/// Facts of a text by the name of a file that would hold it.
fn read(path: &str, source: &str) -> Facts {
    facts(Language::of_path(path), source, &Limits::default())
}
