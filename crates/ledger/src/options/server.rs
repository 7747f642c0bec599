//! Servers of the Model Context Protocol whose tools a run may use.

use serde::{Deserialize, Serialize};

/// A server, as it is configured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolServer {
    /// Its name in the configuration.
    pub name: String,
    /// Where it is.
    pub at: ServerAt,
    /// Tools that are offered, globs over their names; empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<String>,
    /// Longest time for one use, in seconds.
    pub timeout_s: u32,
}

/// Where a server is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerAt {
    /// A program that is started, and spoken to over its standard input and output.
    Program {
        /// The program and its arguments.
        argv: Vec<String>,
    },
    /// An address that speaks HTTP.
    Address {
        /// The address.
        url: String,
    },
}
