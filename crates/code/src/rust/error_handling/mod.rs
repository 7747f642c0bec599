//! Errors: where one is told of, and where one is dropped.

pub(super) mod error_reports;
pub(super) mod fallbacks;
