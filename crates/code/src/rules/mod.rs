//! Rules as data: shapes of code that nobody wants to keep, written in the format of ast-grep, so that a team adds its
//! own. Texts of rule files and of code come in, findings go out; nothing here decides what a finding leads to.
//!
//! A rule carries its own examples, and one that doesn't find what it says it finds is not used. No comment in the code
//! turns a rule off: who wrote the code does not choose what it is held against.
//!
//! Reading order: [`Rules`] → [`Finding`] → `read` (a file becomes drafts) → `build` (drafts become rules) → `scan`.

mod bounds;
mod build;
mod built_in;
mod commented;
mod debts;
mod dialect;
mod grammars;
mod read;
mod required_words;
mod scan;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use globset::GlobSet;
use serde::Deserialize;

use crate::language::Language;

pub use commented::commented_out;
pub use debts::debts_without_issue;
pub use dialect::Dialect;
pub use scan::Scan;

/// Rules, ready to be held against files.
#[derive(Default)]
pub struct Rules {
    list: Vec<build::Entry>,
    groups: BTreeMap<Language, build::Group>,
}

/// What is said about a rule, and where it holds. How it finds is not here.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name, which findings carry.
    pub id: String,
    /// Which languages it is about.
    pub dialects: BTreeSet<Dialect>,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in one sentence; may hold variables of the pattern.
    pub message: String,
    /// What to do instead; often empty.
    pub note: String,
    /// What it is about.
    pub category: Category,
    /// The level of verification that asks about it: 2 or 4.
    pub level: u8,
    /// No honest code looks like this.
    pub certain: bool,
    /// Whether it is about tests.
    pub tests: TestCode,
    /// Whether it is about files that start by themselves.
    pub programs: Programs,
    files: Option<GlobSet>,
    ignores: Option<GlobSet>,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The rule is not asked.
    Off,
    /// Worth a thought.
    #[default]
    Hint,
    /// Could be better.
    Info,
    /// Likely wrong.
    Warning,
    /// Wrong.
    Error,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Work left undone, and what was left behind.
    #[default]
    Quality,
    /// What lets others in.
    Security,
    /// How it is written.
    Style,
    /// What it does is not what it says.
    Semantic,
}

/// What a rule does in code for tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestCode {
    /// It looks there too.
    #[default]
    Include,
    /// It does not look there.
    Skip,
    /// It looks nowhere else.
    Only,
}

/// What a rule does in files where a program starts: a command may print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Programs {
    /// It looks there too.
    #[default]
    Include,
    /// It does not look there.
    Skip,
}

/// A place that a rule found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's id.
    pub rule: String,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What to do instead; often empty.
    pub note: String,
    /// First line, from 1.
    pub line: u32,
    /// Column of its first character, from 1.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// The first line of the place, cut at 120 characters.
    pub text: String,
    /// What the rule is about.
    pub category: Category,
    /// The level of verification that asks about it: 2 or 4.
    pub level: u8,
    /// No honest code looks like this.
    pub certain: bool,
    /// It stands in code for tests.
    pub test: bool,
    /// It stands in code that never runs.
    pub dead: bool,
}

/// Something wrong with a rule file. The rule is not used, others are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The rule's id; empty if it is not known.
    pub rule: String,
    /// What is wrong, in a sentence.
    pub reason: String,
}

impl Rules {
    /// Reads rule files, each a name and a text. What is wrong with one rule leaves the others alone.
    #[must_use]
    pub fn parse(texts: &[(String, String)]) -> (Rules, Vec<Problem>) {
        build::rules(texts)
    }

    /// The rules that come with the program, those about comments included.
    #[must_use]
    pub fn built_in() -> Rules {
        built_in::rules(|_| true)
    }

    /// Those of them that are about files in some languages. They find in such files what all together find.
    #[must_use]
    pub fn built_in_for(languages: &BTreeSet<Language>) -> Rules {
        // The scripts of a component may be either.
        let component = languages.contains(&Language::Vue);
        built_in::rules(|language| {
            languages.contains(&language) || (component && language.is_script())
        })
    }

    /// The files of [`Rules::built_in`], by name, as a team would write them.
    #[must_use]
    pub fn built_in_texts() -> Vec<(String, String)> {
        built_in::texts()
    }

    /// Adds rules. One with the id of a rule that is here takes its place; with `severity: off` that turns it off.
    #[must_use]
    pub fn with(self, more: Rules) -> Rules {
        build::joined(self, more)
    }

    /// These without those whose ids others have: what may add, and neither replace nor turn off.
    #[must_use]
    pub fn without(self, others: &Rules) -> Rules {
        build::without(self, others)
    }

    /// Every rule, in the order of the files.
    pub fn list(&self) -> impl Iterator<Item = &Rule> {
        self.list.iter().map(|entry| &entry.rule)
    }
}
