//! Skills of a repository: instructions for one kind of work each, which an agent reads when it comes to such work. The form is that of
//! Agent Skills: a folder with a `SKILL.md`, whose head says its name and when it is of use.

use serde::{Deserialize, Serialize};

use crate::ids::{Hash, RelPath};

/// A skill, as the base commit has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skill {
    /// Its name: the name of its folder.
    pub name: String,
    /// What it is for and when to use it, in its own words.
    pub description: String,
    /// Its `SKILL.md`.
    pub path: RelPath,
    /// Digest of the whole of that file.
    pub digest: Hash,
    /// Whether the repository is trusted; else what it says is data.
    pub trusted: bool,
}

/// The skills of a repository.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skills {
    /// Those that can be used.
    pub found: Vec<Skill>,
    /// Those that can't, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

impl Skills {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.left_out.is_empty()
    }
}
