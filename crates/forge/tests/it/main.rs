//! What holds of the room, at its public surface.

mod acts;
mod client;
mod corpus;
mod delivery;
mod facts;
mod hooks;
mod kit;
mod people;
mod pulls;
mod server;
