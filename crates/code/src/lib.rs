//! code.
