//! Bodies that hold no work, and statements that do none.

pub(super) mod hollow;
pub(super) mod inconsistent_pairs;
pub(super) mod no_effect_code;
pub(super) mod stubs;
pub(super) mod surroundings;
