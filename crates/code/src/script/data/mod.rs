//! Whether what is kept, given and computed gets to anybody.

pub(super) mod fields;
pub(super) mod flows;
pub(super) mod lists;
pub(super) mod lost;
pub(super) mod members;
pub(super) mod slots;
pub(super) mod state;
pub(super) mod touches;
pub(super) mod unread;
pub(super) mod vain;
