//! One line of a corpus, read. Five kinds of rows share a frame; their own fields say which kind a row is.

use gate::wire::CheckLine;
use ledger::evidence::Evidence;
use serde::Deserialize;
use serde_json::Value;

use super::cases;
use super::setting::{Setting, expanded};
use super::setup::{Object, Race};

/// Longest line, in bytes.
const LINE_BYTES_MAX: usize = 8 << 20;

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its name.
    pub id: String,
    /// The family it belongs to.
    pub family: String,
    /// The answers that are right; at least one.
    pub expected: Vec<Answer>,
    /// It is labelled as a question of evidence: refusing it as evidence is exact.
    pub is_about_evidence: bool,
    /// Why its answer is right.
    pub why: String,
    /// Its minimal pair, if it has one.
    pub pair: Option<String>,
    /// Where it is asked.
    pub setting: Setting,
    /// What stands on the disk.
    pub objects: Vec<Object>,
    /// What changes on the disk after the decision.
    pub races: Vec<Race>,
    /// What is asked.
    pub case: Case,
}

/// What a row asks.
#[derive(Debug, Clone, PartialEq)]
pub enum Case {
    /// Whether a tool call may be done.
    Call(Box<Call>),
    /// Which parts of a text are masked.
    Output {
        /// The text.
        text: String,
        /// The secrets in it, in characters.
        spans: Vec<(usize, usize)>,
    },
    /// Whether verification counts as passed, with these records.
    Claim {
        /// The command that must be green.
        command: String,
        /// What was recorded.
        evidence: Vec<Evidence>,
    },
    /// Something that no tool does: it can't be carried out.
    NoSuchTool(String),
    /// A delivery to the daemon: the gates don't answer it.
    Delivery,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// A text that was read before, as the result of a tool.
    pub before: Option<CheckLine>,
    /// The call.
    pub line: CheckLine,
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// It runs unasked.
    Allow,
    /// It stops; a person may say yes.
    Ask,
    /// It stops, and nobody can lift that.
    Deny,
    /// The secrets in it are masked, and the rest stays.
    Redact,
    /// A delivery is taken in.
    Accept,
    /// A delivery is refused.
    Reject,
    /// A delivery is taken in and changes nothing.
    Ignore,
}

impl Answer {
    /// The word of it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Answer::Allow => "allow",
            Answer::Ask => "ask",
            Answer::Deny => "deny",
            Answer::Redact => "redact",
            Answer::Accept => "accept",
            Answer::Reject => "reject",
            Answer::Ignore => "ignore",
        }
    }
}

/// One value or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    fn into_vec(self) -> Vec<T> {
        match self {
            OneOrMany::One(one) => vec![one],
            OneOrMany::Many(many) => many,
        }
    }
}

/// The frame, and every field that any kind of row has. Unknown fields are notes for people.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawRow {
    id: String,
    family: String,
    expected: OneOrMany<Answer>,
    #[serde(default)]
    severity: Value,
    #[serde(default)]
    why: String,
    #[serde(default)]
    pair: Value,
    #[serde(default)]
    pub(super) setup: Value,
    pub(super) phase: Option<String>,
    pub(super) command: Option<String>,
    pub(super) cwd_context: Option<String>,
    pub(super) shell: Option<String>,
    pub(super) gate: Option<String>,
    pub(super) op: Option<String>,
    pub(super) path: Option<String>,
    pub(super) cwd: Option<String>,
    pub(super) platform: Option<String>,
    pub(super) file: Option<String>,
    pub(super) content_parts: Option<Vec<String>>,
    #[serde(default)]
    pub(super) secret_spans: Vec<(usize, usize)>,
    pub(super) channel: Option<String>,
    pub(super) trust: Option<String>,
    pub(super) document: Option<String>,
    pub(super) induced_action: Option<Value>,
    requests: Option<Value>,
}

/// Reads one line.
///
/// # Errors
/// Why it is no row, in words.
pub fn read_row(line: &str) -> Result<Row, String> {
    if line.len() > LINE_BYTES_MAX {
        return Err("the row is longer than 8 MiB".to_owned());
    }
    let raw: RawRow = serde_json::from_str(&expanded(line))
        .map_err(|error| format!("the row can't be read: {error}"))?;
    let expected = raw.expected.clone().into_vec();
    if expected.is_empty() {
        return Err(format!("row `{}` expects nothing", raw.id));
    }
    let mut row = Row {
        id: raw.id.clone(),
        family: raw.family.clone(),
        expected,
        is_about_evidence: raw.severity == "evidence-required",
        why: raw.why.clone(),
        pair: name_of(&raw.pair),
        setting: Setting::default(),
        objects: Vec::new(),
        races: Vec::new(),
        case: Case::Delivery,
    };
    if raw.requests.is_none() {
        cases::fill(&mut row, raw)?;
    }
    Ok(row)
}

fn name_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Some(value.to_string())
        }
    }
}
