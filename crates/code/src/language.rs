//! Which grammar a file gets. Decided by its name alone; contents are never guessed at.

use serde::{Deserialize, Serialize};

/// A language this room can read. What is not listed is read as words ([`Language::Other`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Language {
    /// Rust.
    Rust,
    /// TypeScript without JSX (`.ts`, `.mts`, `.cts`), where `<T>x` is a cast.
    TypeScript,
    /// TypeScript with JSX, and every flavour of JavaScript.
    Tsx,
    /// A Vue single-file component: its scripts are TypeScript or JavaScript, its template is markup.
    Vue,
    /// Python.
    Python,
    /// Go.
    Go,
    /// Java.
    Java,
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
            "vue" => Language::Vue,
            "py" | "pyi" => Language::Python,
            "go" => Language::Go,
            "java" => Language::Java,
            _ => Language::Other,
        }
    }

    /// The language of a program whose name has no end, by its first line: `#!/usr/bin/env node`. `None` for one that has
    /// no grammar here.
    #[must_use]
    pub fn of_first_line(text: &str) -> Option<Language> {
        let line = text.lines().next()?.strip_prefix("#!")?;
        let words = line.split_whitespace();
        // `env -S node --flag` starts node.
        let mut programs = words.map(|it| it.rsplit('/').next().unwrap_or(it));
        let program =
            programs.find(|it| *it != "env" && !it.starts_with('-') && !it.contains('='))?;
        let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        match bare {
            "node" | "nodejs" | "deno" | "bun" | "tsx" | "ts-node" => Some(Language::Tsx),
            "python" | "pypy" => Some(Language::Python),
            _ => None,
        }
    }

    /// Whether there is a grammar, so that facts rest on syntax and not on words.
    #[must_use]
    pub fn has_syntax(self) -> bool {
        match self {
            Language::Rust
            | Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Python
            | Language::Go
            | Language::Java => true,
            Language::Other => false,
        }
    }

    /// Whether files of both may use each other's names.
    #[must_use]
    pub fn is_akin(self, other: Language) -> bool {
        self == other || (self.is_script() && other.is_script())
    }

    /// Whether it is TypeScript or JavaScript in any flavour.
    #[must_use]
    pub fn is_script(self) -> bool {
        match self {
            Language::TypeScript | Language::Tsx | Language::Vue => true,
            Language::Rust | Language::Python | Language::Go | Language::Java | Language::Other => {
                false
            }
        }
    }
}
