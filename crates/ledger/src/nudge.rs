//! What an agent is told that it did not ask for.

use serde::{Deserialize, Serialize};

/// What a nudge is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nudge {
    /// It goes in circles.
    Loop,
    /// It says that it is done, and nothing has changed.
    NothingChanged,
    /// A person's hint.
    Hint,
    /// Its reply was cut off, or made no sense.
    Again,
    /// The plan that it made can't be carried out.
    Plan,
    /// A hook of the person's says something of what it did.
    Hook,
}
