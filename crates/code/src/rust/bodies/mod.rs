//! Bodies that hold no work, and statements that do none.

pub(super) mod arms;
pub(super) mod body;
pub(super) mod hollow;
pub(super) mod idle;
pub(super) mod setting;
pub(super) mod still;
pub(super) mod stubs;
