//! Whether what is kept, given and computed gets to anybody.

pub(super) mod bounds;
pub(super) mod fields;
pub(super) mod handed;
pub(super) mod ignored;
pub(super) mod state;
pub(super) mod unfed;
pub(super) mod unheeded;
pub(super) mod vain;
