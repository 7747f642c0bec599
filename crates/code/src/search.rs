//! Finding a pattern in live code: not in comments, and knowing when it stands in a string.

use std::ops::Range;

use crate::expression::Expression;
use crate::facts::{ByteRange, Facts, Reading, RegionKind};
use crate::lines::Counter;
use crate::mask::Keep;
use crate::ranges::Ranges;
use crate::read::{Limits, unreadable};

/// Longest pattern, in bytes.
pub const PATTERN_BYTES_MAX: usize = 4_096;

/// What to look for. Never matches the empty string, and takes time linear in the text.
#[derive(Clone, Debug)]
pub struct Pattern {
    expression: Expression,
    /// A literal is found as it stands; an expression also across the lines of one statement.
    literal: bool,
}

/// Why a pattern cannot be used: a mistake of whoever wrote it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadPattern {
    /// Nothing to look for.
    #[error("the pattern is empty")]
    Empty,
    /// It matches the empty string, so it would be found anywhere.
    #[error("the pattern `{0}` matches the empty string, so it is found anywhere")]
    MatchesEmpty(String),
    /// Longer than the limit.
    #[error("the pattern has {bytes} bytes, more than {bytes_max}")]
    TooLong {
        /// Its size.
        bytes: usize,
        /// The limit.
        bytes_max: usize,
    },
    /// Not a regular expression, or one too large to compile.
    #[error("the pattern `{pattern}` is no regular expression")]
    Invalid {
        /// As written.
        pattern: String,
        /// What the parser says.
        source: regex::Error,
    },
}

/// One place where a pattern was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// The line (from 1) where it begins.
    pub line: u32,
    /// What it begins in.
    pub place: Place,
    /// It stands in test code.
    pub test: bool,
}

/// What a hit begins in, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Live code. It may run on into a string: `fetch("/api")`.
    Code,
    /// Code behind a constant that is `false`.
    Flagged,
    /// Inside a string literal, or text of markup.
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
        short_enough(text)?;
        Ok(Pattern {
            literal: true,
            expression: Expression::plain(text),
        })
    }

    /// Looks for this regular expression (the linear-time syntax of the `regex` crate). `^` and `$` stand
    /// for line ends.
    pub fn regex(text: &str) -> Result<Pattern, BadPattern> {
        if text.trim().is_empty() {
            return Err(BadPattern::Empty);
        }
        short_enough(text)?;
        let bare = without_lead(text);
        if bare.len() < text.len() {
            compile(text, text)?;
        }
        let pattern = compile(bare, text)?;
        let blank = ["", " ", "a", "a b\n(", ";\n\n}"];
        let empty = |sample: &&str| pattern.expression.find_iter(sample).any(|it| it.is_empty());
        match !pattern.expression.is_solid() && blank.iter().any(empty) {
            true => Err(BadPattern::MatchesEmpty(text.to_owned())),
            false => Ok(pattern),
        }
    }

    /// Looks for what somebody means who writes for another engine: braces that count nothing are signs, and what is no
    /// expression at all is looked for letter by letter. Look-around and back-references can't be read so.
    pub fn as_meant(text: &str) -> Result<Pattern, BadPattern> {
        let found = Pattern::regex(text);
        if !matches!(found, Err(BadPattern::Invalid { .. })) || looks_around(text) {
            return found;
        }
        Pattern::regex(&braces_escaped(text)).or_else(|_| Pattern::literal(&unescaped(text)))
    }

    /// Whether it stands in a text, wherever that is.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        self.expression.is_match(text)
    }

    /// The first line (from 1) of a file where it stands at all, in comments and dead code too. `None` also for what is
    /// too long to be read, or no text.
    #[must_use]
    pub fn first_line(&self, source: &str) -> Option<u32> {
        if unreadable(source, &Limits::default()).is_some() {
            return None;
        }
        let mut found = self.expression.find_iter(source);
        let at = found.find_map(|found| first_visible(source, found))?;
        Some(Counter::new(source).at(at))
    }
}

/// Whether an expression asks for what stands around it, or for what it matched before.
fn looks_around(text: &str) -> bool {
    let mut back = text
        .match_indices('\\')
        .filter_map(|(at, _)| text.as_bytes().get(at.saturating_add(1)));
    ["(?=", "(?!", "(?<=", "(?<!"]
        .iter()
        .any(|it| text.contains(it))
        || back.any(u8::is_ascii_digit)
}

/// The expression with its braces as signs, but for those that say how often.
fn braces_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (_, after) = rest.split_at_checked(c.len_utf8()).unwrap_or(("", ""));
        let count = after.split_once('}').map(|(inner, _)| inner);
        let counts = count.is_some_and(|inner| {
            let digits = |it: &str| it.bytes().all(|b| b.is_ascii_digit());
            let (from, to) = inner.split_once(',').unwrap_or((inner, ""));
            !from.is_empty() && digits(from) && digits(to)
        });
        let whole = match c {
            '\\' => after
                .chars()
                .next()
                .map_or(1, |next| next.len_utf8().saturating_add(1)),
            '{' if counts => count.map_or(1, |inner| inner.len().saturating_add(2)),
            '{' | '}' => {
                out.push('\\');
                1
            }
            c => c.len_utf8(),
        };
        let (piece, next) = rest.split_at_checked(whole).unwrap_or((rest, ""));
        out.push_str(piece);
        rest = next;
    }
    out
}

/// The text without the backslashes before its signs.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(next)) if !next.is_alphanumeric() => {}
            (c, _) => out.push(c),
        }
    }
    out
}

impl Facts {
    /// Where a pattern stands in live code or strings, in order of lines; comments and dead code are not
    /// looked at. A match may span the lines of one statement, but never two statements, unless the pattern
    /// itself asks for a line break. `source` must be the text the facts were read from.
    #[must_use]
    pub fn find(&self, source: &str, pattern: &Pattern, hits_max: usize) -> Vec<Hit> {
        let code = self.code_only(source, Keep::CODE);
        let mut starts: Vec<usize> = pattern
            .expression
            .find_iter(&code)
            .filter_map(|found| first_visible(&code, found))
            .take(hits_max)
            .collect();
        if !pattern.literal {
            for statement in folded(&code, &self.statements) {
                if starts.len() >= hits_max.saturating_mul(2) {
                    break;
                }
                let found = pattern.expression.find_iter(&statement.text);
                let found = found.filter_map(|found| first_visible(&statement.text, found));
                starts.extend(found.filter_map(|at| statement.origin(at)));
            }
        }
        starts.sort_unstable();
        starts.dedup();
        self.placed(source, &starts, hits_max)
    }

    fn placed(&self, source: &str, starts: &[usize], hits_max: usize) -> Vec<Hit> {
        let strings = Ranges::of_kind(&self.regions, RegionKind::String);
        let flagged = Ranges::of_kind(&self.regions, RegionKind::Flagged);
        let tests = Ranges::of_kind(&self.regions, RegionKind::Test);
        let mut lines = Counter::new(source);
        let hits = starts.iter().take(hits_max).map(|at| Hit {
            line: lines.at(*at),
            place: match self.reading {
                Reading::Words | Reading::Unreadable(_) => Place::Text,
                Reading::Parsed | Reading::Damaged { .. } if strings.contains(*at) => Place::String,
                Reading::Parsed | Reading::Damaged { .. } if flagged.contains(*at) => {
                    Place::Flagged
                }
                Reading::Parsed | Reading::Damaged { .. } => Place::Code,
            },
            test: tests.contains(*at),
        });
        let mut hits: Vec<Hit> = hits.collect();
        hits.dedup();
        hits
    }
}

/// A statement on one line, with the way back to where its bytes stand.
struct Folded {
    text: String,
    origins: Vec<usize>,
}

impl Folded {
    fn origin(&self, byte: usize) -> Option<usize> {
        self.origins.get(byte).copied()
    }

    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.origins.resize(self.text.len(), at);
    }

    /// Adds code, its line breaks folded away: none beside a bracket or a dot, else one space.
    fn add(&mut self, code: &str, start: usize) {
        let mut breaks = false;
        let mut blank = false;
        for (offset, c) in code.char_indices() {
            let at = start.saturating_add(offset);
            if c.is_whitespace() {
                breaks |= c == '\n';
                blank = true;
                continue;
            }
            let opened = self.text.ends_with(['(', '[', '{', '.']) || self.text.is_empty();
            let closes = matches!(c, ')' | ']' | '}' | '.' | ',' | ';' | '?');
            if blank && !(breaks && (opened || closes)) {
                self.push(' ', at);
            }
            self.push(c, at);
            (breaks, blank) = (false, false);
        }
        if blank {
            self.push(' ', start.saturating_add(code.len()));
        }
    }
}

/// Every statement that spans lines, without the statements inside it, on one line.
fn folded<'c>(code: &'c str, statements: &'c [ByteRange]) -> impl Iterator<Item = Folded> + 'c {
    statements
        .iter()
        .enumerate()
        .filter_map(move |(at, whole)| {
            let text = code.get(whole.start..whole.end)?;
            if !text.trim_end().contains('\n') {
                return None;
            }
            let mut folded = Folded {
                text: String::new(),
                origins: Vec::new(),
            };
            let mut from = whole.start;
            let mut next = at.saturating_add(1);
            while let Some(inner) = statements.get(next).filter(|inner| inner.start < whole.end) {
                folded.add(code.get(from..inner.start).unwrap_or(""), from);
                from = inner.end;
                let past = |s: &ByteRange| s.start < inner.end;
                let rest = statements.get(next..).unwrap_or_default();
                next = next.saturating_add(rest.partition_point(past).max(1));
            }
            folded.add(code.get(from..whole.end).unwrap_or(""), from);
            Some(folded)
        })
}

/// Where the first letter of a match stands; `None` when it is all white space.
fn first_visible(text: &str, found: Range<usize>) -> Option<usize> {
    let start = found.start;
    let offset = text.get(found)?.find(|c: char| !c.is_whitespace())?;
    Some(start.saturating_add(offset))
}

/// A leading `.*` finds nothing more, but would hide where the rest begins.
fn without_lead(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = rest.strip_prefix(".*?").or_else(|| rest.strip_prefix(".*")) {
        if after.is_empty() || after.starts_with(['?', '*', '+', '{', '|']) {
            break;
        }
        rest = after;
    }
    rest
}

fn short_enough(text: &str) -> Result<(), BadPattern> {
    if text.len() <= PATTERN_BYTES_MAX {
        return Ok(());
    }
    Err(BadPattern::TooLong {
        bytes: text.len(),
        bytes_max: PATTERN_BYTES_MAX,
    })
}

fn compile(expression: &str, written: &str) -> Result<Pattern, BadPattern> {
    let expression = Expression::new(expression).map_err(|source| BadPattern::Invalid {
        pattern: written.to_owned(),
        source,
    })?;
    Ok(Pattern {
        expression,
        literal: false,
    })
}
