//! The sentences of a plan, its clauses, and those that say what is so or what is not wanted.

use std::collections::BTreeSet;
use std::ops::Bound;

use ledger::plan::Plan;

use crate::inspect::InspectionContext;

/// Bytes of the plan's sentences that are read.
const TEXT_BYTES_MAX: usize = 1 << 20;

/// Words of a sentence that says what is so, or what is not wanted.
const OTHERWISE: [&str; 26] = [
    "already",
    "stay",
    "stays",
    "remain",
    "remains",
    "unchanged",
    "keep",
    "keeps",
    "still",
    "like",
    "same",
    "today",
    "currently",
    "before",
    "instead",
    "without",
    "never",
    "not",
    "no",
    "remove",
    "drop",
    "later",
    "rather",
    "unlike",
    "existing",
    "if",
];

/// What the plan says in words.
pub(in crate::inspect) fn sentences<'g>(context: &'g InspectionContext<'_>) -> &'g [&'g str] {
    &context.sentences
}

/// The sentences of a plan, but for names that another text says whole.
pub(in crate::inspect) fn in_words(plan: &Plan) -> Vec<&str> {
    let mut texts = vec![plan.title.as_str()];
    for task in &plan.tasks {
        texts.extend([task.title.as_str(), task.brief.as_str()]);
        for step in &task.steps {
            texts.extend([step.name.as_str(), step.action.as_str(), step.done.as_str()]);
        }
        texts.extend(task.must_haves.truths.iter().map(|it| it.text.as_str()));
        let provides = task.must_haves.artifacts.iter();
        texts.extend(provides.filter_map(|it| it.provides.as_deref()));
    }
    // A name that is another text's beginning, cut off somewhere, says nothing more. In order, those that begin so follow.
    let all: BTreeSet<&str> = texts.iter().copied().collect();
    let cut = |text: &str| {
        let begins = text.trim_end();
        let from = (Bound::Included(begins), Bound::Unbounded);
        let mut longer = all
            .range::<str, _>(from)
            .take_while(|it| it.starts_with(begins))
            .filter(|it| it.len() > text.len());
        !begins.is_empty() && longer.next().is_some()
    };
    texts.retain(|text| !cut(text));
    let mut left = TEXT_BYTES_MAX;
    texts.retain(|text| {
        let fits = text.len() <= left;
        left = left.saturating_sub(text.len());
        fits
    });
    texts
}

/// The sentences and clauses of a text.
pub(in crate::inspect) fn split(text: &str) -> impl Iterator<Item = &str> {
    let clauses = text.split(['\n', ';']);
    clauses.flat_map(|clause| clause.split(". ")).map(str::trim)
}

pub(in crate::inspect) fn speaks_otherwise(sentence: &str) -> bool {
    // `--no-color` says nothing of the sort.
    let words = sentence.split_whitespace();
    let mut bare = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    bare.any(|word| OTHERWISE.contains(&word.to_lowercase().as_str()))
}
