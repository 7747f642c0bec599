//! Which key of the table a path leads to.

use std::sync::LazyLock;

use super::keys::{KEYS, Key};

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Found {
    /// A key.
    Key(&'static Key),
    /// A section with keys below it.
    Section,
    /// Nothing.
    Unknown,
}

/// What a path with real names leads to. A word of the table goes before a name of the user's.
pub(crate) fn find(path: &[String]) -> Found {
    let mut candidates: Vec<(&'static Key, Vec<&'static str>)> = SPLIT.clone();
    for (depth, segment) in path.iter().enumerate() {
        let is_word = |(_, words): &(_, Vec<&str>)| words.get(depth) == Some(&segment.as_str());
        let is_literal = candidates.iter().any(is_word);
        candidates.retain(|candidate| {
            is_word(candidate) || (!is_literal && candidate.1.get(depth) == Some(&"*"))
        });
    }
    match candidates
        .iter()
        .find(|(_, words)| words.len() == path.len())
    {
        Some((key, _)) => Found::Key(key),
        None if candidates.is_empty() => Found::Unknown,
        None => Found::Section,
    }
}

/// The words that may follow a path.
pub(crate) fn words_below(path: &[String]) -> Vec<&'static str> {
    let mut words: Vec<&'static str> = Vec::new();
    for (_, segments) in SPLIT.iter() {
        let fits = path
            .iter()
            .zip(segments)
            .all(|(name, segment)| *segment == "*" || name == segment);
        if let Some(word) = segments.get(path.len())
            && fits
            && *word != "*"
            && !words.contains(word)
        {
            words.push(word);
        }
    }
    words
}

static SPLIT: LazyLock<Vec<(&'static Key, Vec<&'static str>)>> = LazyLock::new(|| {
    KEYS.iter()
        .map(|key| (key, key.segments().collect()))
        .collect()
});
