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
/// Words of code that another word stands beside: types, and what begins or joins statements.
const BESIDE: [&str; 45] = [
    "void",
    "char",
    "long",
    "short",
    "float",
    "double",
    "byte",
    "boolean",
    "unsigned",
    "signed",
    "string",
    "number",
    "object",
    "bool",
    "error",
    "yield",
    "raise",
    "else",
    "with",
    "except",
    "lambda",
    "self",
    "this",
    "super",
    "throw",
    "throws",
    "case",
    "break",
    "typeof",
    "instanceof",
    "delete",
    "assert",
    "match",
    "move",
    "where",
    "loop",
    "while",
    "chan",
    "defer",
    "select",
    "goto",
    "range",
    "extends",
    "implements",
    "global",
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
    is_sentence(text) || address || (words.len() == 1 && (hyphened(text) || is_shown(text)))
}

/// Whether a word is one of what a program shows: a format (`%02x`), a version (`4.9.0`), a number with a unit of several
/// letters (`6EiB`, `1h30m`).
fn is_shown(word: &str) -> bool {
    let format = word.starts_with('%') && word.ends_with(|c: char| c.is_ascii_alphabetic());
    let parts = word.split('.');
    let number = |it: &str| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit());
    let version = parts.clone().count() > 2 && parts.clone().all(number);
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let letters = unit.chars().filter(char::is_ascii_alphabetic).count();
    let counted = unit.len() < word.len()
        && letters > 1
        && unit.bytes().all(|b| b.is_ascii_alphanumeric())
        && !is_of_number(unit);
    format || version || counted
}

/// What may follow the digits of a number in code.
fn is_of_number(text: &str) -> bool {
    let kinds = ["u", "i", "f"];
    let sizes = ["8", "16", "32", "64", "128", "size"];
    let typed = |it: &str| {
        kinds
            .iter()
            .any(|kind| it.strip_prefix(kind).is_some_and(|it| sizes.contains(&it)))
    };
    let exponent = text
        .strip_prefix(['e', 'E'])
        .is_some_and(|it| it.bytes().all(|b| b.is_ascii_digit()));
    let based = text.starts_with(['x', 'b', 'o', 'X', 'B', 'O']);
    typed(text) || exponent || based || ["ll", "ul", "ull"].contains(&&*text.to_lowercase())
}

/// `<Name>`: how an object is shown, where the language has no such sign.
pub(super) fn is_shown_object(text: &str, path: &str) -> bool {
    let unsigned = path.ends_with(".py") || path.ends_with(".go");
    let inner = text.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
    let plain = |c: char| c.is_alphanumeric() || " _.-".contains(c);
    unsigned && inner.is_some_and(|it| !it.is_empty() && it.chars().all(plain))
}

/// A word as a sentence begins with it (`Redacted`): a name of code as likely as a word that is shown.
pub(super) fn is_capitalized(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_uppercase());
    first && text.len() > 3 && letters.all(|c| c.is_ascii_lowercase())
}

/// Whether a text is more likely a value than a name of code: a word of small letters (`json`), a code of capitals
/// (`ENOENT`), what begins with a sign that no name begins with (`@weekly`, `--reverse`), or the whole name of a class
/// (`java.time.Year`).
pub(super) fn is_value(text: &str) -> bool {
    if is_class(text) {
        return true;
    }
    let sign = text.starts_with(['@', '-', '.', '#', '%', ':', '+']);
    let bare = text.trim_start_matches(['@', '-', '.', '#', '%', ':', '+']);
    let small = !bare.contains(|c: char| c.is_ascii_uppercase());
    let capital = !bare.contains(|c: char| c.is_ascii_lowercase());
    let plain = |c: char| {
        c.is_ascii_alphanumeric()
            || (capital && c == '_')
            || (sign && matches!(c, '-' | '_' | '.' | '/'))
    };
    let letters = bare.chars().filter(char::is_ascii_alphabetic).count() > 1;
    letters && bare.chars().all(plain) && (sign || small || (capital && bare.len() > 3))
}

/// Whether a text is as likely one that a program is given, or shows, as it is code.
pub(super) fn may_be_shown(text: &str) -> bool {
    is_value(text) || is_extra(text) || is_capitalized(text)
}

fn is_class(text: &str) -> bool {
    let small = |it: &&str| {
        it.starts_with(|c: char| c.is_ascii_lowercase())
            && it
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
    };
    let packages: Vec<&str> = text.split('.').collect();
    match packages.split_last() {
        Some((class, packages)) => {
            packages.len() > 1
                && packages.iter().all(small)
                && class.starts_with(|c: char| c.is_ascii_uppercase())
                && class.bytes().all(|b| b.is_ascii_alphanumeric())
        }
        None => false,
    }
}

/// `name[part]`: what is taken out of something, and how a package with a part more is written in a message.
pub(super) fn is_extra(text: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let word = |text: &str| !text.is_empty() && text.chars().all(part);
    let inner = text.strip_suffix(']').and_then(|it| it.split_once('['));
    inner.is_some_and(|(name, extra)| word(name) && word(extra))
}

/// Whether a file is there to be read by a tool: what it says, it says in strings.
pub(super) fn is_settings(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    code::project::is_manifest(path) || name == "setup.py" || name.contains(".config.")
}

/// Whether a file is there for what it says about its package.
pub(super) fn is_documentation(name: &str) -> bool {
    ["doc.go", "package-info.java"].contains(&name)
}

/// Whether a text is one that documentation says.
pub(super) fn is_comment(text: &str) -> bool {
    let deprecated = text.eq_ignore_ascii_case("deprecated");
    is_sentence(text) || deprecated || is_pair(text) || TOLD.iter().any(|it| text.starts_with(it))
}

/// Two words of small letters, neither of them one of code: no language has two such side by side.
fn is_pair(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let plain = |word: &&str| {
        word.len() > 3
            && word.bytes().all(|b| b.is_ascii_lowercase())
            && !KEYWORDS.contains(word)
            && !BESIDE.contains(word)
    };
    words.len() == 2 && words.iter().all(plain)
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
