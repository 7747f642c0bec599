//! What an agent prints while it works on a turn: one JSON value a line, in each agent's own form. Read line by line into
//! what counts: its session, its words, what it reports to have used, and why it could not go on.

mod claude;
mod codex;
mod gemini;
mod opencode;
mod pi;

use serde::Deserialize;
use serde_json::Value;

use crate::turn::Turn;

/// The form of what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stream {
    /// `claude -p --output-format stream-json --verbose`.
    Claude,
    /// `codex exec --json`.
    Codex,
    /// `gemini --output-format stream-json`.
    Gemini,
    /// `opencode run --format json`.
    Opencode,
    /// `pi -p --mode json`.
    Pi,
}

impl Stream {
    /// Takes a line into a turn, and returns what the agent says in it, if anything. A line that can't be read says nothing.
    pub fn take(self, turn: &mut Turn, line: &str) -> Option<String> {
        let value: Value = serde_json::from_str(line.trim()).ok()?;
        let said = match self {
            Stream::Claude => claude::line(turn, &value),
            Stream::Codex => codex::line(turn, &value),
            Stream::Gemini => gemini::line(turn, &value),
            Stream::Opencode => opencode::line(turn, &value),
            Stream::Pi => pi::line(turn, &value),
        };
        turn.said(said)
    }
}
