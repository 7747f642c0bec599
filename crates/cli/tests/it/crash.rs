//! Processes that end at the wrong moment, and processes that should not be there. The driver is really ended with
//! SIGKILL, and the run really resumed.
//!
//! `lines` ends it after each line; `story` is the run that all of them tell.

#[cfg(debug_assertions)]
mod lines;
pub(crate) mod story;
