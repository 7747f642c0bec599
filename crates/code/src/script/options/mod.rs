//! What may be chosen or is given, and whether anybody looks at it.

pub(super) mod bases;
pub(super) mod checked;
pub(super) mod choices;
pub(super) mod flags;
pub(super) mod given;
pub(super) mod handed;
pub(super) mod holders;
pub(super) mod taken;
