//! The result of verification, as `VERIFICATION.md` and the JSON report show it.

mod looked_at;

use serde::{Deserialize, Serialize};

use crate::ids::GitId;
use crate::verdict::Inputs;

pub use looked_at::{CommandCounts, LookedAt, NotRead};

/// The result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The plan's phase or title.
    pub phase: String,
    /// The tree that was looked at, if it has one.
    pub tree: Option<GitId>,
    /// How it stands.
    pub status: ReportStatus,
    /// Every must-have and every command, one item each.
    pub items: Vec<Item>,
    /// Structured feedback, most serious first.
    pub feedback: Vec<Feedback>,
    /// Compared with the report before, if there was one.
    pub re_verification: Option<ReVerification>,
    /// Which verifiers took part.
    pub parts: Vec<Part>,
    /// What was found and is accepted: no part of how it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<Accepted>,
    /// What was looked at; nothing in what was written before that was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_at: Option<LookedAt>,
    /// What it follows from, where that was taken down: the verdict's key is their digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Inputs>,
}

/// The rule of feedback that says why nothing was run.
pub const NOTHING_RUN: &str = "nothing-run";

impl Report {
    /// Why nothing was run, where nothing was and nobody is asked about it.
    #[must_use]
    pub fn unrun(&self) -> Option<&str> {
        let mut all = self.feedback.iter();
        all.find(|it| it.rule == NOTHING_RUN)
            .map(|it| it.message.as_str())
    }

    /// How many items are verified, and how many there are.
    #[must_use]
    pub fn score(&self) -> (usize, usize) {
        let verified = self
            .items
            .iter()
            .filter(|it| it.status == ItemStatus::Verified)
            .count();
        (verified, self.items.len())
    }

    /// The items that failed.
    pub fn gaps(&self) -> impl Iterator<Item = &Item> {
        self.items
            .iter()
            .filter(|it| it.status == ItemStatus::Failed)
    }

    /// What is worth knowing and is said by no item that is open: neither in the same words, nor as work left undone or a
    /// weaker check on that very line. That nothing was run is said with what was looked at, where that was counted.
    pub fn notes(&self) -> impl Iterator<Item = &Feedback> {
        let open = |it: &&Item| it.status != ItemStatus::Verified;
        let said = move |note: &Feedback| {
            self.items.iter().filter(open).any(|item| {
                let words = note.message == format!("{}: {}", item.text, item.reason);
                let undone = matches!(item.word.as_str(), "STUB" | "WEAKENED");
                words || undone && item.location.is_some() && item.location == note.location
            })
        };
        let counted = self.looked_at.is_some();
        let warnings = self.feedback.iter();
        let warnings = warnings.filter(move |it| !counted || it.rule != NOTHING_RUN);
        warnings.filter(move |it| it.status == FeedbackStatus::Warning && !said(it))
    }
}

/// How a report stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportStatus {
    /// All must-haves are met by evidence.
    Passed,
    /// Something is missing.
    GapsFound,
    /// Nothing is missing that a machine can see; a person has to look.
    HumanNeeded,
}

impl ReportStatus {
    /// The word in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ReportStatus::Passed => "passed",
            ReportStatus::GapsFound => "gaps_found",
            ReportStatus::HumanNeeded => "human_needed",
        }
    }
}

/// One must-have, or one command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Stable name: kind and text or path; the same in the next report.
    pub id: String,
    /// What it is.
    pub kind: ItemKind,
    /// In words: the truth, the path, `from -> to`, the command.
    pub text: String,
    /// The artifact's path, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// How it stands.
    pub status: ItemStatus,
    /// The field's word: VERIFIED, STUB, MISSING, ORPHANED, HOLLOW, WIRED, NOT_WIRED, ...
    pub word: String,
    /// The level that decided.
    pub level: Option<u8>,
    /// Why, one sentence.
    pub reason: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Evidence ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// What is missing, as things to do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Whether an agent can mend it.
    pub fixable: bool,
    /// Nobody wrote it down: it follows from what the plan says otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
    /// The id of the rule that decided; empty where all is well, and in what was written before rules had ids.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

impl Item {
    /// Where it is, as `path:line`; nothing where it is about no single file.
    #[must_use]
    pub fn place(&self) -> Option<String> {
        let path = self.path.as_ref();
        let path = path.filter(|_| self.kind != ItemKind::KeyLink)?;
        let place = self.location.as_ref().map(Location::place);
        Some(place.unwrap_or_else(|| path.clone()))
    }
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// A sentence that must be true.
    Truth,
    /// A file.
    Artifact,
    /// A use.
    KeyLink,
    /// A requirement id.
    Requirement,
    /// A command or quality gate.
    Gate,
}

/// How an item stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemStatus {
    /// Met.
    Verified,
    /// Not met.
    Failed,
    /// Beyond what could be looked at.
    Unknown,
    /// For a person.
    Human,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The file.
    pub file: String,
    /// Line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

impl Location {
    /// As people and editors write it: `file:line`.
    #[must_use]
    pub fn place(&self) -> String {
        let file = &self.file;
        self.line
            .map_or_else(|| file.clone(), |line| format!("{file}:{line}"))
    }
}

/// One item of feedback, in the form that reports and forges read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feedback {
    /// Pass, fail or warning.
    pub status: FeedbackStatus,
    /// What about.
    pub category: Category,
    /// The level that found it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// One sentence.
    pub message: String,
    /// Whether an agent can mend it.
    pub fixable: bool,
    /// How.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix_suggestion: Option<String>,
    /// How sure, in hundredths.
    pub confidence_pct: u8,
    /// The rule that found it.
    pub rule: String,
}

/// A finding that the repository accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    /// The rule that found it.
    pub rule: String,
    /// The entry's place: a path, or `path:name`.
    pub place: String,
    /// Where it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// What was found.
    pub message: String,
    /// Why it is accepted, in the entry's words.
    pub reason: String,
}

/// Pass, fail or warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FeedbackStatus {
    /// Good.
    Pass,
    /// Bad.
    Fail,
    /// Noteworthy.
    Warning,
}

/// What feedback is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Does it do what was asked?
    Semantic,
    /// Is it well made?
    Quality,
    /// Is it safe?
    Security,
    /// Is it neat?
    Style,
}

/// Compared with the report before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReVerification {
    /// How the report before stood.
    pub previous_status: ReportStatus,
    /// Its score, as `1/3`.
    pub previous_score: String,
    /// Items that failed and are verified now.
    pub gaps_closed: Vec<String>,
    /// Items that failed and still do.
    pub gaps_remaining: Vec<String>,
    /// Items that were verified and are not any more.
    pub regressions: Vec<String>,
    /// What failed, and nothing asks about it any more: neither closed nor looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps_unasked: Vec<String>,
}

/// One verifier's part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// `levels`, `superpowers` or `archon`.
    pub verifier: String,
    /// How long, in milliseconds; zero for pure parts.
    pub duration_ms: u64,
    /// Why it did not take part, if it was asked for and could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
}
