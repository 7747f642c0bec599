//! Tests, and assertions that no code can fail.

pub(super) mod constant_assertions;
mod self_comparison;
pub(super) mod vacuous_tests;
