//! How what is told looks: colours, signs, and whether they can be shown.

use ledger::report::ReportStatus;

use super::text::visible;

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
pub(crate) enum Tone {
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
pub(crate) enum Mark {
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
    format!("{} {}\n", style.mark(Mark::Warn), visible(words))
}

/// How a report's status looks.
pub(crate) fn graded(status: ReportStatus) -> (Mark, Tone) {
    match status {
        ReportStatus::Passed => (Mark::Good, Tone::Good),
        ReportStatus::GapsFound => (Mark::Bad, Tone::Bad),
        ReportStatus::HumanNeeded => (Mark::Ask, Tone::Ask),
    }
}

impl Style {
    /// Text in the colour of its tone.
    pub(crate) fn paint(&self, tone: Tone, text: &str) -> String {
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
    pub(crate) fn mark(&self, mark: Mark) -> String {
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
    pub(crate) fn dot(&self) -> &'static str {
        if self.unicode { " · " } else { ", " }
    }

    /// A dash between two parts of a sentence.
    pub(crate) fn dash(&self) -> &'static str {
        if self.unicode { " — " } else { " - " }
    }

    /// Words that somebody said.
    pub(crate) fn said(&self, words: &str) -> String {
        if self.unicode {
            format!("“{words}”")
        } else {
            format!("\"{words}\"")
        }
    }
}
