//! What a file says about the links that start in it.

use serde::{Deserialize, Serialize};

use super::{Found, is_false};

/// What a link leads to, as the tree has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Leads {
    /// This file, which need not be there.
    File(String),
    /// A folder of files.
    Folder,
    /// Nothing that a tree could hold, as far as anybody can tell.
    Elsewhere,
}

/// What a file says about one link that starts in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub(crate) struct LinkFacts {
    /// What it leads to. `None` in what was written before anybody asked: the file that the plan names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) leads: Option<Leads>,
    /// Where the words of an end that is no file stand, where the plan gives no pattern.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) named: Option<Found>,
    /// It is the target that uses this file, and not the other way.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) turned: bool,
    /// Where the pattern stands outside imports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pattern: Option<Found>,
    /// Imports that the pattern matches, and what each does for the target.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) imports: Vec<ImportFact>,
    /// What all its imports do for the target.
    pub(crate) wire: Wire,
    /// The line of a string that holds the target's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) address: Option<u32>,
    /// A file that it uses, and that uses the target; looked for where it is a test that does not use it itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) through: Option<String>,
    /// The name through which the plan says that it uses the target, where the target has it and this file does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) passed_by: Option<String>,
    /// The names under which it uses the target: what is dropped where the link is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) names: Vec<String>,
}

/// One import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ImportFact {
    /// As written.
    pub(crate) path: String,
    pub(crate) line: u32,
    pub(crate) wire: Wire,
}

/// How one file is joined to another, weakest first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wire {
    /// Not at all.
    #[default]
    None,
    /// Imported, where the language forbids it; the line, and why.
    Shut(u32, String),
    /// Imported, and not used; the line.
    Unused(u32),
    /// Used in tests alone; the line.
    Tests(u32),
    /// Perhaps, and why that can't be told.
    Maybe(u32, String),
    /// Declared here as a module, which is all that is asked, and used elsewhere; the line (Rust).
    Declared(u32),
    /// Imported here and used there; the lines.
    Used(u32, u32),
}
