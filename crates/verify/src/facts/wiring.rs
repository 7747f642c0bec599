//! How a file stands among the others, as facts of an inspection.

use serde::{Deserialize, Serialize};

use super::is_false;

/// How a file stands in its tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WiringFact {
    /// Why it begins something by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) entry: Option<String>,
    /// It is a test.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) test: bool,
    /// The first files that use it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) users: Vec<String>,
    /// It was there before the change, or what uses it was, and nothing reached it then either.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) before: bool,
    pub(crate) reach: ReachFact,
}

/// How a file is reached from where anything starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReachFact {
    /// From the first of these through the others.
    From(Vec<String>),
    /// From tests alone.
    Tests,
    /// By nothing.
    Nothing,
    /// Nothing in the tree is known to start anywhere.
    NoEntry,
    /// It can't be told, and why.
    Unknown(String),
}
