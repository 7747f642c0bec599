//! Which of two texts of the same thing is the later one.

use ledger::forge::Origin;
use ledger::ids::Hash;
use serde::{Deserialize, Serialize};

/// A version of a title and a text. Of two of one second what we looked up counts; of two that were told, one and always the
/// same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub(crate) struct Version {
    at_ms: u64,
    is_looked_up: bool,
    digest: u64,
}

impl Version {
    /// The version with these texts.
    pub(crate) fn of(at_ms: u64, origin: Origin, texts: &[&str]) -> Self {
        let digest = Hash::of(texts.join("\n\n").as_bytes());
        let first = digest.0.first_chunk().copied().unwrap_or_default();
        Self {
            at_ms,
            is_looked_up: origin != Origin::Delivery,
            digest: u64::from_be_bytes(first),
        }
    }

    /// Whether it cannot be told which of the two is the later one: only the forge knows.
    pub(crate) fn contradicts(&self, other: &Self) -> bool {
        self.at_ms == other.at_ms
            && self.digest != other.digest
            && !self.is_looked_up
            && !other.is_looked_up
    }
}
