//! Bodies that hold no work, and statements that do none.

pub(super) mod discarded_objects;
pub(super) mod excuses;
pub(super) mod hollow;
pub(super) mod no_op_statements;
pub(super) mod stand_in_answers;
pub(super) mod stubs;
pub(super) mod unchanging_values;
