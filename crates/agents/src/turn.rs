//! What is known of a turn of an agent while it goes on, from what it prints.

use ledger::money::{Usage, Usd};
use ledger::reply::FailureKind;
use serde_json::Value;

/// Characters of what an agent says that are kept: its last words.
const WORDS_CHARS_MAX: usize = 8_000;

/// What is known of a turn so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Turn {
    /// The session, as the agent calls it.
    pub session: Option<String>,
    /// The version of the agent, if it says so.
    pub version: Option<String>,
    /// The model that answers, as far as it is told.
    pub model: Option<String>,
    /// What it said last.
    pub words: String,
    /// What it reports to have used.
    pub usage: Usage,
    /// What it reports to have spent; nothing where it does not say.
    pub spent: Option<Usd>,
    /// Model requests that it reports.
    pub requests: u32,
    /// Why it could not go on.
    pub failure: Option<Failure>,
    /// Whether it said that the turn is over.
    pub over: bool,
    /// The message whose usage was counted last, where agents repeat it.
    pub(crate) counted: Option<(String, Usage)>,
}

/// Why an agent could not go on, in its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind, as far as a status says it.
    pub kind: FailureKind,
    /// The status, if its provider gave one.
    pub status: Option<u16>,
    /// In words.
    pub words: String,
}

impl Failure {
    /// A failure of which a status may be known.
    pub(crate) fn of(status: Option<u64>, words: &str) -> Self {
        let status = status.and_then(|it| u16::try_from(it).ok());
        let kind = match status {
            Some(401 | 403) => FailureKind::Unauthorised,
            Some(429) => FailureKind::RateLimited,
            Some(402) => FailureKind::Quota,
            Some(400..=499) => FailureKind::Rejected,
            Some(500..=599) => FailureKind::Overloaded,
            Some(_) | None => FailureKind::Broken,
        };
        Self {
            kind,
            status,
            words: words.chars().take(WORDS_CHARS_MAX).collect(),
        }
    }
}

impl Turn {
    /// It reports what the whole of its turn has cost so far, in dollars.
    pub fn reports(&mut self, dollars: f64) {
        self.spent = Some(Usd::from_dollars(dollars));
    }

    /// It says something: its last words, for now.
    pub(crate) fn said(&mut self, said: Option<String>) -> Option<String> {
        let said = said.filter(|it| !it.trim().is_empty())?;
        self.words = said.chars().take(WORDS_CHARS_MAX).collect();
        Some(said)
    }

    /// Its session has this name, if it is one.
    pub(crate) fn named(&mut self, value: Option<&Value>) {
        if let Some(name) = value.and_then(Value::as_str)
            && self.session.as_deref() != Some(name)
            && is_session_name(name)
        {
            self.session = Some(name.to_owned());
        }
    }

    /// One more request was answered.
    pub(crate) fn used(&mut self, usage: Usage) {
        self.usage = self.usage.plus(&usage);
        self.requests = self.requests.saturating_add(1);
    }

    pub(crate) fn spent(&mut self, dollars: Option<f64>) {
        if let Some(dollars) = dollars {
            let before = self.spent.unwrap_or_default();
            self.spent = Some(before.plus(Usd::from_dollars(dollars)));
        }
    }
}

/// A number somewhere in a value; nothing counts as zero.
pub(crate) fn count(value: &Value, pointer: &str) -> u64 {
    value.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
}

pub(crate) fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}

/// The texts among the parts of a message, joined.
pub(crate) fn texts(parts: Option<&Value>) -> Option<String> {
    let parts = parts?.as_array()?;
    let texts: Vec<&str> = parts
        .iter()
        .filter(|it| it.get("type").and_then(Value::as_str) == Some("text"))
        .filter_map(|it| it.get("text").and_then(Value::as_str))
        .collect();
    Some(texts.join("\n"))
}

/// Whether a name of a session can stand in a command line as what it is: agents choose them, and hostile text may.
#[must_use]
pub fn is_session_name(name: &str) -> bool {
    const CHARS_MAX: usize = 200;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    !name.is_empty() && name.len() <= CHARS_MAX && !name.starts_with('-') && name.chars().all(plain)
}
