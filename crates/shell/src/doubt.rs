//! What may stand in the place of a word that is not known in full.

use super::value::{Field, Piece, Sort};

/// What a word may be besides the operand that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Doubt {
    /// Nothing: it is one word, and no option.
    #[default]
    None,
    /// Names of files from the directory in which the program runs: whichever begins with a dash is an option to it.
    Names,
    /// Names of files from anywhere: one may be an option.
    Options,
    /// Any words.
    Any,
}

impl Field {
    /// What it may be besides what is seen of it.
    pub(crate) fn doubt(&self) -> Doubt {
        if self.stream.is_some() {
            return Doubt::None;
        }
        if self.splits && self.text.pieces.iter().any(is_any) {
            return Doubt::Any;
        }
        let mut pieces = self.text.pieces.iter().filter(|piece| !piece.is_empty());
        match pieces.next() {
            None | Some(Piece::Unknown(Sort::Numbers | Sort::Words)) => Doubt::None,
            Some(Piece::Known(text)) if self.glob && dashed(text) => Doubt::Names,
            // Which option it is hangs on what is not known.
            Some(Piece::Known(text)) if matches!(text.as_str(), "-" | "--") => {
                pieces.next().map_or(Doubt::None, |_| Doubt::Any)
            }
            Some(Piece::Known(_)) => Doubt::None,
            Some(Piece::Names(pattern)) if dashed(pattern) => Doubt::Names,
            Some(Piece::Names(_)) => Doubt::None,
            Some(Piece::Unknown(Sort::Names)) => Doubt::Options,
            Some(piece @ (Piece::Perhaps(_) | Piece::Unknown(Sort::Any))) => {
                if is_any(piece) {
                    Doubt::Any
                } else {
                    Doubt::None
                }
            }
        }
    }

    /// Whether it may be several words, or none.
    pub(crate) fn is_several(&self) -> bool {
        self.glob || self.splits
    }

    /// The same word as text that something reads: what a pattern stands for is not known then.
    pub(crate) fn as_text(&self) -> super::value::Text {
        let text = self.stream.as_deref().unwrap_or(&self.text).clone();
        if self.glob { text.perhaps() } else { text }
    }
}

/// Whether a piece may be any text.
fn is_any(piece: &Piece) -> bool {
    match piece {
        Piece::Unknown(sort) => *sort == Sort::Any,
        // A part of it may be left out, the rest stays as it is written.
        Piece::Perhaps(text) => !text.chars().all(|c| c.is_ascii_alphanumeric() || c == '\n'),
        Piece::Known(_) | Piece::Names(_) => false,
    }
}

/// Whether a name that fits a pattern may begin with a dash.
fn dashed(pattern: &str) -> bool {
    let mut chars = pattern.chars();
    match chars.next() {
        Some('*' | '?' | '-') => true,
        Some('[') => {
            let class: Vec<char> = chars.take_while(|c| *c != ']').collect();
            let negated = matches!(class.first(), Some('!' | '^'));
            let edge = matches!(class.first(), Some('-')) || matches!(class.last(), Some('-'));
            let spans = class
                .windows(3)
                .any(|three| matches!(three, [from, '-', to] if from <= &'-' && &'-' <= to));
            negated || edge || spans || class.contains(&':')
        }
        Some(_) | None => false,
    }
}
