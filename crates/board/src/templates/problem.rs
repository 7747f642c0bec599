//! What is wrong with a file of templates, and where.

use thiserror::Error;

/// One thing that is wrong with a file of templates.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct Problem {
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a file of templates.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// It cannot be read as YAML.
    #[error("not YAML: {0}")]
    Yaml(String),
    /// A key stands twice.
    #[error("the key `{0}` stands twice")]
    Twice(String),
    /// It is too long, or holds too much.
    #[error("more than {max} {what}")]
    TooMuch {
        /// How much is allowed.
        max: usize,
        /// Of what.
        what: &'static str,
    },
    /// A key that means nothing here.
    #[error("unknown key `{key}` in {place}{}", meant(*near))]
    UnknownKey {
        /// The key.
        key: String,
        /// In what: the file, or a section.
        place: String,
        /// The known key that is nearest to it, if one is near.
        near: Option<&'static str>,
    },
    /// A value of another kind than is wanted.
    #[error("`{key}` is to be {wanted}")]
    Wrong {
        /// Its key.
        key: String,
        /// What is wanted.
        wanted: &'static str,
    },
    /// A language that we have no set for.
    #[error("unknown language `{0}`: `en` or `zh`")]
    Language(String),
}

fn meant(near: Option<&str>) -> String {
    near.map_or_else(String::new, |it| format!(": did you mean `{it}`?"))
}
