//! Tests of the room at its public surface.

#![cfg(unix)]

mod files;
mod git;
mod sandbox;
mod snapshot;
