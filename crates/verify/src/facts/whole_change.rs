//! The facts of a change as a whole. Not those of one file.

use serde::{Deserialize, Serialize};

use super::{VERSION, is_false, is_zero};
use crate::rules::Rule;

/// What is said of a change as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub(crate) struct WholeFacts {
    pub(crate) v: u8,
    /// Not all of its files were compared.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) cut: bool,
    /// Files that stand under another path now, as git tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) moved: Vec<String>,
    /// What the repository accepted before the change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) accepted: Vec<AcceptedFact>,
    /// How its tests and checks are weaker than those before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) weakened: Vec<WeakenedFact>,
    /// What sentences of the plan say and the change does otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) unmet: Vec<UnmetFact>,
    /// A few of the tree's tests, whether they are part of the change or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tests: Vec<String>,
    /// How many tests the change brought or changed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) written_tests: u32,
}

/// A finding that the repository accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AcceptedFact {
    /// The id of its rule.
    pub(crate) rule: String,
    pub(crate) path: String,
    /// The function, test or import; without one, all of that rule in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    pub(crate) reason: String,
}

impl AcceptedFact {
    /// As it is written: a path, or `path:name`.
    pub(crate) fn place(&self) -> String {
        match &self.name {
            Some(name) => format!("{}:{name}", self.path),
            None => self.path.clone(),
        }
    }
}

/// Something that the plan says and the change does otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnmetFact {
    pub(crate) rule: Rule,
    /// What it is about, by its name, where it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    /// As a sentence.
    pub(crate) message: String,
}

/// Something that a check lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WeakenedFact {
    pub(crate) rule: Rule,
    pub(crate) path: String,
    /// The test or setting, by its name, where it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    pub(crate) message: String,
    /// No honest change looks like this.
    pub(crate) failed: bool,
}

impl WholeFacts {
    /// Reads them back; `None` for anything else.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let facts: Self = serde_json::from_str(text).ok()?;
        (facts.v == VERSION).then_some(facts)
    }
}
