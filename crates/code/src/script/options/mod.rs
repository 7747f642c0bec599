//! What may be chosen or is given, and whether anybody looks at it.

pub(super) mod bases;
pub(super) mod choices;
pub(super) mod flags;
pub(super) mod only_validated_options;
pub(super) mod option_objects;
pub(super) mod passed_functions;
pub(super) mod unread_props;
pub(super) mod untaken_arguments;
