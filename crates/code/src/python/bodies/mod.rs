//! Bodies that hold no work, and statements that do none.

pub(super) mod classes;
pub(super) mod hollow;
pub(super) mod idle;
mod idly;
mod put_off;
pub(super) mod stubs;
