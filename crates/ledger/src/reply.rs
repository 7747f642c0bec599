//! What a model said, whole.

use serde::{Deserialize, Serialize};

use crate::ids::CallId;
use crate::money::{Usage, Usd};

pub use crate::failure::{Asked, FailureKind, ModelFailure};

/// One whole reply. A broken stream is no reply: its calls are never run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Words.
    pub text: String,
    /// Tool calls, in the order given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
    /// Items that only the provider understands (thinking, signatures), as JSON, sent back as they came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<String>,
    /// Why it ended.
    pub ended: Ended,
    /// Tokens as the provider counted them; `None` when it did not say.
    pub usage: Option<Usage>,
    /// What it costs by the price table; for an unknown price, by the ceiling.
    pub cost: Usd,
    /// The model that answered.
    pub model: String,
    /// From sending to the last byte, in milliseconds.
    pub duration_ms: u64,
}

/// One tool call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The model's name for it.
    pub id: CallId,
    /// The tool's name.
    pub tool: String,
    /// The arguments, JSON as the model wrote it, redacted.
    pub args: String,
}

/// Why a reply ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// It had said everything.
    Turn,
    /// It waits for tool results.
    Tools,
    /// The limit of reply tokens.
    Length,
    /// The provider refused to go on.
    Refusal,
}
