//! Errors: where one is told of, and where one is dropped.

pub(super) mod errors;
pub(super) mod faint;
mod heeded;
pub(super) mod memory;
pub(super) mod must;
pub(super) mod told;
