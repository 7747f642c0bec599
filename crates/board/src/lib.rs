//! Work that comes from a forge, as a fold: what a forge told becomes tasks of agents, and the ends of tasks.
//!
//! Reading order: [`text`] (what is said in titles, texts and comments), [`templates`] (what is to be done, by kind of event
//! and kind of work), [`Duty`] (what an agent may do and owes), [`prompt`] (what it is told of its task); then `known` (facts, as a set), `derive` (the tasks that follow
//! from them, and their ends), `fold` ([`Board`]), `step` and `dispatch` (what is decided), `lookup` (what others ask).
//!
//! This room does not know forges' wire formats, runs' insides, async, I/O, or the time of day.
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

mod derive;
mod dispatch;
mod duty;
mod fold;
mod known;
mod lookup;
pub mod names;
pub mod prompt;
mod step;
mod tasks;
pub mod templates;
pub mod text;

pub use derive::Key;
pub use duty::Duty;
pub use fold::Board;
pub use known::Known;
pub use tasks::{Task, Tasks};
