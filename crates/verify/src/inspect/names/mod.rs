//! Names that the plan asks for, as the change has written them or not.

pub(super) mod absent;
pub(super) mod alone;
pub(super) mod called;
pub(super) mod choices;
pub(super) mod flags;
pub(super) mod idle;
pub(super) mod listed;
pub(super) mod named;
pub(super) mod parameters;
pub(super) mod quoted;
pub(super) mod several;
pub(super) mod stated;
