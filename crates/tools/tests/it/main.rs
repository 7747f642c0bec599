//! Tests of the room at its public surface.

mod files;
mod git;
mod sandbox;
mod snapshot;
