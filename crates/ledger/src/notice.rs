//! What people are told of a run beside the terminal, how, and what came of it.

use serde::{Deserialize, Serialize};

use crate::ids::Seq;

/// What people are told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// The run waits for something, and no process holds it.
    Park,
    /// A person is asked.
    Question,
    /// Somebody stopped the run.
    Stop,
    /// Nothing follows: it is done, or it failed.
    End,
}

impl NoticeKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Park, Self::Question, Self::Stop, Self::End];

    /// The word for people and programs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            NoticeKind::Park => "park",
            NoticeKind::Question => "question",
            NoticeKind::Stop => "stop",
            NoticeKind::End => "end",
        }
    }
}

/// How people are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeWay {
    /// A program of the person's own.
    Command,
    /// An address that takes JSON.
    Webhook,
}

impl NoticeWay {
    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            NoticeWay::Command => "command",
            NoticeWay::Webhook => "webhook",
        }
    }
}

/// What came of telling people of a line. Nothing depends on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notified {
    /// The line.
    pub about: Seq,
    /// What it is.
    pub kind: NoticeKind,
    /// How they were told.
    pub way: NoticeWay,
    /// The name of the program, or the host: never its arguments or the whole address, which can hold a key.
    pub to: String,
    /// How often it was tried.
    pub attempts: u32,
    /// Why it did not get there; `None`: it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    /// Milliseconds from the first try to the end of the last.
    pub duration_ms: u64,
}
