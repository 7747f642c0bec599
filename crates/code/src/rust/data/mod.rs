//! Whether what is kept, given and computed gets to anybody.

pub(super) mod aside;
pub(super) mod atomic;
pub(super) mod bound;
pub(super) mod flows;
pub(super) mod given;
pub(super) mod kept;
pub(super) mod locals;
pub(super) mod lost;
pub(super) mod muted;
pub(super) mod neglect;
pub(super) mod state;
pub(super) mod unread;
