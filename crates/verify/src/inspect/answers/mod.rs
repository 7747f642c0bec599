//! Code that is there and does less than it is asked, or may for what the plan says.

pub(super) mod constant_results;
pub(super) mod excused;
pub(super) mod hooks;
pub(super) mod imposed;
pub(super) mod partial_results;
pub(super) mod plan_words;
pub(super) mod planned_constants;
pub(super) mod planned_functions;
pub(super) mod result_dependence;
pub(super) mod test_inputs;
pub(super) mod unused_state;
