//! What a server of the Model Context Protocol offers: data from outside, and claims.

use serde::{Deserialize, Serialize};

use crate::ids::Hash;

/// A tool, as its server describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedTool {
    /// Its name, as the server calls it.
    pub name: String,
    /// What it does, in the server's words.
    pub description: String,
    /// JSON Schema of its arguments.
    pub schema: String,
    /// Digest of all that the server says of it.
    pub digest: Hash,
    /// How that compares with what it said before.
    pub known: Known,
    /// What in its words is hidden, or reads like an order to the agent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noticed: Vec<String>,
}

/// How a tool compares with what its server offered before, in this run or an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Known {
    /// The server was never reached before: the person configured it, and it is what they configured.
    First,
    /// It says the same as before.
    Same,
    /// The server did not have it before.
    Added,
    /// It says something else than before.
    Changed,
}

/// What a server offers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Its name in the configuration.
    pub server: String,
    /// Its tools.
    pub tools: Vec<OfferedTool>,
    /// Tools that are not offered to the agent, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// What a server did that it was not asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerSeen {
    /// It is no longer there: it went away, or it was closed since it did not keep to the protocol.
    Closed {
        /// The server.
        server: String,
        /// Why.
        why: String,
    },
    /// It says that its tools have changed: those that it has now.
    Offers(Offer),
}

/// A tool that a person is asked about before the agent is told of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubtfulTool {
    /// Its name.
    pub name: String,
    /// Digest of what the server says of it: the answer is bound to it.
    pub digest: Hash,
    /// All that the agent would be told of it.
    pub description: String,
    /// Why it is asked about.
    pub why: String,
}

/// What a person is asked about tools, in a sentence.
#[must_use]
pub fn question(server: &str, tools: &[DoubtfulTool]) -> String {
    let names: Vec<String> = tools.iter().map(|it| format!("`{}`", it.name)).collect();
    let names = names.join(", ");
    format!("may the agent be told of these tools of the server `{server}`? {names}")
}
