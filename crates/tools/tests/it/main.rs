//! Tests of the room at its public surface.

#![cfg(unix)]

mod conversions;
mod facts;
mod files;
mod git;
mod index;
mod leftover;
mod sandbox;
mod snapshot;
