//! verify.
