//! Handing a task to an agent of somebody else for one turn.

use serde::{Deserialize, Serialize};

use crate::ids::TaskId;
use crate::money::Usd;
use crate::options::AgentKind;

/// Have an agent work on a task until it says that it is done. What it does meanwhile is asked about by its hooks, and held
/// by its sandbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delegate {
    /// Whose worktree.
    pub task: TaskId,
    /// Its name in the configuration.
    pub agent: String,
    /// Which of the known agents it is.
    pub profile: String,
    /// How it is talked to.
    pub kind: AgentKind,
    /// The program and its arguments; where it is started for each turn, the prompt follows as the last one.
    pub argv: Vec<String>,
    /// What it is told.
    pub prompt: String,
    /// The session that it goes on with, as the agent calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumes: Option<String>,
    /// What it may spend: it is ended once it reports more.
    pub spend_max: Usd,
    /// Longest time, in seconds.
    pub timeout_s: u32,
}
