//! The gates at their public surface.

mod wire;
mod world;
