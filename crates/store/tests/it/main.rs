//! Everything about the store, at its public surface and at the file underneath.

mod contract;
mod kit;
mod pen;
mod runs;
