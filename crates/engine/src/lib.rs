//! The state of a run and the one function that decides: `step`.
//!
//! Reading order: [`state`] (what is known), [`fold`] (how lines become it), [`mod@step`] (what we do about it),
//! [`redecide`] (what other policies would have said of it).
//! This room does not know async, I/O, the time of day, or any vendor.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::disallowed_types
    )
)]

pub mod actions;
mod agent_calls;
pub mod authorise;
mod budget;
mod calls;
mod conflict;
mod correction;
mod deeds;
mod delegation;
mod evidence;
mod execute;
mod explored;
pub mod fold;
pub mod handover;
mod hooks;
mod inbox;
mod join;
mod last_words;
mod limits;
mod model_replies;
pub mod network;
pub mod on_forge;
mod open;
mod person_words;
mod planning;
pub mod prompt;
mod provider;
mod publish;
pub mod redecide;
mod rewind;
mod risk;
mod said_on_forge;
pub mod server_tools;
mod servers;
mod spec_updates;
pub mod state;
pub mod step;
mod step_context;
mod stops;
mod stuck;
pub mod toolbox;
mod trials;
mod validate;
mod waves;

pub use step::step;

#[cfg(test)]
mod on_forge_tests;
