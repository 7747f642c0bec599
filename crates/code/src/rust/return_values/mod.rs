//! Answers that are the same whatever is asked, and answers other than those that were promised.

pub(super) mod constant_results;
pub(super) mod impossible_results;
pub(super) mod missing_cases;
pub(super) mod request_handlers;
pub(super) mod results_without_input;
pub(super) mod uniform_values;
