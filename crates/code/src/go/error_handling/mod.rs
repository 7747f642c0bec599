//! Errors: where one is told of, and where one is dropped.

pub(super) mod error_reports;
pub(super) mod errors;
pub(super) mod fallbacks;
pub(super) mod infallible_writers;
pub(super) mod must_functions;
mod must_use_calls;
