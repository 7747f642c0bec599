//! What may be chosen or is given, and whether anybody looks at it.

pub(super) mod callers;
pub(super) mod parsed;
pub(super) mod refused;
