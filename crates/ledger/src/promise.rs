//! The completion promise: what a run undertakes, in a form that can be checked.

use serde::{Deserialize, Serialize};

use crate::ids::Hash;

/// Where a task came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A sentence from a person at the command line.
    Sentence {
        /// The words.
        text: String,
    },
    /// A `PLAN.md`.
    Plan {
        /// Path as the person gave it, for messages.
        path: String,
        /// The whole file.
        text: String,
    },
}

impl Source {
    /// The text that must never be cut from a prompt.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Source::Sentence { text } | Source::Plan { text, .. } => text,
        }
    }
}

/// What this run undertakes. Plan, verification and merge all refer to one promise, by its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promise {
    /// One paragraph: what shall be so afterwards.
    pub objective: String,
    /// What a person would check, each in a sentence.
    pub acceptance: Vec<String>,
    /// Path globs that may change; empty means: the whole worktree.
    pub allowed_scope: Vec<String>,
    /// Path globs that must not change.
    pub disallowed_scope: Vec<String>,
    /// Requirement ids that the plan has to cover.
    pub requirements: Vec<String>,
    /// Kinds of evidence that must stand before merging.
    pub required_evidence: Vec<String>,
    /// In words: when it is done.
    pub done_when: Vec<String>,
    /// In words: when it is given up.
    pub abort_when: Vec<String>,
    /// Digest of the source text that this was read from.
    pub source: Hash,
    /// Whether the source is trusted (a person at this machine) or came from outside.
    pub trusted: bool,
}
