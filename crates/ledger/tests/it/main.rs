//! What holds of the ground floor: the shape of lines, the chain, and that nothing acts without a permit.

mod chain;
mod compile;
mod golden;
