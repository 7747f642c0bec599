//! Which known word somebody meant. Not whether they meant any.

/// The known word nearest to a misspelt one, if one is near enough to be meant.
pub(crate) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let limit = word.chars().count().div_ceil(3).clamp(1, 4);
    known
        .iter()
        .map(|name| (distance(word, name), *name))
        .filter(|(distance, name)| *distance <= limit || begins(word, name))
        .min()
        .map(|(_, name)| name)
}

/// The known word that a word is but for one slip of the pen: a letter, the case of letters, the sign between words.
pub(crate) fn slip<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    const CHARS_MIN: usize = 4;
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let is = |name: &&str| plain(word) == **name || distance(word, name) <= 1;
    let mut found = known.iter().copied().filter(is);
    let first = found.next()?;
    (word.chars().count() >= CHARS_MIN && found.next().is_none()).then_some(first)
}

/// A word cut short (`exec`), too short ones aside.
fn begins(word: &str, name: &str) -> bool {
    word.len() >= 3 && name.starts_with(word)
}

/// How many letters have to be put in, taken out, changed or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    const CHARS_MAX: usize = 64;
    let small = |word: &str| -> String { word.to_lowercase().chars().take(CHARS_MAX).collect() };
    strsim::osa_distance(&small(a), &small(b))
}

#[cfg(test)]
mod tests {
    use super::{nearest, slip};

    #[test]
    fn one_slip_is_no_other_word() {
        let known = ["contains", "exports", "min_lines", "to"];
        for (word, meant) in [
            ("contain", Some("contains")),
            ("Contains", Some("contains")),
            ("min-lines", Some("min_lines")),
            ("exprots", Some("exports")),
            ("max_lines", None),
            ("too", None),
            ("export_list", None),
        ] {
            assert_eq!(slip(word, &known), meant, "{word}");
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_understood_and_another_word_is_not() {
        let known = ["contains", "contains_regex", "path", "min_lines"];
        assert_eq!(nearest("contain", &known), Some("contains"));
        assert_eq!(nearest("min-lines", &known), Some("min_lines"));
        assert_eq!(nearest("pahts", &known), Some("path"));
        assert_eq!(nearest("Path", &known), Some("path"));
        assert_eq!(nearest("min", &known), Some("min_lines"));
        assert_eq!(nearest("zzzz", &known), None);
        assert_eq!(nearest("", &known), None);
    }
}
