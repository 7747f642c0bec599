//! Answers that are the same whatever is asked, and answers other than those that were promised.

pub(super) mod broken_contracts;
pub(super) mod constant_results;
pub(super) mod planned_results;
