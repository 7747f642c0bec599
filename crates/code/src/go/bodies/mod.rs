//! Bodies that hold no work, and statements that do none.

pub(super) mod hollow;
pub(super) mod idle;
pub(super) mod still;
pub(super) mod stubs;
