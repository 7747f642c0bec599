//! Evidence: records that the harness produced or accepted. What an agent says is a [`Claim`], another type.

use serde::{Deserialize, Serialize};

use crate::ids::{ActId, GitId, Hash};

/// What a record shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvidenceKind {
    /// Signature of a library interface.
    SdkSignature,
    /// Project metadata.
    Metadata,
    /// A test that failed before the change.
    TddRed,
    /// The same test, green afterwards.
    TddGreen,
    /// A command run to verify.
    Verify,
    /// An evaluator's finding.
    Evaluation,
    /// A note by a person; explains, turns nothing green.
    Manual,
}

/// Where a record comes from. The first three are strong; a manual note turns nothing green.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceTrust {
    /// A command that the harness ran here.
    LocalCommand,
    /// Metadata of the project.
    ProjectMetadata,
    /// Source of the project.
    ProjectSource,
    /// Told by a user.
    UserProvided,
    /// Told by another system.
    ExternalSystem,
    /// A note.
    ManualNote,
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Unique in the run: `e` and the number of the act.
    pub id: String,
    /// What it shows.
    pub kind: EvidenceKind,
    /// Where it comes from.
    pub source_trust: SourceTrust,
    /// The act that produced it.
    pub act: ActId,
    /// The gate decision that let it run.
    pub producer_trace_id: String,
    /// The command line as declared.
    pub command: Option<String>,
    /// Its exit code; `None` when it did not exit by itself.
    pub exit_code: Option<i32>,
    /// The tree it was run on.
    pub tree: Option<GitId>,
    /// Whether tracked files were the same afterwards.
    pub tree_unchanged: bool,
    /// Digest of its whole output.
    pub output: Hash,
    /// The last lines of its output.
    pub tail: String,
    /// Paths or records it refers to.
    pub source_refs: Vec<String>,
    /// What its output says of tests by name, where some were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<Tests>,
    /// How it ended; lines of older programs say no more than the exit code.
    #[serde(default, skip_serializing_if = "End::is_exited")]
    pub end: End,
    /// What its output names as failing, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// Code of the change that somebody opened in the person's own checkout while it ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<String>,
    /// Milliseconds since 1970.
    pub created_ms: u64,
    /// How long it ran, in milliseconds.
    pub duration_ms: u64,
}

/// How a command ended.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By itself, with an exit code.
    #[default]
    Exited,
    /// By this signal.
    Signalled(i32),
    /// It did not: we ended it after so many seconds.
    TimedOut(u32),
    /// It did not: we ended it because it used more of the machine than it may; what it used.
    Exceeded(String),
    /// It could not be started; why.
    NotStarted(String),
}

impl End {
    fn is_exited(&self) -> bool {
        *self == End::Exited
    }
}

/// What the output of a command that failed says of it, without what differs from one run to the next: two runs that
/// fail alike have alike ones.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Failure {
    /// Whether it says that something can't be built.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub build: bool,
    /// Tests and files that it names as failing, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<String>,
    /// Whether it names more than are kept.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// A command that nobody declared as evidence for the work, and that says nothing of it where it was run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfit {
    /// The command line.
    pub command: String,
    /// Why it says nothing, for people.
    pub why: String,
}

/// Tests that the output of a command names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Tests {
    /// How many it names at all.
    pub named: u32,
    /// Of those that were asked for: the ones that ran and passed.
    pub passed: Vec<String>,
    /// The ones that failed.
    pub failed: Vec<String>,
    /// The ones that were not run.
    pub skipped: Vec<String>,
}

impl Evidence {
    /// Green: exit code 0 of a command that we ran, on a tree that it left as it was.
    #[must_use]
    pub fn is_green(&self) -> bool {
        let strong = matches!(
            self.source_trust,
            SourceTrust::LocalCommand | SourceTrust::ProjectMetadata | SourceTrust::ProjectSource
        );
        strong && self.exit_code == Some(0) && self.tree.is_some() && self.tree_unchanged
    }
}

/// What an agent says about its own work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Its words.
    pub summary: String,
}
