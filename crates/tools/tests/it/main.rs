//! Tests of the room at its public surface.

mod git;
mod sandbox;
