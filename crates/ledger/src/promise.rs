//! The completion promise: what a run undertakes, in a form that can be checked.

use serde::{Deserialize, Serialize};

use crate::forge::IssueTask;
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
    /// An OpenSpec change: a folder of its own, and the main specs that its deltas touch.
    Change {
        /// The change's folder, from the repository's top (`openspec/changes/add-limit`).
        path: String,
        /// Its files and those main specs, by path.
        files: Vec<SourceFile>,
        /// Whether the deltas are applied to the main specs and the change is archived, in the same merge.
        archive: bool,
    },
    /// An OpenAPI description.
    Api {
        /// Path as the person gave it, for messages.
        path: String,
        /// The whole file.
        text: String,
        /// The other files that its references lead to, each path as seen from its own folder (`paths/pets.yaml`,
        /// `../shared/errors.yaml`).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<SourceFile>,
    },
    /// A phase of several `PLAN.md`, with what stands beside them.
    Phase {
        /// The phase's folder, from the repository's top (`.planning/phases/01-ledger`).
        path: String,
        /// Its plans and summaries, and the roadmap, by path.
        files: Vec<SourceFile>,
    },
    /// An issue of a forge.
    Issue(Box<IssueTask>),
}

/// A file that a specification consists of, as it stood when it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// From the repository's top, but for an OpenAPI description, where it is from that one's folder.
    pub path: String,
    /// The whole file.
    pub text: String,
}

impl Source {
    /// The texts that it consists of.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let (one, many): (Option<&str>, &[SourceFile]) = match self {
            Source::Sentence { text } | Source::Plan { text, .. } => (Some(text), &[]),
            Source::Api { text, files, .. } => (Some(text), files),
            Source::Change { files, .. } | Source::Phase { files, .. } => (None, files),
            Source::Issue(issue) => (Some(&issue.text), &[]),
        };
        one.into_iter()
            .chain(many.iter().map(|it| it.text.as_str()))
    }

    /// What it is called in lists: the first line of a sentence, the path of anything else.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Source::Sentence { text } => text.trim().lines().next().unwrap_or_default(),
            Source::Issue(issue) => &issue.title,
            Source::Plan { path, .. }
            | Source::Change { path, .. }
            | Source::Api { path, .. }
            | Source::Phase { path, .. } => path,
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
