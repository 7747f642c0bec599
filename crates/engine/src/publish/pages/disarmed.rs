//! Texts that close no issue by what they say.

/// Words after which forges close what is named, as far as they are known.
const KEYWORDS: [&str; 9] = [
    "close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved",
];
/// Joins words and is not seen: with it behind a keyword no forge takes it for one.
const JOINER: char = '\u{2060}';

/// A text whose keywords name nothing: before `#1`, `!1`, `owner/name#1` or an address they are only words.
pub(super) fn disarmed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(end) = rest.find(|it: char| !it.is_ascii_alphabetic()) {
        let (word, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        out.push_str(word);
        if is_keyword(word) && names_something(behind) {
            out.push(JOINER);
        }
        let mut letters = behind.chars();
        out.extend(letters.next());
        rest = letters.as_str();
    }
    out.push_str(rest);
    out
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// Whether this line or the next one names something that could be an issue.
fn names_something(behind: &str) -> bool {
    let mut lines = behind.lines().take(2);
    lines.any(|it| it.contains("://") || is_numbered(it))
}

/// Whether a number stands behind a mark: `#1`, `!1`, `GH-1`.
fn is_numbered(line: &str) -> bool {
    let mut before = ' ';
    for letter in line.chars() {
        if letter.is_ascii_digit() && matches!(before, '#' | '!' | '-') {
            return true;
        }
        before = letter;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_before_issues_are_only_words() {
        for text in [
            "Closes #9",
            "> fixes: !9.",
            "(Resolved  acme/widgets#9)",
            "\u{6f22}Fix https://forge.example/acme/widgets/issues/9",
            "closes\n#9",
            "[close #9]",
            "**Closes** <b>#9</b>",
            "Closes GH-9",
        ] {
            let plain = disarmed(text);
            assert_ne!(plain, text);
            let seen: String = plain.chars().filter(|it| *it != JOINER).collect();
            assert_eq!(seen, text, "nothing else is changed");
        }
    }

    #[test]
    fn other_words_stay() {
        for text in [
            "",
            "It fixes the build.",
            "see #9",
            "prefix #9",
            "fixes",
            "encloses #9 ",
        ] {
            assert_eq!(disarmed(text), text);
        }
    }
}
