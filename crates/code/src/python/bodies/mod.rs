//! Bodies that hold no work, and statements that do none.

pub(super) mod classes;
pub(super) mod hollow;
mod no_op_branches;
pub(super) mod no_op_statements;
pub(super) mod stubs;
mod unwritten_branches;
