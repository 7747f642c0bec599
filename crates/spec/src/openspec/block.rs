//! One requirement as it stands in a file: its name, its words, its scenarios. Not whether they are good.

use std::ops::Range;

use ledger::ids::Hash;

use crate::openspec::text::{Text, level, scenario, trim};

/// A requirement: a heading with the lines below it.
#[derive(Debug, Clone)]
pub(super) struct Block<'t> {
    /// Its name as it is compared.
    pub(super) name: &'t str,
    /// Its lines from the heading on, blank ones at its end left out.
    pub(super) lines: Range<usize>,
}

/// A scenario of a requirement.
#[derive(Debug, Clone)]
pub(super) struct Scenario<'t> {
    /// Its name.
    pub(super) name: &'t str,
    /// The lines below its heading.
    pub(super) lines: Range<usize>,
}

impl<'t> Block<'t> {
    /// A block from its heading to the line where the next thing begins.
    pub(super) fn new(text: &Text<'t>, name: &'t str, lines: Range<usize>) -> Self {
        Self {
            name,
            lines: text.trimmed(lines),
        }
    }

    /// Where it begins.
    pub(super) fn at(&self, text: &Text<'t>) -> usize {
        text.line(self.lines.start).at
    }

    /// Its lines below the heading.
    pub(super) fn below(&self) -> Range<usize> {
        self.lines.start.saturating_add(1)..self.lines.end
    }

    /// Its text as it is compared and written: `\n` between lines, no blanks at its ends.
    pub(super) fn joined(&self, text: &Text<'t>) -> String {
        text.joined(self.lines.clone())
    }

    /// Digest of that text: what a change was written against.
    pub(super) fn hash(&self, text: &Text<'t>) -> Hash {
        Hash::of(self.joined(text).as_bytes())
    }

    /// What it says before its scenarios, one line for each of its own. Lines of metadata (`**ID**: …`) count only
    /// where there is nothing else. Empty where it says nothing.
    pub(super) fn words(&self, text: &Text<'t>) -> Vec<&'t str> {
        let (mut words, mut metadata) = (Vec::new(), Vec::new());
        for line in text.range(self.below()) {
            if line.fenced {
                continue;
            }
            if level(line.text).is_some() {
                break;
            }
            let said = trim(line.text);
            if is_metadata(said) {
                metadata.push(said);
            } else if !said.is_empty() {
                words.push(said);
            }
        }
        if words.is_empty() { metadata } else { words }
    }

    /// Its scenarios in order, those without content included.
    pub(super) fn scenarios(&self, text: &Text<'t>) -> Vec<Scenario<'t>> {
        let mut found: Vec<Scenario<'t>> = Vec::new();
        let mut open = false;
        for index in self.below() {
            let line = text.open(index);
            if let Some(name) = scenario(line) {
                let start = index.saturating_add(1);
                let lines = start..start;
                found.push(Scenario { name, lines });
                open = true;
            } else if level(line).is_some_and(|level| level <= 4) {
                open = false;
            } else if let Some(last) = found.last_mut().filter(|_| open) {
                last.lines.end = index.saturating_add(1);
            }
        }
        found
    }

    /// The same without what stands in it and is not its own.
    pub(super) fn own(&self, text: &Text<'t>) -> Self {
        let end = self.foreign(text).unwrap_or(self.lines.end);
        Self::new(text, self.name, self.lines.start..end)
    }

    /// Where something begins in it that is not its own: a heading of the first three levels below its heading.
    pub(super) fn foreign(&self, text: &Text<'t>) -> Option<usize> {
        self.below().find(|index| {
            let line = text.open(*index);
            let indent = line.trim_start_matches(' ');
            let near = line.len().saturating_sub(indent.len()) <= 3;
            let signs = indent.bytes().take_while(|b| *b == b'#').count();
            let after = indent.get(signs..).unwrap_or("");
            near && (1..=3).contains(&signs) && (after.is_empty() || after.starts_with([' ', '\t']))
        })
    }
}

impl Scenario<'_> {
    /// Whether anything stands below its heading.
    pub(super) fn has_content(&self, text: &Text<'_>) -> bool {
        text.range(self.lines.clone())
            .iter()
            .any(|line| !trim(line.text).is_empty())
    }
}

/// Whether a text holds SHALL or MUST as a word, in capitals.
pub(super) fn is_normative(text: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .any(|word| word == "SHALL" || word == "MUST")
}

/// `**ID**: REQ-1`.
fn is_metadata(line: &str) -> bool {
    line.strip_prefix("**")
        .and_then(|rest| rest.split_once('*'))
        .is_some_and(|(word, rest)| !word.is_empty() && rest.starts_with("*:"))
}
