//! Where brain and hands meet. It decides nothing: what to do comes from `engine`, leave to do it from `ledger`.
//!
//! Reading order: [`config`] (what a person configured), [`runs`] (opening, taking and reading runs), [`drive`] (the
//! loop that joins state, ledger and hands).
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod accepted;
pub mod authorise;
pub mod backtest;
pub mod batch;
pub mod chain;
pub mod config;
pub mod demo;
pub mod doctor;
pub mod door;
pub mod drive;
pub mod falsify;
pub mod gatehouse;
pub mod left_behind;
mod measure;
pub mod moved;
pub mod plans;
mod project;
pub mod resumed;
pub mod rules;
pub mod runs;
pub mod session;
pub mod site;
pub mod source;
pub mod specified;
mod surroundings;
pub mod trial;
pub mod verifier;
