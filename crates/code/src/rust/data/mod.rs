//! Whether what is kept, given and computed gets to anybody.

pub(super) mod atomic;
pub(super) mod discarded_values;
pub(super) mod dropped_errors;
pub(super) mod field_values;
pub(super) mod fields;
pub(super) mod locals;
pub(super) mod overwritten_values;
pub(super) mod parameters_without_effect;
pub(super) mod read_only_methods;
pub(super) mod unread_fields;
pub(super) mod unread_locals;
pub(super) mod unused_choice;
