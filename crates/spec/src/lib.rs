//! spec.
