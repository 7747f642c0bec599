//! Anthropic Messages: how a request is written, and how its stream is read.

mod read;
mod write;

pub(in crate::wire) use read::Reading;
pub(in crate::wire) use write::write;

/// The version of the format, as its header says it.
pub(crate) const VERSION: &str = "2023-06-01";
