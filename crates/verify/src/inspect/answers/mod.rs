//! Code that is there and does less than it is asked, or may for what the plan says.

pub(super) mod alike;
pub(super) mod dictated;
pub(super) mod excused;
pub(super) mod habits;
pub(super) mod handed;
pub(super) mod hooks;
pub(super) mod kept;
pub(super) mod less;
pub(super) mod promised;
pub(super) mod spoken;
pub(super) mod wanted;
