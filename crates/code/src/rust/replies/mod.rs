//! Answers that are the same whatever is asked, and answers other than those that were promised.

pub(super) mod answered;
pub(super) mod answers;
pub(super) mod fixed;
pub(super) mod partial;
pub(super) mod same;
pub(super) mod uniform;
