//! Tests, and assertions that no code can fail.

pub(super) mod asserts;
pub(super) mod lax;
pub(super) mod vacuous;
pub(super) mod vain;
