//! Tests, and assertions that no code can fail.

pub(super) mod callbacks;
pub(super) mod constant_assertions;
pub(super) mod tautologies;
