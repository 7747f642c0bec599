//! The gates at their public surface.

mod examples;
mod laws;
mod redaction;
mod stations;
mod wire;
mod world;
