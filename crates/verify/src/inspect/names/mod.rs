//! Names that the plan asks for, as the change has written them or not.

pub(super) mod absent;
pub(super) mod alone;
pub(super) mod called;
pub(super) mod choices;
pub(super) mod chosen;
pub(super) mod flags;
pub(super) mod idle;
pub(super) mod implemented;
pub(super) mod listed;
pub(super) mod named;
pub(super) mod offered;
pub(super) mod owed;
pub(super) mod parameters;
pub(super) mod quoted;
pub(super) mod several;
pub(super) mod sisters;
pub(super) mod stated;
pub(super) mod stays;
pub(super) mod touched;
pub(super) mod unbound;
pub(super) mod withdrawn;
