//! Runs driven through the engine with a world made of plain values, then summed up, replayed and measured.

mod backtested;
mod figures;
mod grants;
mod limits;
mod options;
mod planned;
mod random;
mod relevance;
mod replayed;
mod resumed;
mod runs;
mod script;
mod waves;
mod world;
