//! Generated scripts, run by the real bash among stubs and judged by the gate. The test and `benches/differential.rs`
//! share this.

pub(crate) mod compare;
mod compound;
pub(crate) mod grammar;
pub(crate) mod jail;
