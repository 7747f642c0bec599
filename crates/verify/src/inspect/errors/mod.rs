//! What the plan says of errors, and what the code of the change does with them.

pub(super) mod allowed;
pub(super) mod answered;
pub(super) mod failing;
pub(super) mod kin;
pub(super) mod reaching;
pub(super) mod unanswered;
pub(super) mod untold;
