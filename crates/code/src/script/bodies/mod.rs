//! Bodies that hold no work, and statements that do none.

pub(super) mod decided;
pub(super) mod excuses;
pub(super) mod hollow;
pub(super) mod idle;
pub(super) mod nothing;
pub(super) mod still;
pub(super) mod stubs;
