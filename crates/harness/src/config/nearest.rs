//! Which known word somebody meant. Plain edit distance, where two swapped letters are one edit.

/// The known word that is nearest to `word`, if one is near enough to be meant: a third of its letters may differ.
/// Case, `_` and `-` don't count.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let word = plain(word);
    let edits_max = (word.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&word, &plain(candidate)), candidate))
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
fn plain(word: &str) -> String {
    word.chars()
        .filter(|c| *c != '_' && *c != '-')
        .flat_map(char::to_lowercase)
        .take(64)
        .collect()
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
