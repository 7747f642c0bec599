//! An agent of somebody else that works on the tasks of a run.

use serde::{Deserialize, Serialize};

/// Who works on the tasks of a run in place of the built-in loop, and how it is started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentChoice {
    /// Its name in the configuration.
    pub name: String,
    /// How it is talked to.
    pub kind: AgentKind,
    /// Which of the known agents it is: `claude`, `codex` …; empty for one of the protocol that is none of them.
    pub profile: String,
    /// The program, and arguments of the person's own; what the profile needs follows them.
    pub command: Vec<String>,
    /// The model that it is told to use; without it its own settings say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What it does in a run; empty: it works on tasks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<AgentRole>,
}

impl AgentChoice {
    /// Whether it has this role. What no agent does the built-in loop does.
    #[must_use]
    pub fn takes(&self, role: AgentRole) -> bool {
        match self.roles.is_empty() {
            true => role == AgentRole::Executor,
            false => self.roles.contains(&role),
        }
    }
}

/// What an agent does in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AgentRole {
    /// It works on tasks.
    Executor,
    /// It makes the plan where a source brings none.
    Planner,
}

/// How an agent is talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AgentKind {
    /// A program that is started for each turn, without a terminal; its hooks ask the run.
    Cli,
    /// A program that speaks the Agent Client Protocol: it asks for leave, and has the run read, write and start for it.
    Acp,
}
