//! Git command lines taken apart by their model, and the keys of git's configuration that decide what it runs.

pub(crate) mod call;
pub(crate) mod config;
