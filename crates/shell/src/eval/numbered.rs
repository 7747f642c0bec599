//! Words with numbers: arrays, and the arguments of scripts and functions.

use std::collections::BTreeMap;

use crate::value::{Field, Origins, Text};

/// Words that are followed one by one.
const WORDS_MAX: usize = 2_048;

/// Numbered words: an array, or the arguments of a script.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Words {
    pub(super) items: BTreeMap<usize, Text>,
    /// From this number on it is not known how many there are, nor which is which.
    pub(super) loose: Option<usize>,
}

impl Words {
    /// Fields one after the other. A field that may be several words makes the rest loose.
    pub(super) fn of(fields: &[Field]) -> Self {
        Self {
            items: fields
                .iter()
                .map(|it| it.text.clone())
                .enumerate()
                .collect(),
            loose: fields.iter().position(|it| it.splits || it.glob),
        }
    }

    pub(super) fn of_texts(texts: impl IntoIterator<Item = Text>) -> Self {
        Self {
            items: texts.into_iter().enumerate().collect(),
            loose: None,
        }
    }

    /// Nothing is known about them.
    pub(super) fn unknown(origins: Origins) -> Self {
        Self {
            items: BTreeMap::from([(0, Text::unknown(origins))]),
            loose: Some(0),
        }
    }

    pub(super) fn origins(&self) -> Origins {
        self.items
            .values()
            .fold(Origins::default(), |all, item| all.with(item.origins))
    }

    /// The word of this number; `None`: there is none.
    pub(super) fn get(&self, at: usize) -> Option<Text> {
        if self.loose.is_some_and(|loose| loose <= at) {
            return Some(Text::unknown(self.origins()));
        }
        self.items.get(&at).cloned()
    }

    /// One behind the highest number.
    pub(super) fn end(&self) -> usize {
        self.items
            .keys()
            .next_back()
            .map_or(0, |last| last.saturating_add(1))
    }

    /// How many there are, where that is known.
    pub(super) fn count(&self) -> Option<usize> {
        self.loose.is_none().then_some(self.items.len())
    }

    /// Behind the last one.
    pub(super) fn extend(&mut self, more: Words) {
        if self.items.len().saturating_add(more.items.len()) > WORDS_MAX {
            *self = Self::unknown(self.origins().with(more.origins()));
            return;
        }
        let end = self.end();
        self.loose = self
            .loose
            .or_else(|| more.loose.map(|loose| loose.saturating_add(end)));
        let moved = more.items.into_iter();
        self.items
            .extend(moved.map(|(at, text)| (at.saturating_add(end), text)));
    }

    /// Without the first `count`.
    pub(super) fn skip(&self, count: usize) -> Self {
        let moved = self.items.range(count..);
        Self {
            items: moved
                .map(|(at, text)| (at.saturating_sub(count), text.clone()))
                .collect(),
            loose: self.loose.map(|loose| loose.saturating_sub(count)),
        }
        .or_unknown(self)
    }

    /// What is loose stays loose, though all that was seen of it is gone.
    fn or_unknown(self, before: &Words) -> Self {
        if self.items.is_empty() && self.loose.is_some() {
            return Self::unknown(before.origins());
        }
        self
    }
}
