//! Which model does what, and in which format it is asked.

use serde::{Deserialize, Serialize};

/// Which model does what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelChoice {
    /// Name of the executor in the configuration.
    pub executor: String,
    /// The model's own name, as the provider knows it.
    pub model: String,
    /// The wire format.
    pub wire: Wire,
    /// Temperature in thousandths, if it is set.
    pub temperature_milli: Option<u32>,
    /// Tokens of a reply.
    pub reply_tokens_max: u32,
}

/// Wire formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wire {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Chat Completions.
    OpenaiChat,
    /// OpenAI Responses.
    OpenaiResponses,
    /// A written conversation.
    Scripted,
}
