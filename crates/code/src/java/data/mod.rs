//! Whether what is kept, given and computed gets to anybody.

pub(super) mod fields;
pub(super) mod locals;
pub(super) mod only_validated_parameters;
pub(super) mod parameters_without_effect;
pub(super) mod unread_parameters;
