//! When a line was written, and on whose behalf.

use serde::{Deserialize, Serialize};

use crate::ids::TaskId;

/// When something was seen or decided, and on whose behalf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// Milliseconds since the driver started, monotonic.
    pub mono_ms: u64,
    /// The task it belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskId>,
}
