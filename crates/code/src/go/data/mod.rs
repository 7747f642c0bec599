//! Whether what is kept, given and computed gets to anybody.

pub(super) mod bounds;
pub(super) mod dead_stores;
pub(super) mod fields;
pub(super) mod missing_arguments;
pub(super) mod state;
pub(super) mod unfilled_results;
pub(super) mod unused_callback_results;
pub(super) mod unused_parameters;
