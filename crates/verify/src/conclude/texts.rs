//! What sort of text a plan asks for: one of code, one that stands in strings, one that stands in comments (decision 044).

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
/// Those of [`KEYWORDS`] that sentences are full of.
const JOINING: [&str; 4] = ["from", "use", "new", "type"];
/// Words of a text that is long enough to be no line of code without a sign in it.
const LONG_MIN: usize = 5;
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

/// Beginnings of what is said to a tool in a comment, which is the only place where it counts.
const ORDERS: [&str; 16] = [
    "go:build",
    "go:embed",
    "go:generate",
    "go:linkname",
    "go:noinline",
    "nolint",
    "noqa",
    "type: ignore",
    "pragma: no",
    "fmt: off",
    "pylint: ",
    "eslint-disable",
    "prettier-ignore",
    "@ts-ignore",
    "@ts-expect-error",
    "@ts-nocheck",
];

/// What a text is that a plan wants to find in a file: by that is told where it may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// It can only be meant as code: a declaration, a call, an operator. In a string it is not there.
    Code,
    /// A name, of code or of something that a program reads and writes. In a string nobody can tell.
    Name,
    /// A word that no name of code looks like in this language: a string that is nothing else has it.
    Value,
    /// It can stand nowhere in code but in a string: a message, an address, a format. That is where whoever asks means it.
    Shown,
}

/// Signs that no text has but one of code.
const SIGNS: [&str; 11] = [
    "=>", "==", "!=", "::", "->", ":=", "&&", "||", "+=", "-=", " = ",
];
/// Ends of files of languages whose functions bear such names as `exit_zero`.
const SNAKES: [&str; 2] = [".py", ".rs"];
/// Ends of files that may hold markup outside strings.
const MARKED_UP: [&str; 4] = [".tsx", ".jsx", ".vue", ".js"];
/// Ends of the names of files.
const ENDS: [&str; 24] = [
    "json", "md", "txt", "yml", "yaml", "toml", "html", "css", "csv", "xml", "svg", "png", "lock",
    "log", "conf", "cfg", "ini", "js", "ts", "py", "rs", "go", "java", "sh",
];

/// Of what sort a text is, in a file of that path.
pub(super) fn sort(text: &str, path: &str) -> Sort {
    if is_noted(text) {
        Sort::Code
    } else if is_value(text) || (is_snake(text) && !SNAKES.iter().any(|it| path.ends_with(it))) {
        Sort::Value
    } else if is_name(text) {
        Sort::Name
    } else if is_address(text) || is_file(text) || is_escaped(text) || is_shown_object(text, path) {
        Sort::Shown
    } else if is_code(text) || (is_markup(text) && MARKED_UP.iter().any(|it| path.ends_with(it))) {
        Sort::Code
    } else {
        Sort::Shown
    }
}

/// One word of letters, digits and underscores, or several with dots between: `makeJson`, `os.path`. A word with a part in
/// brackets too (`name[part]`): what is taken out of something, and how a package with a part more is written.
fn is_name(text: &str) -> bool {
    let part = |it: &str| {
        it.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
            && it.chars().all(|c| c.is_alphanumeric() || "_$".contains(c))
    };
    text.split('.').all(part) && !is_file(text) || is_extra(text)
}

fn is_address(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let path = text.starts_with('/') && !text.starts_with("//") && !text.starts_with("/>");
    text.contains("://") || (path && words == 1 && text.len() > 2)
}

/// The name of a file, by how it ends.
fn is_file(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "._-/".contains(c);
    let named = |(stem, end): (&str, &str)| !stem.is_empty() && ENDS.contains(&end);
    text.chars().all(plain) && text.rsplit_once('.').is_some_and(named)
}

/// A sign of a page as it is escaped: `&amp;`. Code has it in strings alone.
fn is_escaped(text: &str) -> bool {
    const SIGNS: [&str; 6] = ["amp", "lt", "gt", "quot", "apos", "nbsp"];
    let mut parts = text.split('&').skip(1).peekable();
    let known = |it: &str| {
        it.split_once(';').is_some_and(|(sign, rest)| {
            let number = sign.strip_prefix('#').is_some_and(|it| !it.is_empty());
            (number || SIGNS.contains(&sign)) && !rest.contains([';', '('])
        })
    };
    parts.peek().is_some() && parts.all(known)
}

fn is_code(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut letters = text.chars().zip(text.chars().skip(1));
    // A call, or a type with a type in it.
    let joined = letters.any(|(one, next)| is_word(one) && (next == '(' || next == '<'));
    let ends = text.trim_end().ends_with([';', '{']);
    let sign = SIGNS
        .iter()
        .any(|it| text.contains(it) && (*it != "::" || is_path(text)));
    joined || ends || sign || is_declared(text) || is_number(text)
}

/// Whether two colons stand between names. In an address they stand between digits: `fe80::1`.
fn is_path(text: &str) -> bool {
    let mut after = text.split("::").skip(1);
    !after.all(|it| it.starts_with(|c: char| c.is_ascii_digit()))
}

/// An annotation, an attribute.
fn is_noted(text: &str) -> bool {
    let noted = text.strip_prefix('@').unwrap_or_default();
    text.starts_with("#[") || noted.starts_with(|c: char| c.is_ascii_uppercase())
}

fn is_markup(text: &str) -> bool {
    let begins = text.strip_prefix('<').unwrap_or_default();
    begins.starts_with(|c: char| c.is_alphabetic() || c == '/') || text.ends_with("/>")
}

/// A word of code, and something after it.
fn is_declared(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let begins = words.next().is_some_and(|it| KEYWORDS.contains(&it));
    begins && words.next().is_some()
}

/// A number as code writes it (`12u8`, `0x1f`, `1e9`).
fn is_number(text: &str) -> bool {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '_');
    unit.len() < text.len() && is_of_number(unit)
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
fn is_shown_object(text: &str, path: &str) -> bool {
    let unsigned = path.ends_with(".py") || path.ends_with(".go");
    let inner = text.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
    let plain = |c: char| c.is_alphanumeric() || " _.-".contains(c);
    unsigned && inner.is_some_and(|it| !it.is_empty() && it.chars().all(plain))
}

/// Whether a text is more likely a value than a name of code: a word of small letters (`json`), a code of capitals
/// (`ENOENT`), what begins with a sign that no name begins with (`@weekly`, `--reverse`), or the whole name of a class
/// (`java.time.Year`).
fn is_value(text: &str) -> bool {
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

/// Small words with underscores between (`exit_zero`).
fn is_snake(text: &str) -> bool {
    let small = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    text.contains('_') && text.bytes().all(small)
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

fn is_extra(text: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let word = |text: &str| !text.is_empty() && text.chars().all(part);
    let inner = text.strip_suffix(']').and_then(|it| it.split_once('['));
    inner.is_some_and(|(name, extra)| word(name) && word(extra))
}

/// Whether a file is there to be read by a tool: what it says, it says in strings.
pub(super) fn is_settings(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    project::is_manifest(path) || name == "setup.py" || name.contains(".config.")
}

/// Whether a file is there for what it says about its package.
pub(super) fn is_documentation(name: &str) -> bool {
    ["doc.go", "package-info.java"].contains(&name)
}

/// Whether a text is one that documentation says.
pub(super) fn is_comment(text: &str) -> bool {
    let deprecated = text.eq_ignore_ascii_case("deprecated");
    let written = ["//", "/*", "#!", "# ", "<!--", "-- "];
    written.iter().any(|it| text.starts_with(it))
        || is_sentence(text)
        || deprecated
        || is_pair(text)
        || TOLD.iter().chain(&ORDERS).any(|it| text.starts_with(it))
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

/// Three words or more, with no sign but those between words and in names of files, and none of them of code.
fn is_sentence(text: &str) -> bool {
    let words = text.split_whitespace();
    let words: Vec<&str> = words
        .map(|it| it.trim_end_matches([',', '.', ';', ':', '!', '?']))
        .collect();
    let plain = |word: &&str| {
        let letters = |c: char| c.is_alphabetic() || c == '\'';
        !word.is_empty() && (word.chars().all(letters) || is_file(word))
    };
    // Where it does not begin a text of some length, such a word is one of prose.
    let long = words.len() >= LONG_MIN;
    let mut keywords = words.iter().enumerate();
    let of_code =
        keywords.any(|(at, it)| KEYWORDS.contains(it) && !(long && at > 0 && JOINING.contains(it)));
    words.len() > 2 && words.iter().all(plain) && !of_code
}

/// Whether a text in a file that loads modules by their names can name one: then it matters which (`shop.other:main`).
pub(super) fn is_module(text: &str, path: &str) -> bool {
    let loads = path.ends_with(".py") || path.ends_with(".java");
    let mut names = text.split(['.', ':']);
    let named = |it: &str| !it.is_empty() && it.chars().all(|c| c.is_alphanumeric() || c == '_');
    loads && text.contains('.') && names.all(named)
}

/// Whether a pattern speaks of an import itself.
pub(super) fn asks_for_import(pattern: &str) -> bool {
    let words = pattern.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .any(|word| ["import", "require", "use", "from", "mod", "export"].contains(&word))
}
