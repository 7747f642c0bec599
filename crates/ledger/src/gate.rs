//! What a gate says: checkpoints, severities, findings with a next action, decisions, authorisations.

use serde::{Deserialize, Serialize};

pub use crate::authorisation::{Authorisation, Binding};

/// The thirteen fixed places where the gates are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checkpoint {
    /// Before a task is taken in.
    PreInput,
    /// Before a plan is made or replaced.
    PrePlan,
    /// Before a phase is entered.
    PrePhaseTransition,
    /// Before a tool runs.
    PreTool,
    /// After a tool ran, before its result is shown to anyone.
    PostTool,
    /// Before a file is written.
    PreWrite,
    /// After a file was written.
    PostWrite,
    /// Before a command runs as evidence.
    PreVerifyCommand,
    /// Before its result counts as evidence.
    PostVerifyResult,
    /// Before work is handed on.
    PreDelegation,
    /// Before what came back is used.
    PostDelegation,
    /// Before a prompt is compiled.
    PreContextCompile,
    /// Before a prompt is sent.
    PostContextCompile,
}

impl Checkpoint {
    /// All of them, in order.
    pub const ALL: [Checkpoint; 13] = [
        Checkpoint::PreInput,
        Checkpoint::PrePlan,
        Checkpoint::PrePhaseTransition,
        Checkpoint::PreTool,
        Checkpoint::PostTool,
        Checkpoint::PreWrite,
        Checkpoint::PostWrite,
        Checkpoint::PreVerifyCommand,
        Checkpoint::PostVerifyResult,
        Checkpoint::PreDelegation,
        Checkpoint::PostDelegation,
        Checkpoint::PreContextCompile,
        Checkpoint::PostContextCompile,
    ];

    /// The word for people and files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Checkpoint::PreInput => "pre-input",
            Checkpoint::PrePlan => "pre-plan",
            Checkpoint::PrePhaseTransition => "pre-phase-transition",
            Checkpoint::PreTool => "pre-tool",
            Checkpoint::PostTool => "post-tool",
            Checkpoint::PreWrite => "pre-write",
            Checkpoint::PostWrite => "post-write",
            Checkpoint::PreVerifyCommand => "pre-verify-command",
            Checkpoint::PostVerifyResult => "post-verify-result",
            Checkpoint::PreDelegation => "pre-delegation",
            Checkpoint::PostDelegation => "post-delegation",
            Checkpoint::PreContextCompile => "pre-context-compile",
            Checkpoint::PostContextCompile => "post-context-compile",
        }
    }
}

/// How strong a finding is. `allow` is no severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Recorded.
    Warning,
    /// Does not block the tool; blocks phase change and shipping.
    EvidenceRequired,
    /// Blocks; a structured authorisation or a plan revision lifts it.
    SoftDeny,
    /// Blocks; nobody lifts it.
    HardDeny,
}

/// What the proposer should do instead. A finding without one does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum NextAction {
    /// Get a person's structured grant.
    Authorise {
        /// What the grant would cover.
        scope: String,
    },
    /// Produce evidence.
    ProvideEvidence {
        /// Which kind of evidence.
        evidence: String,
    },
    /// Change the plan.
    RevisePlan {
        /// The path that the plan lacks.
        path: String,
    },
    /// Use another path, branch or name.
    UsePath {
        /// Which.
        path: String,
    },
    /// Run this instead.
    Run {
        /// A command line.
        command: String,
    },
    /// Ask a person.
    AskUser {
        /// The question.
        question: String,
    },
    /// Wait.
    WaitFor {
        /// For what.
        what: String,
    },
    /// Stop.
    Stop {
        /// Why.
        reason: String,
    },
}

/// One objection of one policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The policy.
    pub policy: String,
    /// The rule in the policy; stable, kebab-case.
    pub id: String,
    /// How strong.
    pub severity: Severity,
    /// One sentence that a person understands.
    pub message: String,
    /// What to do instead.
    pub next_action: NextAction,
    /// What it refers to: paths, commands, lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source_refs: Vec<String>,
}

/// How a decision reads from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing blocks.
    Allow,
    /// Only soft-deny blocks: a person may say yes.
    Ask,
    /// A hard-deny stands.
    Deny,
}

/// What the gates said at one checkpoint about one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateDecision {
    /// Where.
    pub checkpoint: Checkpoint,
    /// How it reads.
    pub verdict: Verdict,
    /// All findings, strongest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// Names this decision: digest of what was asked, shortened.
    pub trace_id: String,
}
