//! Hooks around acts: the built-in ones, those of the repository, and programs of the person's.

use serde::{Deserialize, Serialize};

use crate::gate::Checkpoint;
use crate::phase::Phase;

/// Hooks around acts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Hooks {
    /// Built-in hooks that run after a failure, by name.
    pub on_failure: Vec<String>,
    /// Whether the repository's own hooks have a say before a merge.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repository: bool,
    /// Programs that are asked before something is done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<UserHook>,
    /// Programs that are told afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<UserHook>,
    /// Programs that are told when something failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<UserHook>,
}

/// A program of a person's that is asked, or told, about what a run does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserHook {
    /// How it is called.
    pub name: String,
    /// About what.
    pub on: HookOn,
    /// The program and its arguments.
    pub run: Vec<String>,
    /// Longest time, in seconds.
    pub timeout_s: u32,
    /// No sandbox holds it. Only the person's own file says so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outside: bool,
}

/// What a hook is asked about: what is named has to hold, each; a list holds if one of it does. Nothing: every tool call, or,
/// after failures, a run that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct HookOn {
    /// Tools: `shell`, `write` and the like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool: Vec<String>,
    /// Checkpoints: `pre-tool` and the like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checkpoint: Vec<Checkpoint>,
    /// Phases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phase: Vec<Phase>,
}
