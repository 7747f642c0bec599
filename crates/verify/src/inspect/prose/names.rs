//! Names of code in a text, each with what stands beside it.

use super::words::{is_of_code, words};

/// Names that are looked for in a text.
pub(in crate::inspect) const LOOKED_MAX: usize = 400;
/// Words that look like names and are none.
pub(in crate::inspect) const PROSE: [&str; 10] = [
    "camelCase",
    "snake_case",
    "macOS",
    "x86_64",
    "node_modules",
    "kebab_case",
    "lowerCamel",
    "iOS",
    "aarch64_be",
    "utf_8",
];

/// A word of a sentence.
pub(in crate::inspect) struct Word<'t> {
    pub(in crate::inspect) text: &'t str,
    /// What stands between the word before and this one.
    pub(in crate::inspect) between: &'t str,
    /// What follows begins so.
    pub(in crate::inspect) after: &'t str,
}

/// The names of code in a text.
pub(in crate::inspect) fn names(text: &str) -> Vec<&str> {
    let all = read(text).into_iter();
    all.filter(|word| is_of_code(own(word.text)) || is_called(word))
        .map(|word| own(word.text))
        .take(LOOKED_MAX)
        .collect()
}

pub(in crate::inspect) fn read(text: &str) -> Vec<Word<'_>> {
    let runs: Vec<(&str, bool)> = words(text).collect();
    let beside = |at: Option<usize>| {
        let run = at.and_then(|at| runs.get(at)).filter(|(_, name)| !name);
        run.map_or("", |(text, _)| *text)
    };
    let names = runs.iter().enumerate().filter(|(_, (_, name))| *name);
    names
        .map(|(at, (text, _))| Word {
            text,
            between: beside(at.checked_sub(1)),
            after: beside(at.checked_add(1)),
        })
        .collect()
}

pub(in crate::inspect) fn own(word: &str) -> &str {
    word.rsplit(['.', ':']).next().unwrap_or(word)
}

/// `name(`, or a name of code between backticks.
pub(in crate::inspect) fn is_called(word: &Word<'_>) -> bool {
    let name = own(word.text);
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let marked = word.between.ends_with('`') && word.after.starts_with('`') && is_of_code(name);
    plain
        && name.len() > 2
        && name.starts_with(char::is_alphabetic)
        && (word.after.starts_with('(') || marked)
}

/// `--flag`, `-q`.
pub(in crate::inspect) fn is_flag(word: &Word<'_>) -> bool {
    let name = word.text.trim_start_matches('-');
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '-');
    word.text.starts_with("--") && plain && name.len() > 2
}

/// Whether a name is that of something which is to be added, and nothing that prose speaks of: it begins with a small letter.
pub(in crate::inspect) fn is_plain(word: &Word<'_>) -> bool {
    let name = own(word.text);
    let path = word.text.contains(['/', '-']);
    let small = name.starts_with(|c: char| c.is_lowercase() || c == '_');
    let name_of_code = is_of_code(name) && name.len() > 5 && small && !PROSE.contains(&name);
    !path && name_of_code
}
