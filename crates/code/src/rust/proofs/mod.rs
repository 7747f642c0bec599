//! Tests, and assertions that no code can fail.

pub(super) mod checks;
pub(super) mod passed;
pub(super) mod unrun;
pub(super) mod vacuous;
