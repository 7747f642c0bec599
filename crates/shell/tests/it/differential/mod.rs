//! Generated scripts, run by the real bash among stubs and followed by us. The test and `benches/differential.rs`
//! share this.

pub(crate) mod compare;
mod compound;
pub(crate) mod grammar;
pub(crate) mod jail;
