//! Tests of the room at its public surface.

mod sandbox;
