//! One thing that is wrong with a text: what, where, the line itself, and what to do. Not who is told.

use std::fmt;

/// Characters of a line that are shown.
const EXCERPT_CHARS_MAX: usize = 120;
/// Characters shown before the place, where a long line is cut on its left.
const EXCERPT_LEAD_CHARS: usize = 60;

/// One thing that is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Whether the text can be used all the same.
    pub severity: Severity,
    /// The file's name as the person gave it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// That line, or the part of it around the column.
    pub excerpt: String,
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do next.
    pub help: Option<String>,
    /// Characters of the excerpt before the place.
    lead: usize,
}

/// Whether a text can be used all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// No.
    Error,
    /// Yes, but somebody should look.
    Warning,
}

impl Severity {
    /// The word at the start of a message.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

impl Problem {
    /// A problem at a byte of a text. Control characters of the text are made visible.
    #[must_use]
    pub fn at(severity: Severity, file: &str, text: &str, byte: usize, message: &str) -> Self {
        let byte = (0..=byte.min(text.len()))
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0);
        let (before, after) = text.split_at_checked(byte).unwrap_or((text, ""));
        let newlines = before.bytes().filter(|b| *b == b'\n').count();
        let head = before.rsplit('\n').next().unwrap_or("");
        let tail = after.split(['\r', '\n']).next().unwrap_or("");
        let column = head.chars().count();
        let (excerpt, lead) = excerpt(head, tail);
        Self {
            severity,
            file: visible(file),
            line: count(newlines),
            column: count(column),
            excerpt,
            message: visible(message),
            help: None,
            lead,
        }
    }

    /// The same, with what to do next.
    #[must_use]
    pub fn help(mut self, help: &str) -> Self {
        self.help = Some(visible(help));
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let gutter = " ".repeat(number.len());
        let pad: String = self.excerpt.chars().take(self.lead).map(blank).collect();
        writeln!(f, "{}: {}", self.severity.word(), self.message)?;
        writeln!(f, "{gutter}--> {}:{}:{}", self.file, self.line, self.column)?;
        writeln!(f, "{gutter} |")?;
        writeln!(f, "{}", format!("{number} | {}", self.excerpt).trim_end())?;
        write!(f, "{gutter} | {pad}^")?;
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

fn count(zero_based: usize) -> u32 {
    u32::try_from(zero_based)
        .unwrap_or(u32::MAX)
        .saturating_add(1)
}

/// The part of a line around a place, and how many of its characters stand before the place.
fn excerpt(head: &str, tail: &str) -> (String, usize) {
    let chars = head.chars().count();
    let (mut text, mut lead) = (visible(head), chars);
    if chars.saturating_add(tail.chars().count()) > EXCERPT_CHARS_MAX && chars > EXCERPT_LEAD_CHARS
    {
        let skip = chars.saturating_sub(EXCERPT_LEAD_CHARS);
        text = std::iter::once('…')
            .chain(text.chars().skip(skip))
            .collect();
        lead = EXCERPT_LEAD_CHARS.saturating_add(1);
    }
    let room = EXCERPT_CHARS_MAX.saturating_sub(lead);
    text.extend(visible(tail).chars().take(room));
    if tail.chars().count() > room {
        text.push('…');
    }
    (text, lead)
}

/// Text for a terminal: one character for one, without any that moves the cursor or turns the line.
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' => ' ',
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
            c if c.is_control() => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// A blank as wide as a character, so that the caret stands below the right one.
fn blank(c: char) -> &'static str {
    match u32::from(c) {
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => "  ",
        _ => " ",
    }
}
