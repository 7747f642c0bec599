//! What was measured of a candidate for the quality gates: figures of files, not judgements.

use serde::{Deserialize, Serialize};

/// All figures of one candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Measured {
    /// How many files were looked into.
    pub files: u32,
    /// How many functions have a figure; those of tests have none.
    pub functions: u32,
    /// Functions over the threshold, in order of paths and lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complex: Vec<Complex>,
    /// Secrets in clear, in order of paths and lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secrets: Vec<SecretAt>,
    /// The coverage report that counts, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Files that could not be looked into whole, or of which not all fitted in here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partly: Vec<String>,
}

/// A function through which more ways lead than allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complex {
    /// Its file.
    pub path: String,
    /// Its line, from 1.
    pub line: u32,
    /// Its name, with what it belongs to.
    pub name: String,
    /// Ways through it.
    pub complexity: u32,
    /// Ways through it in the version before; `None`: it is new, or there is no version before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u32>,
}

/// A secret in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretAt {
    /// The file.
    pub path: String,
    /// Its line, from 1.
    pub line: u32,
    /// What it is, kebab-case.
    pub kind: String,
    /// Whether the version before had it too.
    pub before: bool,
}

/// What a coverage report says about the whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// The report.
    pub path: String,
    /// Lines that could have run.
    pub lines: u64,
    /// Lines that did.
    pub hit: u64,
    /// Whether it was written while the commands of this verification ran.
    pub fresh: bool,
}
