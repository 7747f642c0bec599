//! What came of a turn of an agent that acts by itself.

use serde::{Deserialize, Serialize};

use crate::reply::{ModelFailure, Reply};

/// A turn of an agent of somebody else is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delegated {
    /// The session, as the agent calls it: the next turn may go on with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Model requests that it reports.
    pub requests: u32,
    /// How it ended.
    pub end: TurnEnd,
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEnd {
    /// It said that it is done: its last words, and what it reports to have used. A claim, never evidence.
    Replied(Reply),
    /// It could not go on; what it reports to have used until then.
    Failed {
        /// Why.
        failure: ModelFailure,
        /// What it had used, without words.
        used: Reply,
    },
}
