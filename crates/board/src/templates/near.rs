//! Which known word somebody meant.

/// Characters of a word that are compared.
const CHARS_MAX: usize = 40;

/// The known word nearest to a misspelt one, if one is near enough to be meant.
pub(super) fn nearest(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let limit = word.chars().count().div_ceil(3).clamp(1, 4);
    known
        .iter()
        .map(|name| (distance(word, name), *name))
        .filter(|(distance, name)| *distance <= limit || begins(word, name))
        .min()
        .map(|(_, name)| name)
}

/// A word cut short (`infra`), or one with more behind it (`features`).
fn begins(word: &str, name: &str) -> bool {
    word.len() >= 3 && name.starts_with(word)
}

/// How many letters have to be put in, taken out, changed or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let small = |word: &str| -> String { word.to_lowercase().chars().take(CHARS_MAX).collect() };
    strsim::osa_distance(&small(a), &small(b))
}
