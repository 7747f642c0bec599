//! Tests, and assertions that no code can fail.

pub(super) mod asserted;
pub(super) mod checks;
mod itself;
