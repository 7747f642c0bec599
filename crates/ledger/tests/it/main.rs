//! What holds of the ground floor: the shape of lines, the chain, that nothing acts without a permit, and what values mean.

mod chain;
mod compile;
mod golden;
mod grants;
mod money;
mod names;
mod older;
mod permits;
mod phases;
mod verdicts;
