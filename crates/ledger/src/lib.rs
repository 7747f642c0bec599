//! The ground floor: everything that can happen in a run, written as lines of a hash chain.
//!
//! Reading order: [`event`] (what can happen), [`journal`] (how a line becomes durable), [`permit`] (how a durable
//! line becomes leave to act). A type lives here only if it is written inside a line.
//!
//! This room does not know SQL, files, clocks, what a rule is, or what a turn means.
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

pub mod action;
pub mod ask;
pub mod authorisation;
pub mod board;
pub mod connection;
pub mod event;
pub mod evidence;
pub mod facts;
mod failure;
pub mod forge;
pub mod gate;
pub mod ids;
mod inspection;
pub mod journal;
pub mod measure;
pub mod message;
pub mod money;
pub mod notice;
mod nudge;
pub mod observation;
pub mod offered;
mod opened;
pub mod options;
pub mod pattern;
pub mod permit;
pub mod phase;
pub mod plan;
pub mod promise;
pub mod proposal;
pub mod ranking;
pub mod reply;
pub mod report;
pub mod scope;
pub mod session;
pub mod settings;
pub mod skill;
mod stamp;
pub mod telling;
pub mod verdict;
pub mod wire;
