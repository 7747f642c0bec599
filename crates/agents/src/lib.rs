//! What is known of coding agents of others: the events of their hooks, what they honour of an answer, their tools, and
//! where their settings want the hook named.
//!
//! Reading order: [`host`] (which agents there are, and what each version honours, as data in `hosts/`), [`event`] (what a
//! hook is told), [`judged`] (what a call is judged as), [`answer`] and [`words`] (what it says back), [`session`] (what is known of a session, and what follows from an event),
//! [`settings`] (how the hook gets into an agent's settings, and out again), [`headless`], [`stream`] and [`turn`] (how it is started for a
//! turn of a run, and what it prints then).
//!
//! This room does not know the disk, how a process is started, or when an agent runs: texts go in, texts come out.
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

pub mod answer;
pub mod event;
pub mod headless;
pub mod host;
pub mod judged;
pub mod session;
pub mod settings;
pub mod stream;
pub mod turn;
pub mod words;
