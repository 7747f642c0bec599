//! The front door: a text goes in, its facts come out. Never panics, never runs without a bound.

use std::collections::BTreeMap;

use crate::facts::{Facts, LineCounts, Reading, Unreadable};
use crate::language::Language;

/// Bounds on the reading of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest text, in bytes.
    pub bytes_max: usize,
    /// Parser steps, in hundreds of parser operations; the same text always takes as many.
    pub parse_steps_max: u32,
    /// Longest list of any one sort of fact, in items.
    pub items_max: usize,
    /// Most lines kept for one referenced name.
    pub lines_per_name_max: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes_max: 4 << 20,
            parse_steps_max: 200_000,
            items_max: 50_000,
            lines_per_name_max: 200,
        }
    }
}

/// Reads one file. Always answers; [`Facts::reading`] says how far the answer can be trusted.
#[must_use]
pub fn facts(language: Language, source: &str, limits: &Limits) -> Facts {
    let mut facts = nothing(language);
    if source.len() > limits.bytes_max {
        facts.reading = Reading::Unreadable(Unreadable::TooLarge {
            bytes: source.len(),
            bytes_max: limits.bytes_max,
        });
    } else if source.contains('\0') {
        facts.reading = Reading::Unreadable(Unreadable::Binary);
    }
    facts
}

fn nothing(language: Language) -> Facts {
    Facts {
        language,
        reading: Reading::Words,
        lines: LineCounts::default(),
        definitions: Vec::new(),
        exports: Vec::new(),
        imports: Vec::new(),
        references: BTreeMap::new(),
        members: BTreeMap::new(),
        conflict_markers: Vec::new(),
        stubs: Vec::new(),
        debts: Vec::new(),
        regions: Vec::new(),
        statements: Vec::new(),
        macro_words: BTreeMap::new(),
        generated: false,
        truncated: false,
    }
}
