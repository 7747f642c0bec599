//! Answers that are the same whatever is asked, and answers other than those that were promised.

pub(super) mod answers;
pub(super) mod asked;
pub(super) mod unkept;
