//! What a hook says back, in each agent's own form.
//!
//! A refusal is status 2 with its reason on standard error and nothing on standard output: the form that every version
//! tried honours, and that no other text can take back.

use gate::wire;
use ledger::session::HookAnswer;
use serde_json::{Value, json};

use crate::host::Host;

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Nothing against it: the agent's own permissions decide.
    Pass,
    /// It may: a run has judged it, and nobody else is asked.
    Allow,
    /// The person at the agent is asked.
    Ask(String),
    /// It is refused.
    Deny(String),
    /// The agent is shown this result instead.
    Replace {
        /// The result, in the shape of the one that came.
        response: Value,
        /// Why, for people.
        why: String,
    },
    /// It may not end its turn yet.
    SendBack(String),
    /// It is told something.
    Tell(String),
}

impl Answer {
    /// What of it stands in the ledger.
    #[must_use]
    pub fn kind(&self) -> HookAnswer {
        match self {
            Answer::Pass | Answer::Allow => HookAnswer::Pass,
            Answer::Ask(_) => HookAnswer::Ask,
            Answer::Deny(_) => HookAnswer::Deny,
            Answer::Replace { .. } => HookAnswer::Replaced,
            Answer::SendBack(_) => HookAnswer::SentBack,
            Answer::Tell(_) => HookAnswer::Told,
        }
    }

    /// Its words.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Answer::Pass | Answer::Allow => "",
            Answer::Ask(words)
            | Answer::Deny(words)
            | Answer::SendBack(words)
            | Answer::Tell(words)
            | Answer::Replace { why: words, .. } => words,
        }
    }
}

/// What a hook prints, and the status that it ends with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Printed {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The status.
    pub exit: u8,
}

/// The status that refuses.
pub const REFUSES: u8 = 2;

impl Printed {
    /// A refusal.
    #[must_use]
    pub fn refusal(words: &str) -> Self {
        Self {
            stdout: String::new(),
            stderr: format!("{words}\n"),
            exit: REFUSES,
        }
    }

    fn json(value: &Value) -> Self {
        Self {
            stdout: format!("{value}\n"),
            stderr: String::new(),
            exit: 0,
        }
    }
}

/// An answer to an event of this name, as the agent reads it.
#[must_use]
pub fn print(host: Host, event: &str, answer: &Answer) -> Printed {
    match (host, answer) {
        // Without a word from its hook Claude Code asks a person for leave, and there is none.
        (Host::Claude, Answer::Allow) => Printed::json(&json!({"hookSpecificOutput": {
            "hookEventName": event, "permissionDecision": "allow",
        }})),
        (_, Answer::Pass | Answer::Allow) => Printed::default(),
        (_, Answer::Deny(words)) => Printed::refusal(words),
        (Host::Opencode | Host::Pi, answer) => Printed::json(&ours(answer)),
        (Host::Claude, Answer::Ask(words)) => Printed::json(&json!({"hookSpecificOutput": {
            "hookEventName": event, "permissionDecision": "ask", "permissionDecisionReason": words,
        }})),
        // They can't ask, so whoever asks them to is refused.
        (Host::Codex | Host::Gemini, Answer::Ask(words)) => Printed::refusal(words),
        (Host::Claude, Answer::Replace { response, .. }) => {
            Printed::json(&json!({"hookSpecificOutput": {
                "hookEventName": event, "updatedToolOutput": response,
            }}))
        }
        (Host::Codex, Answer::Replace { response, .. }) => {
            Printed::json(&json!({"decision": "block", "reason": shown(response)}))
        }
        (Host::Gemini, Answer::Replace { response, .. }) => {
            Printed::json(&json!({"decision": "deny", "reason": shown(response)}))
        }
        (Host::Claude | Host::Codex, Answer::SendBack(words)) => {
            Printed::json(&json!({"decision": "block", "reason": words}))
        }
        (Host::Gemini, Answer::SendBack(words)) => {
            Printed::json(&json!({"decision": "deny", "reason": words}))
        }
        (Host::Claude | Host::Codex | Host::Gemini, Answer::Tell(words)) => {
            Printed::json(&json!({"hookSpecificOutput": {
                "hookEventName": event, "additionalContext": words,
            }}))
        }
    }
}

/// The result as one text, for agents that take no other: Gemini CLI tells what is for the model and what is for the person.
fn shown(response: &Value) -> String {
    wire::texts(response.get("llmContent").unwrap_or(response))
}

/// An answer as our own extensions read it.
fn ours(answer: &Answer) -> Value {
    let decision = answer.kind().word();
    match answer {
        Answer::Replace { response, why } => {
            json!({"decision": decision, "reason": why, "tool_response": response})
        }
        Answer::Pass
        | Answer::Allow
        | Answer::Ask(_)
        | Answer::Deny(_)
        | Answer::SendBack(_)
        | Answer::Tell(_) => {
            json!({"decision": decision, "reason": answer.words()})
        }
    }
}
