//! The pieces that a prompt is made of.

use std::sync::Arc;

use ledger::ids::Hash;

/// Where the text of a section comes from. What came from outside is labelled, and is never an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The program's own words.
    Program,
    /// The promise and its source: the spec.
    Promise,
    /// The plan.
    Plan,
    /// Findings of verification.
    Report,
    /// Instruction files of a repository that is trusted.
    Repository,
    /// Text from outside.
    Untrusted,
}

/// Where in the prompt a section stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In the system part, which stays the same from request to request.
    System,
    /// In the first message of an attempt.
    Task,
}

/// One piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its name; unique in a prompt.
    pub name: &'static str,
    /// Where its text comes from.
    pub origin: Origin,
    /// Where it stands.
    pub place: Place,
    /// What goes first when there is not room for all: the highest number.
    pub priority: u8,
    /// A pinned section is never cut and never left out.
    pub pinned: bool,
    /// Longest text, in bytes; a longer one is cut at a line, and says so. Not for pinned sections.
    pub bytes_max: usize,
    /// The text.
    pub text: Arc<str>,
}

impl Section {
    /// Digest of the text: a prompt is recorded as the list of these.
    #[must_use]
    pub fn digest(&self) -> Hash {
        Hash::of(self.text.as_bytes())
    }
}

/// Text from outside, fenced so that it cannot be taken for ours.
#[must_use]
pub fn fenced(source: &str, text: &str) -> String {
    // The fence carries a digest of the text: a text cannot hold its own digest, so it cannot close the fence.
    let mark = Hash::of(text.as_bytes()).short();
    // Neither can the source: it may be an address that somebody chose.
    let source: String = source
        .chars()
        .map(|c| {
            if c.is_control() || matches!(c, '"' | '<' | '>') {
                ' '
            } else {
                c
            }
        })
        .take(200)
        .collect();
    format!("<untrusted source=\"{source}\" id=\"{mark}\">\n{text}\n</untrusted id=\"{mark}\">")
}
