//! Everything about the store, at its public surface and at the file underneath.

mod blobs;
mod cache;
mod contract;
mod crash;
mod deliveries;
mod format;
mod inbox;
mod kit;
mod log;
mod pen;
mod runs;
mod tamper;
