//! Tests, and assertions that no code can fail.

pub(super) mod constant_assertions;
pub(super) mod skipped_assertions;
pub(super) mod unrun_commands;
pub(super) mod vacuous_tests;
