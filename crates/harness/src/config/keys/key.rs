//! One key of the configuration, and the kinds of value that many of them take.

use crate::config::kind::{Form, Kind};

/// What a project's file may do with a key before the user has trusted it. Every key says one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stricter {
    /// The lower number counts.
    Lower,
    /// The higher number, or the later word of a choice, counts.
    Higher,
    /// It may be switched on.
    SwitchOn,
    /// It may be switched off.
    SwitchOff,
    /// Entries of all files count together, trusted or not.
    United,
    /// Entries may be added; a trusted file replaces the list.
    Added,
    /// As `United`, for rules: those that ask and deny, without their message (an agent would read it).
    Asking,
    /// It is ignored; entries of all files that are trusted count together.
    Together,
    /// It is ignored.
    Ignored,
    /// It is ignored, and so it is once the file is trusted: only the user's own file, the environment and flags say it.
    Yours,
}

/// One key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Key {
    /// Its path with dots; `*` stands for any name.
    pub(crate) path: &'static str,
    /// What it takes.
    pub(crate) kind: Kind,
    /// The built-in value as YAML; empty if there is none.
    pub(crate) default: &'static str,
    /// What an untrusted file may do.
    pub(crate) stricter: Stricter,
    /// What it means, and why the built-in value is what it is.
    pub(crate) about: &'static str,
}

impl Key {
    /// The segments of its path.
    pub(crate) fn segments(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('.')
    }
}

pub(super) const LINE: Kind = Kind::Text(Form::Line);
pub(super) const PATH: Kind = Kind::Text(Form::Path);
pub(super) const URL: Kind = Kind::Text(Form::Url);
pub(super) const VARIABLE: Kind = Kind::Text(Form::Variable);
pub(super) const LINES: Kind = Kind::List(&LINE, 64);
/// A program and its arguments.
pub(super) const ARGV: Kind = Kind::List(&Kind::Text(Form::Argument), 64);
pub(super) const GLOBS: Kind = Kind::List(&Kind::Text(Form::Glob), 256);
pub(super) const REGEXES: Kind = Kind::List(&Kind::Text(Form::Regex), 256);
/// Rules of one file.
pub(crate) const RULES_MAX: usize = 256;
pub(super) const RULES: Kind = Kind::List(&Kind::Rule, RULES_MAX);
pub(super) const REQUIREMENTS: Kind = Kind::List(&Kind::Requirement, 64);
pub(super) const SHARE: Kind = Kind::Decimal(0.0, 1.0);
pub(super) const DOLLARS: Kind = Kind::Decimal(0.0, 1_000_000.0);
pub(super) const TEMPERATURE: Kind = Kind::Decimal(0.0, 2.0);
pub(super) const SECONDS: Kind = Kind::Count(1, 604_800);
pub(super) const TIMES: Kind = Kind::Count(1, 100_000);
pub(super) const TOKENS: Kind = Kind::Count(1_000, 10_000_000);

/// A table of keys: `"path": kind, default, what an untrusted file may do, meaning;`
macro_rules! keys {
    ($($path:literal: $kind:expr, $default:literal, $stricter:ident, $about:literal;)*) => {
        &[$(Key {
            path: $path,
            kind: $kind,
            default: $default,
            stricter: Stricter::$stricter,
            about: $about,
        }),*]
    };
}

pub(super) use keys;
