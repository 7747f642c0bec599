//! audit.
