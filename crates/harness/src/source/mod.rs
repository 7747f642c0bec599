//! Specifications that are more than one file, read from a repository's disk into a `Source`. What they mean is `spec`'s.

pub mod change;
