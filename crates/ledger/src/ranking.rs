//! Files by how much their paths speak of a task.

use serde::{Deserialize, Serialize};

/// One file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relevant {
    /// Its path.
    pub path: String,
    /// How relevant, in hundredths.
    pub score_pct: u8,
}
