//! Which known word somebody meant. Plain edit distance, where two swapped letters are one edit.

/// The known word that is nearest to `word`, if one is near enough to be meant: a third of its letters may differ.
/// Case, `_` and `-` don't count.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let word = plain(word);
    let edits_max = (word.len() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| (distance(&word, &plain(candidate)), candidate))
        .filter(|(edits, _)| *edits <= edits_max)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate.to_owned())
}

/// Words in backticks with commas between them.
pub(crate) fn quoted_list<S: AsRef<str>>(words: &[S]) -> String {
    let quoted: Vec<String> = words
        .iter()
        .map(|word| format!("`{}`", word.as_ref()))
        .collect();
    quoted.join(", ")
}

/// At most 64 letters of a word, small, without what joins words.
fn plain(word: &str) -> Vec<char> {
    word.chars()
        .filter(|c| *c != '_' && *c != '-')
        .flat_map(char::to_lowercase)
        .take(64)
        .collect()
}

/// Edits from one word to the other: insert, delete, replace, or swap neighbours.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (row, a) in from.iter().enumerate() {
        let mut here = vec![row + 1];
        for (column, b) in to.iter().enumerate() {
            let replaced = above[column] + usize::from(a != b);
            let mut best = replaced.min(above[column + 1] + 1).min(here[column] + 1);
            let is_swap = row > 0 && column > 0 && *a == to[column - 1] && from[row - 1] == *b;
            if is_swap {
                best = best.min(before[column - 1] + 1);
            }
            here.push(best);
        }
        before = std::mem::replace(&mut above, here);
    }
    above[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_word_that_was_meant() {
        let known = ["max_retries", "max_total_attempts", "escalate_on", "total"];
        let check = |word: &str| nearest(word, known);
        assert_eq!(check("max_retires").as_deref(), Some("max_retries"));
        assert_eq!(check("maxRetries").as_deref(), Some("max_retries"));
        assert_eq!(check("totla").as_deref(), Some("total"));
        assert_eq!(check("colour"), None);
        assert_eq!(check(""), None);
        assert_eq!(check(&"x".repeat(100_000)), None);
    }
}
