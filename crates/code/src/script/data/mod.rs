//! Whether what is kept, given and computed gets to anybody.

pub(super) mod data_flow;
pub(super) mod fields;
pub(super) mod members;
pub(super) mod name_uses;
pub(super) mod no_effect_code;
pub(super) mod overwritten_values;
pub(super) mod state;
pub(super) mod unfilled_lists;
pub(super) mod unread_locals;
pub(super) mod unread_members;
