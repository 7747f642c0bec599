//! What may be chosen or is given, and whether anybody looks at it.

pub(super) mod callers;
pub(super) mod only_validated_parameters;
pub(super) mod unread_options;
