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

/// How many letters have to be put in, taken out or changed.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().take(CHARS_MAX).collect();
    let b: Vec<char> = b.to_lowercase().chars().take(CHARS_MAX).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut left = i.saturating_add(1);
        let mut next = vec![left];
        for (pair, y) in row.windows(2).zip(&b) {
            let [corner, above] = pair else { break };
            let change = corner.saturating_add(usize::from(x != y));
            left = change
                .min(above.saturating_add(1))
                .min(left.saturating_add(1));
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(usize::MAX)
}
