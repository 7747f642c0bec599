//! Whether what is kept, given and computed gets to anybody.

pub(super) mod containers;
pub(super) mod data_flow;
pub(super) mod fields;
pub(super) mod members;
pub(super) mod overwritten_values;
pub(super) mod unread_containers;
pub(super) mod unread_locals;
