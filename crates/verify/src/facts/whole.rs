//! The facts of a change as a whole. Not those of one file.

use serde::{Deserialize, Serialize};

use super::{VERSION, is_false};

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
    /// How its tests and checks are weaker than those before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) weakened: Vec<WeakenedFact>,
    /// Names that the plan asks for beside one that was written, and that stand nowhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) unwritten: Vec<String>,
    /// Names that are to take part in what is new, and that no file of the change holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_alone: Vec<String>,
    /// Variables of the environment on which new code hangs, and of which nothing else knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) switches: Vec<String>,
    /// What the plan says in so many words and the change does otherwise, each as a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) unmet: Vec<String>,
    /// A sentence of the plan that asks for tests, where the change touches none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) untested: Option<String>,
    /// A few of the tree's tests, whether they are part of the change or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tests: Vec<String>,
}

/// Something that a check lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WeakenedFact {
    pub(crate) rule: String,
    pub(crate) path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    /// Where the same rule finds more of the kind in this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) also: Vec<u32>,
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
