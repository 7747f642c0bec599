//! Tests, and assertions that no code can fail.

pub(super) mod broad_assertions;
pub(super) mod constant_assertions;
pub(super) mod unseen_assertions;
pub(super) mod vacuous_tests;
