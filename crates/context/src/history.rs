//! What was said so far in one attempt, entry by entry.

use std::sync::Arc;

use ledger::ids::CallId;
use ledger::reply::Reply;

/// One entry of a conversation after the task message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// The agent spoke, asked with a prompt of this size.
    Agent(Arc<Reply>, Sent),
    /// Its calls were answered.
    Results(Arc<Vec<Answer>>),
    /// The harness spoke: a nudge.
    Harness(Arc<str>),
    /// A person spoke: a hint, an answer to words of the agent.
    Person(Arc<str>),
}

/// The prompt that a reply answers, by our own count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sent {
    /// Its bytes, tools included; 0: not known, or not those of the entries as they stand here.
    pub bytes: u64,
    /// Entries of the history that were left out of it, from the oldest on.
    pub left_out: usize,
}

/// The answer to one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The call.
    pub call: CallId,
    /// What the agent is shown.
    pub text: Arc<str>,
    /// Whether it failed or was refused.
    pub failed: bool,
    /// One line about it, for when the entry is left out: tool, target, status.
    pub digest: Arc<str>,
    /// What of it must not be lost when the entry is left out.
    pub mark: Mark,
}

/// What of an answer must not be lost when its entry is left out of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Mark {
    /// Nothing beyond its line.
    #[default]
    Nothing,
    /// It was refused; the text says why.
    Refused,
    /// A person answered this question; the text is the answer.
    Asked(Arc<str>),
    /// A file was read.
    Read {
        /// The file, as the agent named it.
        path: Arc<str>,
        /// First line, from 1, and how many; `None`: from the beginning, or to the end.
        lines: (Option<u32>, Option<u32>),
    },
    /// A file was changed.
    Changed {
        /// The file, as the agent named it.
        path: Arc<str>,
        /// Whether it is gone now.
        gone: bool,
    },
    /// A command ran to its end.
    Ran {
        /// The command line.
        command: Arc<str>,
        /// Its exit code, if it ended by itself.
        exit_code: Option<i32>,
    },
}

impl Turn {
    /// Bytes that it adds to a prompt.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let bytes = match self {
            Turn::Agent(reply, _) => {
                let calls: usize = reply
                    .calls
                    .iter()
                    .map(|it| it.args.len().saturating_add(it.tool.len()))
                    .sum();
                let opaque = reply.opaque.as_ref().map_or(0, String::len);
                reply
                    .text
                    .len()
                    .saturating_add(calls)
                    .saturating_add(opaque)
            }
            Turn::Results(answers) => answers.iter().map(|it| it.text.len()).sum(),
            Turn::Harness(text) | Turn::Person(text) => text.len(),
        };
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// Bytes of all these entries.
#[must_use]
pub fn bytes(turns: &[Turn]) -> u64 {
    turns
        .iter()
        .fold(0, |sum: u64, it| sum.saturating_add(it.bytes()))
}
