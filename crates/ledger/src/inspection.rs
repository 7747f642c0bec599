//! What verification found in a file of a candidate.

use serde::{Deserialize, Serialize};

use crate::ids::Hash;

/// One file, or one absence, that verification asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inspection {
    /// A file's text facts, as `verify` computed them from its content.
    File {
        /// The path asked for.
        path: String,
        /// Digest of the content, `None` when there is no such regular file.
        digest: Option<Hash>,
        /// What stands there: `file`, `absent`, `directory`, `link-outside`, `special`, `too-large`, `not-text`.
        kind: String,
        /// What the syntax tree says, in the verifier's own words (JSON).
        facts: String,
    },
    /// What can be said only of the change as a whole: of its tests beside those before.
    Change {
        /// In the verifier's own words (JSON).
        facts: String,
    },
}
