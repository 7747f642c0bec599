//! The languages that a rule may name, finer than our grammars: JavaScript is read with the grammar of TSX, and yet a
//! rule about types has nothing to say to it.

use serde::Deserialize;

use crate::language::Language;

/// A language as rules name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Dialect {
    /// Rust.
    #[serde(alias = "rust", alias = "rs")]
    Rust,
    /// TypeScript without JSX.
    #[serde(alias = "typescript", alias = "ts")]
    TypeScript,
    /// TypeScript with JSX.
    #[serde(alias = "tsx", alias = "TSX")]
    Tsx,
    /// JavaScript, with or without JSX.
    #[serde(alias = "javascript", alias = "js", alias = "jsx", alias = "Jsx")]
    JavaScript,
    /// Python.
    #[serde(alias = "python", alias = "py")]
    Python,
    /// Go.
    #[serde(alias = "go", alias = "golang")]
    Go,
    /// Java.
    #[serde(alias = "java")]
    Java,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 7] = [
        Dialect::Rust,
        Dialect::TypeScript,
        Dialect::Tsx,
        Dialect::JavaScript,
        Dialect::Python,
        Dialect::Go,
        Dialect::Java,
    ];

    /// The dialect of a file.
    #[must_use]
    pub fn of_path(path: &str) -> Option<Dialect> {
        match Language::of_path(path) {
            Language::Rust => Some(Dialect::Rust),
            Language::TypeScript => Some(Dialect::TypeScript),
            Language::Tsx if path.to_ascii_lowercase().ends_with(".tsx") => Some(Dialect::Tsx),
            Language::Tsx => Some(Dialect::JavaScript),
            Language::Python => Some(Dialect::Python),
            Language::Go => Some(Dialect::Go),
            Language::Java => Some(Dialect::Java),
            Language::Vue | Language::Other => None,
        }
    }

    /// The grammar that reads it.
    #[must_use]
    pub fn language(self) -> Language {
        match self {
            Dialect::Rust => Language::Rust,
            Dialect::TypeScript => Language::TypeScript,
            Dialect::Tsx | Dialect::JavaScript => Language::Tsx,
            Dialect::Python => Language::Python,
            Dialect::Go => Language::Go,
            Dialect::Java => Language::Java,
        }
    }

    /// Its name, as rules write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Rust => "Rust",
            Dialect::TypeScript => "TypeScript",
            Dialect::Tsx => "Tsx",
            Dialect::JavaScript => "JavaScript",
            Dialect::Python => "Python",
            Dialect::Go => "Go",
            Dialect::Java => "Java",
        }
    }
}
