//! Runs driven through the engine with a world made of plain values, then summed up, replayed and measured.

mod acts;
mod backtested;
mod corrected;
mod figures;
mod found;
mod grants;
mod handed;
mod limits;
mod options;
mod phases;
mod planned;
mod provider;
mod random;
mod relevance;
mod replayed;
mod resumed;
mod runs;
mod script;
mod told;
mod waves;
mod words;
mod world;
