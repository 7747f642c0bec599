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
pub(crate) mod doctor;
mod event;
mod needs;
mod page;
mod permission;
pub(crate) mod plan;
mod standing;
mod story;
mod table;
mod text;
mod tree;
mod verdict;
pub(crate) mod watch;

use ledger::report::ReportStatus;

pub(crate) use activity::Activity;
pub(crate) use backtest::backtest;
pub(crate) use event::event;
pub(crate) use permission::{grants, offer};
pub(crate) use standing::{ending, state, waiting};
pub(crate) use story::{Teller, last, story};
pub(crate) use table::{figures, replay, table};
pub(crate) use text::visible;
pub(crate) use verdict::verdict;

/// How to print.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// Whether colours are wanted.
    pub(crate) color: bool,
    /// Whether signs beyond ASCII can be shown.
    pub(crate) unicode: bool,
    /// Columns.
    pub(crate) width: usize,
    /// Whether to say more.
    pub(crate) verbose: bool,
}

/// How something is meant, for its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tone {
    Plain,
    Good,
    Bad,
    Warn,
    Ask,
    Dim,
    Strong,
}

/// A sign before a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Good,
    Bad,
    Warn,
    Ask,
    Note,
    Next,
    Again,
    Stop,
    Go,
    Wait,
}

/// A sentence that somebody has to know of, with what to do. Nothing is cut: commands are meant to be taken from it.
pub(crate) fn warning(words: &str, style: &Style) -> String {
    format!("{} {}\n", style.mark(Mark::Warn), text::visible(words))
}

/// How a report's status looks.
fn graded(status: ReportStatus) -> (Mark, Tone) {
    match status {
        ReportStatus::Passed => (Mark::Good, Tone::Good),
        ReportStatus::GapsFound => (Mark::Bad, Tone::Bad),
        ReportStatus::HumanNeeded => (Mark::Ask, Tone::Ask),
    }
}

impl Style {
    /// Text in the colour of its tone.
    fn paint(&self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Plain => return text.to_owned(),
            Tone::Good => "32",
            Tone::Bad => "31",
            Tone::Warn => "33",
            Tone::Ask => "36",
            Tone::Dim => "2",
            Tone::Strong => "1",
        };
        if self.color && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// The sign, one column wide, in its colour.
    fn mark(&self, mark: Mark) -> String {
        let (sign, ascii, tone) = match mark {
            Mark::None => (" ", " ", Tone::Plain),
            Mark::Good => ("✓", "+", Tone::Good),
            Mark::Bad => ("✗", "x", Tone::Bad),
            Mark::Warn => ("!", "!", Tone::Warn),
            Mark::Ask => ("?", "?", Tone::Ask),
            Mark::Note => ("·", "-", Tone::Dim),
            Mark::Next => ("→", ">", Tone::Ask),
            Mark::Again => ("↻", "~", Tone::Warn),
            Mark::Stop => ("■", "#", Tone::Warn),
            Mark::Go => ("▶", "=", Tone::Strong),
            Mark::Wait => ("…", ".", Tone::Dim),
        };
        self.paint(tone, if self.unicode { sign } else { ascii })
    }

    /// What joins parts of a line.
    fn dot(&self) -> &'static str {
        if self.unicode { " · " } else { ", " }
    }

    /// A dash between two parts of a sentence.
    fn dash(&self) -> &'static str {
        if self.unicode { " — " } else { " - " }
    }

    /// Words that somebody said.
    fn said(&self, words: &str) -> String {
        if self.unicode {
            format!("“{words}”")
        } else {
            format!("\"{words}\"")
        }
    }
}

#[cfg(test)]
mod tests;
