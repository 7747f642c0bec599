//! Which grammar a file gets. Decided by its name alone; contents are never guessed at.

/// A language this room can read. What is not listed is read as words ([`Language::Other`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// Rust.
    Rust,
    /// TypeScript without JSX (`.ts`, `.mts`, `.cts`), where `<T>x` is a cast.
    TypeScript,
    /// TypeScript with JSX, and every flavour of JavaScript.
    Tsx,
    /// Anything else: lines and words, no syntax. Every fact about it is weak.
    Other,
}

impl Language {
    /// The language of a file, by the end of its name; case does not matter.
    #[must_use]
    pub fn of_path(path: &str) -> Language {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let Some((stem, extension)) = name.rsplit_once('.') else {
            return Language::Other;
        };
        if stem.is_empty() {
            return Language::Other;
        }
        match extension.to_ascii_lowercase().as_str() {
            "rs" => Language::Rust,
            "ts" | "mts" | "cts" => Language::TypeScript,
            "tsx" | "jsx" | "js" | "mjs" | "cjs" => Language::Tsx,
            _ => Language::Other,
        }
    }

    /// Whether there is a grammar, so that facts rest on syntax and not on words.
    #[must_use]
    pub fn has_syntax(self) -> bool {
        match self {
            Language::Rust | Language::TypeScript | Language::Tsx => true,
            Language::Other => false,
        }
    }

    /// Whether it is TypeScript or JavaScript in any flavour.
    #[must_use]
    pub fn is_script(self) -> bool {
        match self {
            Language::TypeScript | Language::Tsx => true,
            Language::Rust | Language::Other => false,
        }
    }
}
