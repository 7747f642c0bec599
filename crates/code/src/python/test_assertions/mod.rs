//! Tests, and assertions that no code can fail.

pub(super) mod constant_assertions;
pub(super) mod swallowed_failures;
pub(super) mod test_functions;
pub(super) mod vacuous_tests;
pub(super) mod weak_assertions;
