//! The command line against real repositories: what a person would see, and what is left when it ends.

mod agent;
mod authorise;
mod backtest;
mod bad_input;
mod batch;
mod chat;
mod corpus;
mod crash;
mod doctor;
mod falsify;
mod front;
mod keys;
mod leftovers;
mod merges;
mod regressions;
mod secrets;
mod sources;
mod stories;
mod support;
mod surroundings;
mod trials;
mod verdict;
mod verify;
mod verify_plan;
mod waves;
mod wires;
