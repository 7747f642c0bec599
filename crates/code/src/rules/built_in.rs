//! The rules that come with the program: a file for each language, and two functions about comments.

use std::collections::BTreeSet;

use super::build::{self, Entry};
use super::{Rules, commented, debts, read};

const FILES: [(&str, &str); 5] = [
    ("rust.yml", include_str!("../../rules/rust.yml")),
    ("typescript.yml", include_str!("../../rules/typescript.yml")),
    ("python.yml", include_str!("../../rules/python.yml")),
    ("go.yml", include_str!("../../rules/go.yml")),
    ("java.yml", include_str!("../../rules/java.yml")),
];

pub(super) fn texts() -> Vec<(String, String)> {
    FILES
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect()
}

/// Without their examples being held against them: the tests of this room do that once for all.
pub(super) fn rules() -> Rules {
    let documents = FILES.iter().flat_map(|(_, text)| read::documents(text));
    let drafts = documents.filter_map(|document| read::ours(&document).ok());
    let mut seen = BTreeSet::new();
    let mut list: Vec<Entry> = drafts
        .filter(|draft| seen.insert(draft.rule.id.clone()))
        .filter_map(|draft| {
            let built = build::build(&draft).ok()?;
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
