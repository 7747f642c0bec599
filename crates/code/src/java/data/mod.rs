//! Whether what is kept, given and computed gets to anybody.

pub(super) mod fields;
pub(super) mod flow;
pub(super) mod guarded;
pub(super) mod idly;
pub(super) mod locals;
