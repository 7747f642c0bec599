//! Bodies that hold no work, and statements that do none.

pub(super) mod classes;
pub(super) mod hollow;
pub(super) mod idle;
mod idly;
pub(super) mod stubs;
