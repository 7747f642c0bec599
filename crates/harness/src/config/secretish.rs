//! What looks like a key. Only a net against mistakes: real secret scanning is `gate`'s.

use std::sync::LazyLock;

use regex::Regex;

/// Shapes of keys that providers give out, and long runs of letters and digits without any meaning.
static KEY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b sk-[A-Za-z0-9_-]{16,}
        | \b (?: ghp | gho | ghs | ghu | ghr )_[A-Za-z0-9]{20,}
        | \b github_pat_[A-Za-z0-9_]{20,}
        | \b glpat-[A-Za-z0-9_-]{16,}
        | \b xox[abprs]-[A-Za-z0-9-]{10,}
        | \b AKIA[0-9A-Z]{16} \b
        | \b AIza[0-9A-Za-z_-]{30,}
        | \b eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}
        | \b (?i: bearer | basic ) \s+ [A-Za-z0-9._~+/=-]{16,}
        | -----BEGIN\ [A-Z\ ]*PRIVATE\ KEY-----",
    )
    .expect("a constant expression")
});

/// Whether a value looks like a key. A key holds a digit; names with words in them often don't.
pub(crate) fn looks_like_key(value: &str) -> bool {
    may_hold_one(value)
        && KEY.find_iter(value).any(|found| {
            let text = found.as_str();
            text.starts_with('-') || text.contains(|c: char| c.is_ascii_digit())
        })
}

/// Whether the expression is worth its making: every key is long and holds one of these.
fn may_hold_one(value: &str) -> bool {
    const SHORTEST: usize = 15;
    const MARKS: [&str; 13] = [
        "sk-",
        "ghp_",
        "gho_",
        "ghs_",
        "ghu_",
        "ghr_",
        "github_pat_",
        "glpat-",
        "xox",
        "AKIA",
        "AIza",
        "eyJ",
        "-----BEGIN ",
    ];
    let in_any_case = || {
        let lower = value.to_ascii_lowercase();
        lower.contains("bearer") || lower.contains("basic")
    };
    value.len() >= SHORTEST && (MARKS.iter().any(|it| value.contains(it)) || in_any_case())
}

/// Whether a key's name says that it holds a secret.
pub(crate) fn names_a_secret(key: &str) -> bool {
    let plain = key.to_lowercase().replace(['-', '_'], "");
    [
        "apikey",
        "token",
        "secret",
        "password",
        "accesskey",
        "key",
        "authorization",
        "xapikey",
    ]
    .iter()
    .any(|word| plain == *word)
}

/// What follows the host of an address for notices, on the line of its key.
static WEBHOOK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)(webhook["']?\s*[:=][\s\[{-]*["']?[a-z]+://[^/\s"']+/)([^\s"',}\]]+)"#)
        .expect("a constant expression")
});

/// Whether the value of a key of the configuration is an address that is a key in itself.
pub(crate) fn holds_a_secret_address(key: &str) -> bool {
    key.starts_with("notify.webhook")
}

/// The text with what looks like a key replaced by stars, one for each character.
pub(crate) fn masked(text: &str) -> String {
    let stars = |text: &str| "*".repeat(text.chars().count());
    let text = WEBHOOK.replace_all(text, |found: &regex::Captures<'_>| {
        format!("{}{}", &found[1], stars(&found[2]))
    });
    KEY.replace_all(&text, |found: &regex::Captures<'_>| stars(&found[0]))
        .into_owned()
}

/// Characters that change how a line reads without being seen.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_keys_from_honest_text() {
        let keys = [
            "sk-ant-api03-abcdefghijklmnop",
            "ghp_0123456789abcdefghij0123",
            "AKIAIOSFODNN7EXAMPLE",
            "Bearer abcdefghijklmnop1234",
        ];
        let honest = [
            "OPENAI_API_KEY",
            "api_key",
            r"sk-[A-Za-z0-9]{20}",
            "gpt-4",
            "release/*",
            "basic settings of the project",
            "sk-learn-integration-tests",
            "task-implementation-of-the-new-4th-parser",
        ];
        for key in keys {
            assert!(looks_like_key(key), "{key}");
            assert!(!masked(key).contains("abcdefgh"), "{key}");
        }
        let line = "notify: {webhook: 'https://hooks.example/T0/b', on: [end]}";
        let shown = "notify: {webhook: 'https://hooks.example/****', on: [end]}";
        assert_eq!(masked(line), shown);
        for text in honest {
            assert!(!looks_like_key(text), "{text}");
        }
    }
}
