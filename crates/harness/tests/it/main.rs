//! Rooms that know nothing of each other, together.

mod recorded;
mod told;
