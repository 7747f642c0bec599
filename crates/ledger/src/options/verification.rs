//! What counts as proof.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::is_off;
use crate::event::RepositoryHook;
use crate::ids::RelPath;

/// What counts as proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// Commands whose exit code 0 is needed before merging.
    pub commands: Vec<String>,
    /// Whether nobody declared them: they are what was found in the project.
    #[serde(default, skip_serializing_if = "is_off")]
    pub commands_found: bool,
    /// Commands that make a clean checkout ready for the others, in order; they have to end with exit code 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prepare: Vec<String>,
    /// Folders and files that git ignores, or submodules, to be copied from the person's checkout beside a clean one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bring: Vec<RelPath>,
    /// Whether the deterministic levels run.
    pub levels: Vec<u8>,
    /// Whether the semantic verifier is asked for.
    pub superpowers: bool,
    /// Whether to go on after it failed.
    pub superpowers_continue_on_fail: bool,
    /// Whether quality gates are asked for, and which.
    pub archon: Vec<String>,
    /// Their thresholds.
    pub thresholds: BTreeMap<String, u32>,
    /// The project's own commands that check its types, for the gate `type-check`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub type_check: Vec<String>,
    /// The repository's own hooks that have to let a change pass, as they stood when the run was opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<RepositoryHook>,
    /// How much of level 5 may be tried.
    #[serde(default)]
    pub falsify: Falsify,
    /// What findings of some rules lead to, where that is not what the rules say themselves.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rules: BTreeMap<String, Severity>,
}

/// What a finding leads to, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It is not told.
    Off,
    /// It is told.
    Note,
    /// Nothing passes with it.
    Gap,
}

impl Severity {
    /// The word in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Off => "off",
            Severity::Note => "note",
            Severity::Gap => "gap",
        }
    }

    /// What a word in files means.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        let all = [Severity::Off, Severity::Note, Severity::Gap];
        all.into_iter().find(|it| it.word() == word)
    }
}

/// How much may be broken in scratch copies, to see whether evidence notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Falsify {
    /// Breaks in one verification, at most.
    pub breaks_max: u32,
    /// Wall time of all together, in seconds.
    pub time_s: u32,
    /// Scratch copies side by side.
    pub copies: u32,
}

impl Default for Falsify {
    /// 24 breaks, three minutes, two copies.
    fn default() -> Self {
        Self {
            breaks_max: 24,
            time_s: 180,
            copies: 2,
        }
    }
}
