//! Servers of the Model Context Protocol: reaching one, and using a tool of it.

use serde::{Deserialize, Serialize};

use crate::ids::TaskId;
use crate::options::ServerAt;

/// Start a server, or reach it, and have it say which tools it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connect {
    /// The task that wants its tools first; they serve the whole run.
    pub task: TaskId,
    /// Its name in the configuration.
    pub server: String,
    /// Where it is.
    pub at: ServerAt,
    /// Longest time until its tools are known, in seconds.
    pub timeout_s: u32,
}

/// Have a server carry out one of its tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UseTool {
    /// On whose behalf.
    pub task: TaskId,
    /// The server.
    pub server: String,
    /// The tool, as the server calls it.
    pub tool: String,
    /// Its arguments, a JSON object.
    pub arguments: String,
    /// Longest time, in seconds.
    pub timeout_s: u32,
}
