//! Tests, and assertions that no code can fail.

pub(super) mod asserts;
pub(super) mod callbacks;
pub(super) mod tautologies;
