//! Bodies that hold no work, and statements that do none.

pub(super) mod body;
pub(super) mod equal_branches;
pub(super) mod hollow;
pub(super) mod no_effect_code;
pub(super) mod stubs;
pub(super) mod surroundings;
pub(super) mod unchanging_values;
