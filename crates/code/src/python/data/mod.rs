//! Whether what is kept, given and computed gets to anybody.

pub(super) mod containers;
pub(super) mod fields;
pub(super) mod flows;
pub(super) mod lost;
pub(super) mod members;
pub(super) mod stores;
pub(super) mod unread;
