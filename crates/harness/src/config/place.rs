//! Where something stands, and how that place is shown. What is wrong there is not known here.

use std::fmt;
use std::sync::Arc;

use super::secretish;

/// Columns of an excerpt.
const EXCERPT_COLUMNS_MAX: usize = 100;

/// A text that was read: its name for messages, and its content for excerpts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name as it is shown, for example `.interlock/config.yml`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// Where something stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Nowhere in particular.
    Nowhere,
    /// In a file as a whole.
    File(String),
    /// At a line and column (both from 1) of a text, so many columns wide.
    At {
        /// The text.
        source: Arc<Source>,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// Columns to underline.
        width: usize,
    },
    /// In an environment variable.
    Variable(String),
    /// In a flag; the key as it was written.
    Flag(String),
}

impl Place {
    /// The same place, whose line is not shown: it holds what nobody else may see.
    pub(crate) fn without_excerpt(&self) -> Self {
        match self {
            Place::At { .. } => Place::File(self.to_string()),
            Place::Nowhere | Place::File(_) | Place::Variable(_) | Place::Flag(_) => self.clone(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Nowhere => f.write_str("built in"),
            Place::File(name) => f.write_str(name),
            Place::At {
                source,
                line,
                column,
                ..
            } => {
                write!(f, "{}:{line}:{column}", source.name)
            }
            Place::Variable(name) => write!(f, "env {name}"),
            Place::Flag(key) => write!(f, "flag {key}"),
        }
    }
}

/// The line with carets under what is meant, up to column `upto`: what follows a secret's name is not shown. What looks
/// like a key is masked, control characters are shown as `?`.
pub(crate) fn excerpt(
    f: &mut fmt::Formatter<'_>,
    source: &Source,
    (line, column, width): (usize, usize, usize),
    upto: usize,
) -> fmt::Result {
    let Some(text) = source.text.lines().nth(line.saturating_sub(1)) else {
        return Ok(());
    };
    let text = text.trim_start_matches('\u{feff}');
    let shown: Vec<char> = secretish::masked(text)
        .chars()
        .take(upto)
        .map(|c| match c {
            '\t' => ' ',
            c if c.is_control() || secretish::is_invisible(c) => '?',
            c => c,
        })
        .collect();
    let at = column.saturating_sub(1).min(shown.len());
    let from = at.saturating_sub(EXCERPT_COLUMNS_MAX / 2);
    let upto = from.saturating_add(EXCERPT_COLUMNS_MAX).min(shown.len());
    let line_text: String = shown.get(from..upto).unwrap_or_default().iter().collect();
    let carets = width.clamp(1, upto.saturating_sub(at).max(1));
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let shift = " ".repeat(at - from);
    write!(f, "\n{margin} |\n{number} | {}", line_text.trim_end())?;
    write!(f, "\n{margin} | {shift}{}", "^".repeat(carets))
}
