//! Words of a text: where they stand, which of them are names of code, which of them are called.

/// Letters of the shortest name that is looked for.
const NAME_MIN: usize = 4;

/// Whether words stand in a text as whole words.
pub(in crate::inspect) fn says(text: &str, words: &str) -> bool {
    places(text, words).next().is_some()
}

/// What stands before and behind each place where words stand in a text as whole words.
pub(in crate::inspect) fn places<'t>(
    text: &'t str,
    words: &'t str,
) -> impl Iterator<Item = (&'t str, &'t str)> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let all = text.match_indices(words).map(move |(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at.saturating_add(words.len())..);
        (before, after.unwrap_or_default())
    });
    all.filter(move |(before, after)| !before.ends_with(part) && !after.starts_with(part))
}

/// Whether a word of the text begins so.
pub(in crate::inspect) fn begins(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        let rest = text.get(at..).unwrap_or_default();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let after = rest.get(end.unwrap_or(rest.len())..).unwrap_or_default();
        // `errors.py` is a file, whatever it is about.
        let file = after
            .strip_prefix('.')
            .is_some_and(|it| it.starts_with(char::is_alphanumeric));
        before.is_none_or(|c| !c.is_alphanumeric() && c != '/') && !file
    })
}

/// A text as runs of what names are made of (true), and of all else.
pub(in crate::inspect) fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ':' | '/' | '-');
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let name = part(first);
        let end = rest.find(|c| part(c) != name).unwrap_or(rest.len());
        let (word, more) = rest.split_at(end);
        rest = more;
        Some((word.trim_end_matches(['.', ':', '-']), name))
    })
}

/// Whether nothing but "and", "or" and commas stands between two names.
pub(in crate::inspect) fn joins(between: &str) -> bool {
    let mut depth = 0_i32;
    // What closes here began before the name: it stood in an aside, `tagPrefix (envPrefix), tagName (envName)`.
    let aside = between.chars().any(|c| {
        depth = depth
            .saturating_add(i32::from(c == '('))
            .saturating_sub(i32::from(c == ')'));
        depth < 0
    });
    if aside {
        return false;
    }
    let bare: String = between
        .chars()
        .map(|c| match c {
            '`' | '(' | ')' | '"' | '\'' => ' ',
            c => c,
        })
        .collect();
    matches!(
        bare.split_whitespace().collect::<Vec<_>>().as_slice(),
        ["and" | "or" | "," | "&" | "+"] | [",", "and" | "or"]
    )
}

/// Whether a word is written as names of code are and words of prose are not: `camelCase`, `PascalCase`, `snake_case`.
pub(in crate::inspect) fn is_of_code(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let inner = word.chars().zip(word.chars().skip(1));
    let humps = inner
        .filter(|(one, next)| one.is_lowercase() && next.is_uppercase())
        .count();
    let snake = word.trim_matches('_').contains('_') && word.chars().any(char::is_lowercase);
    plain
        && word.len() >= NAME_MIN
        && word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && (humps > 0 || snake)
}

/// Names that a line calls: what stands before a bracket.
pub(in crate::inspect) fn calls_in(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('(').filter_map(|(at, _)| {
        let before = line.get(..at)?;
        let name = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_'));
        name.into_iter().next().filter(|it| !it.is_empty())
    })
}

/// A text without what it says in parentheses.
pub(in crate::inspect) fn without_asides(text: &str) -> String {
    let mut depth = 0_usize;
    let kept = text.chars().filter(|c| {
        depth = depth.saturating_add(usize::from(*c == '('));
        let inside = depth > 0;
        depth = depth.saturating_sub(usize::from(*c == ')'));
        !inside
    });
    kept.collect()
}

/// Letters and digits alone, small.
pub(in crate::inspect) fn squashed(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}
