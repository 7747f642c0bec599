//! What holds of the room, at its public surface.

mod corpus;
mod delivery;
mod facts;
