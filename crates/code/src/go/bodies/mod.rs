//! Bodies that hold no work, and statements that do none.

pub(super) mod hollow;
pub(super) mod no_op_branches;
pub(super) mod stubs;
pub(super) mod unchanging_values;
