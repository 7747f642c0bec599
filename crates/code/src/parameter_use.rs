//! What functions do with what they are given, gathered by name: a name that several functions bear says nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::ParameterUse;

/// ParameterUse by the name of their function, while a file is read.
#[derive(Default)]
pub(crate) struct Gathered {
    known: BTreeMap<String, ParameterUse>,
    several: BTreeSet<String>,
}

impl Gathered {
    /// Writes down what a function does, within a bound.
    pub(crate) fn add(&mut self, name: &str, parameter_use: ParameterUse, items_max: usize) {
        if self.known.len() >= items_max {
            return;
        }
        if self.known.insert(name.to_owned(), parameter_use).is_some() {
            self.several.insert(name.to_owned());
        }
    }

    pub(crate) fn finish(mut self) -> BTreeMap<String, ParameterUse> {
        for name in &self.several {
            self.known.remove(name);
        }
        self.known
    }
}

/// Whether a note says why something is not looked at.
pub(crate) fn excuses(note: &str) -> bool {
    const SIGNS: [&str; 17] = [
        "deprecat",
        "unused",
        "not used",
        "no longer",
        "ignored",
        "compat",
        "legacy",
        "reserved",
        "no effect",
        "not needed",
        "not supported",
        "unsupported",
        "placeholder for",
        "for the sake of",
        "signature",
        "ARG00",
        "no-unused",
    ];
    SIGNS.iter().any(|sign| note.contains(sign))
}

/// What becomes of an error that is caught.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caught {
    /// It is raised again, said, kept or worked with.
    Told,
    /// It is gone.
    Dropped,
    /// It is gone, and that is an answer.
    Answered,
}
