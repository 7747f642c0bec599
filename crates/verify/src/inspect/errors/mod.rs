//! What the plan says of errors, and what the code of the change does with them.

pub(super) mod allowed;
pub(super) mod answered;
pub(super) mod failure_clauses;
pub(super) mod propagated;
pub(super) mod sibling_handling;
pub(super) mod unhandled;
pub(super) mod unreported;
