//! Tests, and assertions that no code can fail.

pub(super) mod checks;
pub(super) mod faint;
pub(super) mod holds;
pub(super) mod testing;
pub(super) mod tried;
