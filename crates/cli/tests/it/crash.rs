//! Processes that end at the wrong moment, and processes that should not be there. The driver is really ended with
//! SIGKILL, and the run really resumed.
//!
//! `lines` ends it after each line; `others` looks at second drivers and at what a killed one leaves behind; `story`
//! is the run that all of them tell.

#[cfg(debug_assertions)]
pub(crate) mod lines;
#[cfg(debug_assertions)]
pub(crate) mod others;
pub(crate) mod story;
