//! What sort of text a plan asks for: one of code, one that stands in strings, one that stands in comments.

/// Words of code that are words of prose as well.
const KEYWORDS: [&str; 34] = [
    "export",
    "function",
    "func",
    "fn",
    "def",
    "class",
    "interface",
    "const",
    "let",
    "var",
    "import",
    "from",
    "return",
    "async",
    "await",
    "pub",
    "impl",
    "struct",
    "enum",
    "trait",
    "use",
    "public",
    "private",
    "protected",
    "static",
    "final",
    "void",
    "new",
    "type",
    "package",
    "get",
    "set",
    "if",
    "for",
];
/// Beginnings of what is said to whoever reads the documentation, and to nobody else.
const TOLD: [&str; 8] = [
    "Deprecated:",
    "@deprecated",
    "deprecated::",
    "@since",
    "# Errors",
    "# Panics",
    "# Safety",
    "# Examples",
];

/// Whether a text can stand nowhere in code but in a string: the name of a header, an address, a sentence. That is where
/// whoever asks for it means it.
pub(super) fn is_no_code(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let hyphened = |word: &str| {
        let parts: Vec<&str> = word.split('-').collect();
        let part = |it: &&str| {
            it.len() > 1
                && it.starts_with(char::is_alphabetic)
                && it.chars().all(char::is_alphanumeric)
        };
        parts.len() > 1 && parts.iter().all(part)
    };
    let address = text.contains("://")
        || (text.starts_with('/') && !text.starts_with("//") && words.len() == 1 && text.len() > 2);
    is_sentence(text) || address || (words.len() == 1 && hyphened(text))
}

/// Whether a text is more likely a value than a name of code: a word of small letters (`json`), a code of capitals
/// (`ENOENT`), or what begins with a sign that no name begins with (`@weekly`, `--reverse`).
pub(super) fn is_value(text: &str) -> bool {
    let sign = text.starts_with(['@', '-', '.', '#', '%', ':', '+']);
    let bare = text.trim_start_matches(['@', '-', '.', '#', '%', ':', '+']);
    let plain = |c: char| c.is_ascii_alphanumeric() || (sign && matches!(c, '-' | '_' | '.' | '/'));
    let small = !bare.contains(|c: char| c.is_ascii_uppercase());
    let capital = !bare.contains(|c: char| c.is_ascii_lowercase());
    let letters = bare.chars().filter(char::is_ascii_alphabetic).count() > 1;
    letters && bare.chars().all(plain) && (sign || small || (capital && bare.len() > 3))
}

/// Whether a file is there to be read by a tool: what it says, it says in strings.
pub(super) fn is_settings(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    code::project::is_manifest(path) || name == "setup.py" || name.contains(".config.")
}

/// Whether a text is one that documentation says.
pub(super) fn is_comment(text: &str) -> bool {
    is_sentence(text) || TOLD.iter().any(|it| text.starts_with(it))
}

/// Three words or more, with no sign but those between words, and none of them of code.
fn is_sentence(text: &str) -> bool {
    let words = text.split_whitespace();
    let words: Vec<&str> = words
        .map(|it| it.trim_end_matches([',', '.', ';', ':', '!', '?']))
        .collect();
    let plain =
        |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == '\'');
    words.len() > 2 && words.iter().all(plain) && !words.iter().any(|it| KEYWORDS.contains(it))
}
