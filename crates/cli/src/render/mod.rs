//! What happened, as text for people: pure functions from lines and summaries to strings. Nothing here prints, and
//! nothing here decides.
//!
//! Reading order: [`text`] (what any text must go through before a terminal sees it), [`mod@story`] (a run line by line),
//! [`standing`] (a run as it stands), [`needs`] (what it waits for), [`mod@table`] (many runs), [`watch`] (the same as a screen), [`mod@event`] (one line in full).
//!
//! All that comes from agents, files and people is untrusted here: control and direction characters are made visible.

mod activity;
mod backtest;
pub(crate) mod batch;
mod board;
pub(crate) mod doctor;
mod event;
mod needs;
mod page;
mod permission;
pub(crate) mod plan;
pub(crate) mod sessions;
mod standing;
mod story;
pub(crate) mod style;
mod table;
mod text;
mod tree;
mod verdict;
pub(crate) mod watch;

pub(crate) use activity::Activity;
pub(crate) use backtest::backtest;
pub(crate) use board::{attempt_end, board_decided, looked_at};
pub(crate) use event::event;
pub(crate) use permission::{grants, offer};
pub(crate) use standing::{ending, state, waiting};
pub(crate) use story::{Teller, last, story};
pub(crate) use style::warning;
pub(crate) use table::{figures, replay, table};
pub(crate) use text::visible;
pub(crate) use verdict::verdict;

#[cfg(test)]
mod tests;
