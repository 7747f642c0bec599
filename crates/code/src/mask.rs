//! The text with what is not live code blanked out, byte for byte, so that line numbers and offsets hold.

use crate::facts::{ByteRange, Facts, Reading, RegionKind};
use crate::language::Language;
use crate::read::{Limits, facts};

/// What stays when a text is masked. Comments never stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Contents of string literals (their quotes always stay).
    pub strings: bool,
    /// Code that can never run.
    pub dead: bool,
    /// Code for tests (`#[cfg(test)]`, `#[test]`).
    pub tests: bool,
}

impl Keep {
    /// Live code with its strings; tests stay.
    pub const CODE: Keep = Keep {
        strings: true,
        dead: false,
        tests: true,
    };
    /// Live code without what stands in strings; tests stay.
    pub const BARE: Keep = Keep {
        strings: false,
        dead: false,
        tests: true,
    };

    fn drops(self, kind: RegionKind) -> bool {
        match kind {
            RegionKind::Comment => true,
            RegionKind::String => !self.strings,
            RegionKind::Dead => !self.dead,
            RegionKind::Test => !self.tests,
            RegionKind::Flagged => false,
        }
    }
}

/// The source with all but code blanked by spaces. Bytes and newlines keep their places.
///
/// A text without a grammar comes back as it is, for nothing in it is known to be a comment; one that cannot
/// be read comes back blank, for nothing in it is known to be code.
#[must_use]
pub fn code_only(language: Language, source: &str, keep: Keep) -> String {
    facts(language, source, &Limits::default()).code_only(source, keep)
}

impl Facts {
    /// As [`code_only`], from facts already at hand. `source` must be the text they were read from.
    #[must_use]
    pub fn code_only(&self, source: &str, keep: Keep) -> String {
        match self.reading {
            Reading::Unreadable(_) => blank(source, [everything(source)].into_iter()),
            Reading::Words | Reading::Parsed | Reading::Damaged { .. } => {
                let dropped = self.regions.iter().filter(|r| keep.drops(r.kind));
                blank(source, dropped.map(|region| region.bytes))
            }
        }
    }

    /// Only what stands inside string literals, the rest blanked by spaces.
    #[must_use]
    pub fn strings_only(&self, source: &str) -> String {
        let mut gaps: Vec<ByteRange> = Vec::new();
        let mut from = 0;
        let strings = self.regions.iter();
        for string in strings.filter(|region| region.kind == RegionKind::String) {
            gaps.push(ByteRange {
                start: from,
                end: string.bytes.start,
            });
            from = from.max(string.bytes.end);
        }
        gaps.push(ByteRange {
            start: from,
            end: source.len(),
        });
        blank(source, gaps.into_iter())
    }
}

/// Blanks ranges, which may overlap and come in any order. Newlines stay.
pub(crate) fn blank(source: &str, ranges: impl Iterator<Item = ByteRange>) -> String {
    let mut bytes = source.as_bytes().to_vec();
    for range in ranges {
        let start = boundary(source, range.start);
        let end = boundary(source, range.end);
        for byte in bytes.get_mut(start..end).unwrap_or_default() {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    // INVARIANT: only whole characters were replaced, so the bytes are still UTF-8.
    String::from_utf8(bytes).unwrap_or_default()
}

fn everything(source: &str) -> ByteRange {
    ByteRange {
        start: 0,
        end: source.len(),
    }
}

/// The nearest start of a character at or before a byte.
fn boundary(source: &str, byte: usize) -> usize {
    let mut at = byte.min(source.len());
    while !source.is_char_boundary(at) {
        at = at.saturating_sub(1);
    }
    at
}
