//! The rules that come with the program: a file for each language, and two functions about comments.

use std::collections::BTreeSet;

use super::build::{self, Entry};
use super::{Rules, commented, debts, read};
use crate::language::Language;

/// Names, the languages that rules of the file are about, texts.
const FILES: [(&str, &[Language], &str); 5] = [
    (
        "rust.yml",
        &[Language::Rust],
        include_str!("../../rules/rust.yml"),
    ),
    (
        "typescript.yml",
        &[Language::TypeScript, Language::Tsx],
        include_str!("../../rules/typescript.yml"),
    ),
    (
        "python.yml",
        &[Language::Python],
        include_str!("../../rules/python.yml"),
    ),
    (
        "go.yml",
        &[Language::Go],
        include_str!("../../rules/go.yml"),
    ),
    (
        "java.yml",
        &[Language::Java],
        include_str!("../../rules/java.yml"),
    ),
];

pub(super) fn texts() -> Vec<(String, String)> {
    FILES
        .iter()
        .map(|(name, _, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect()
}

/// Without their examples being held against them: the tests of this room do that once for all.
/// What is about none of the languages is not even read: compiling a rule costs more than most files take.
pub(super) fn rules(wanted: impl Fn(Language) -> bool) -> Rules {
    let files = FILES.iter();
    let files = files.filter(|(_, about, _)| about.iter().any(|it| wanted(*it)));
    let documents = files.flat_map(|(_, _, text)| read::documents(text));
    let drafts = documents.filter_map(|document| read::ours(&document).ok());
    let mut seen = BTreeSet::new();
    let mut list: Vec<Entry> = drafts
        .filter(|draft| seen.insert(draft.rule.id.clone()))
        .filter_map(|draft| {
            let built = build::build(&draft, &wanted).ok()?;
            Some(Entry {
                rule: draft.rule,
                built,
            })
        })
        .collect();
    for rule in [commented::rule(), debts::rule()] {
        let built = Vec::new();
        list.push(Entry { rule, built });
    }
    build::grouped(list)
}
