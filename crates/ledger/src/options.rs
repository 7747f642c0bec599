//! The part of the configuration that decisions depend on. It is written into the first line of a run, and nothing
//! else from outside reaches `step`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::evidence::EvidenceKind;
use crate::money::{Price, Usd};
use crate::phase::Mode;

mod agent;
mod hooks;
mod models;
mod server;
mod verification;

pub use agent::{AgentChoice, AgentKind, AgentRole};
pub use hooks::{HookOn, Hooks, UserHook};
pub use models::{ModelChoice, Wire};
pub use server::{ServerAt, ToolServer};
pub use verification::{Falsify, Severity, Verification};

/// Everything that `step` and the gates are told from configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// How the project is called where people read of it; empty in lines of older programs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub project: String,
    /// How strong the gates are to be; risk signals force `normal`.
    pub mode: Mode,
    /// Limits of the loop.
    pub limits: Limits,
    /// Money.
    pub budget: Budget,
    /// What the gates hold.
    pub policies: PolicySet,
    /// How a plan is come by.
    #[serde(default)]
    pub plan: Planning,
    /// Bounded retries.
    pub correction: Correction,
    /// The prompt.
    pub context: ContextOptions,
    /// What counts as proof.
    pub verification: Verification,
    /// What forces `normal`.
    pub risk: Risk,
    /// Which model does what.
    pub models: ModelChoice,
    /// The agent that works on the tasks in place of the built-in loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentChoice>,
    /// Servers whose tools the built-in loop may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<ToolServer>,
    /// Hooks around acts.
    pub hooks: Hooks,
}

impl Options {
    /// The agent of somebody else that works on tasks, if one does.
    fn executor(&self) -> Option<&AgentChoice> {
        let agent = self.agent.as_ref();
        agent.filter(|it| it.takes(AgentRole::Executor))
    }

    /// Who does the work, by name: the agent of somebody else, or the model.
    #[must_use]
    pub fn worker(&self) -> &str {
        match self.executor() {
            Some(agent) => &agent.name,
            None => &self.models.executor,
        }
    }

    /// The same, a model by the name that its provider has for it.
    #[must_use]
    pub fn worker_in_full(&self) -> &str {
        match self.executor() {
            Some(agent) => &agent.name,
            None => &self.models.model,
        }
    }
}

/// Limits of the loop; all are of the run unless said otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Milliseconds from opening, waiting for a person not counted.
    pub total_time_ms: u64,
    /// How often one phase may be entered.
    pub state_cycles_max: u32,
    /// Whether the cycle stop is on.
    pub deadlock_detection: bool,
    /// What follows a deadlock.
    pub on_deadlock: OnDeadlock,
    /// Model requests.
    pub turns_max: u32,
    /// Tool calls.
    pub tool_calls_max: u32,
    /// Verifications.
    pub verify_attempts_max: u32,
    /// Delegations.
    pub delegations_max: u32,
    /// Tasks that are worked on side by side.
    #[serde(default = "one")]
    pub tasks_parallel_max: u32,
    /// Seconds that one tool may run.
    pub tool_timeout_s: u32,
    /// Seconds that one verify command may run.
    pub check_timeout_s: u32,
    /// Turns without any durable change before the agent is nudged.
    pub idle_turns_nudge: u32,
    /// Turns without any durable change before the run stops as stuck.
    pub idle_turns_max: u32,
    /// The same action, failure or question this often in a row: nudge at one less, then stuck.
    pub repeats_max: u32,
    /// Replies in a row that can't be understood.
    pub nonsense_max: u32,
    /// Failed requests in a row.
    pub model_failures_max: u32,
    /// A process waits for no longer than this at once, in milliseconds: a run that has to is left parked.
    pub wait_in_process_ms: u64,
    /// Waits for a provider in a row, all together, in milliseconds.
    #[serde(default = "a_night")]
    pub provider_wait_ms: u64,
}

/// Eight hours, for lines of older programs.
fn a_night() -> u64 {
    8 * 3_600_000
}

/// Older programs worked on one task after the other.
fn one() -> u32 {
    1
}

/// What follows a deadlock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnDeadlock {
    /// Escalate, then park.
    EscalateToHuman,
    /// Park.
    Pause,
    /// Fail.
    Fail,
}

/// Money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// For the run (one segment).
    pub total: Usd,
    /// Warn when less than this share is left, in hundredths.
    pub warn_pct: u8,
    /// Whether to stop when it is used up (else warn only).
    pub stop_on_exhausted: bool,
    /// Below this no new spending.
    pub floor: Usd,
    /// Reserved for one model request before it is made.
    pub reserve: Usd,
    /// How long running acts may go on after the limit, in seconds.
    pub grace_s: u32,
    /// Prices by model name.
    pub prices: BTreeMap<String, Price>,
    /// Price of a model that is not in the table.
    pub ceiling: Price,
    /// Where the price of the model that is asked comes from.
    #[serde(default, skip_serializing_if = "PriceBasis::is_unknown")]
    pub basis: PriceBasis,
}

/// Where a price comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum PriceBasis {
    /// Lines of older programs do not say.
    #[default]
    Unknown,
    /// The configuration.
    Configured,
    /// The provider's list, as this program knows it.
    Published,
    /// A server of one's own, which takes no money.
    Local,
    /// Nowhere: the ceiling, or what of it the configuration leaves open.
    Guessed,
}

impl PriceBasis {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self == PriceBasis::Unknown
    }
}

/// What the gates hold: the policies' own configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicySet {
    /// Protected branches, globs; the built-in ones included.
    pub protected_branches: Vec<String>,
    /// Words of the resolved effect that ask (`delete`, `drop`, `force`).
    pub danger_patterns: Vec<String>,
    /// Regular expressions of secret file names.
    pub secret_patterns: Vec<String>,
    /// The user's own rules.
    pub rules: Vec<Rule>,
    /// Built-in hooks that are on, by name.
    pub hooks: Vec<String>,
    /// Command lines that count as declared for verification and may run unasked.
    pub declared: Vec<String>,
    /// Path globs that the agent must not change.
    pub protected_paths: Vec<String>,
    /// Whether rules of the project that allow count; only the user's own configuration says so.
    #[serde(default, skip_serializing_if = "is_off")]
    pub project_may_allow: bool,
    /// Policy files that can't be used, each with where and why: while there is one, everything asks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<String>,
    /// Hosts whose pages are read unasked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documentation_hosts: Vec<String>,
    /// Tools of servers that may be used unasked, globs over `SERVER/TOOL`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed_tools: Vec<String>,
    /// Evidence that some changes need; older lines ask for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<Requirement>,
}

/// Evidence that a change of some files needs before it is merged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// Glob of the files.
    pub when: String,
    /// What kind of record has to stand for the candidate.
    pub kind: EvidenceKind,
    /// What is to be shown, in words for people.
    pub message: String,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands a reference over"
)]
fn is_off(switch: &bool) -> bool {
    !*switch
}

/// One rule, from configuration or from a policy file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// A regular expression over tool and arguments; the empty one matches everything.
    pub pattern: String,
    /// A condition in CEL that has to hold too. A program from before there were conditions judges by the pattern alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// What follows a match.
    pub action: RuleAction,
    /// Tools it applies to; empty means all.
    #[serde(default)]
    pub applies_to: Vec<String>,
    /// What a refused agent is told.
    #[serde(default)]
    pub message: Option<String>,
    /// Whose it is; rules of older lines counted as the user's.
    #[serde(default, skip_serializing_if = "RuleOrigin::is_user")]
    pub origin: RuleOrigin,
}

/// Whose a rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleOrigin {
    /// The user's own.
    #[default]
    User,
    /// The project's.
    Project,
}

impl RuleOrigin {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands a reference over"
    )]
    fn is_user(&self) -> bool {
        *self == RuleOrigin::User
    }
}

/// What follows a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleAction {
    /// Lifts what other policies would only ask about.
    Allow,
    /// Asks.
    Ask,
    /// Denies.
    Deny,
}

/// How a plan is come by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planning {
    /// Whether a person is asked before a plan is carried out.
    pub approve: bool,
    /// Plans of a model that may be refused before the run waits for somebody.
    pub attempts_max: u32,
}

impl Default for Planning {
    fn default() -> Self {
        Self {
            approve: false,
            attempts_max: 3,
        }
    }
}

/// Bounded retries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Corrections in a row for one task.
    pub retries_max: u32,
    /// Corrections of the run.
    pub total_attempts_max: u32,
    /// Triggers that escalate at once: categories, or words of a finding.
    pub escalate_on: Vec<String>,
    /// What an escalation does.
    pub escalate_action: EscalateAction,
    /// The notice command, for `notify`.
    pub notify: Option<Vec<String>>,
}

/// What an escalation does. All of them park.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EscalateAction {
    /// Prepare a draft pull request (without a forge: the hand-over page and the kept branch).
    CreatePr,
    /// Call the notice command.
    Notify,
    /// Park only.
    Pause,
}

/// The prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextOptions {
    /// Tokens of a prompt.
    pub tokens_max: u32,
    /// How history is shortened.
    pub compression: Compression,
    /// Whether history goes in at all.
    pub include_history: bool,
    /// Whole turns kept by `claude-style` and, when shortening, by `sliding-window`.
    pub history_turns_max: u32,
    /// Relevance below which a file is left out, in hundredths.
    pub relevance_pct: u8,
    /// How long relevance is cached, in seconds.
    pub relevance_ttl_s: u32,
}

/// How history is shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compression {
    /// Not at all; a prompt that does not fit stops the run.
    None,
    /// The oldest turns go.
    SlidingWindow,
    /// Recent turns whole, earlier ones in a summary.
    ClaudeStyle,
}

/// What forces `normal`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Risk {
    /// More changed files than this.
    pub files_max: u32,
    /// More deleted files than this.
    pub deletes_max: u32,
}
