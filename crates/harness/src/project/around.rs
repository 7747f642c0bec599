//! What stands around a change and is read only where something has to be known of it: tests and helpers that tell how a tree
//! asserts, and every text in which a name may stand. What it means is said in `verify`.

use std::collections::BTreeSet;

use code::Names;
use ledger::ids::{GitId, RelPath};
use project::Project;
use tools::cores;
use tools::git::{GitError, Repo};
use verify::integrity::{Conventions, Telling};
use verify::{Mentions, WantedTexts};

/// Texts that are searched, in the order of paths, and how many at once.
const SEARCHED_MAX: usize = 20_000;
const AT_ONCE: usize = 64;
/// Largest text that is searched, or learnt from, in bytes.
const BYTES_MAX: usize = 512 * 1024;
/// What is learnt from in all, in bytes.
const LEARNT_BYTES_MAX: usize = 3 * 1024 * 1024;
/// Texts that a thread learns from at once.
const LEARNT_AT_ONCE: usize = 4;

/// How the tests of a tree assert, as far as the tests of a change ask for it.
///
/// # Errors
/// [`GitError`] when a tree can't be read.
pub(super) fn conventions(
    repo: &Repo,
    (base, tree): (&GitId, &GitId),
    wanted: &WantedTexts,
) -> Result<Conventions, GitError> {
    let before: Vec<RelPath> = held(wanted.before.iter());
    let now: Vec<RelPath> = held(wanted.now.keys());
    let before_texts = repo.texts_at(base, &before)?;
    let now_texts = repo.texts_at(tree, &now)?;
    let tests = before.iter().zip(&before_texts).filter_map(|(path, text)| {
        let (path, text) = (path.as_str(), text.as_deref()?);
        Some(Telling::Tests { path, text })
    });
    let shared = now.iter().zip(&now_texts).filter_map(|(path, text)| {
        let (path, text) = (path.as_str(), text.as_deref()?);
        let names = wanted.now.get(path)?;
        Some(Telling::Shared { path, text, names })
    });
    let mut left = LEARNT_BYTES_MAX;
    let mut texts = shared.chain(tests).collect::<Vec<_>>();
    texts.retain(|it| {
        let fits = it.text().len() <= left.min(BYTES_MAX);
        left = left.saturating_sub(if fits { it.text().len() } else { 0 });
        fits
    });
    let lessons = cores::in_batches(&texts, LEARNT_AT_ONCE, |batch| {
        batch.iter().map(Telling::lesson).collect::<Vec<_>>()
    });
    Ok(Conventions::learn(lessons.into_iter().flatten()))
}

/// Where words stand in the texts of a tree.
///
/// # Errors
/// [`GitError`] when the tree can't be read.
pub(super) fn mentions(
    repo: &Repo,
    tree: &GitId,
    project: &Project,
    words: BTreeSet<String>,
) -> Result<Mentions, GitError> {
    let mut found = Mentions::default();
    let Some(names) = Names::new(words) else {
        return Ok(found);
    };
    let all = project.below("").filter_map(|it| RelPath::held(it).ok());
    let all: Vec<RelPath> = all.filter(Mentions::may_tell).take(SEARCHED_MAX).collect();
    let searched = cores::in_batches(&all, AT_ONCE, |batch| {
        let texts = repo.texts_at(tree, batch)?;
        let texts = batch.iter().zip(texts);
        let hits = texts.filter_map(|(path, text)| {
            let text = text.filter(|it| it.len() <= BYTES_MAX)?;
            let hits = names.mentions(&text, project.facts(path.as_str()));
            (!hits.is_empty()).then(|| (path.as_str().to_owned(), hits))
        });
        Ok::<Vec<_>, GitError>(hits.collect())
    });
    for batch in searched {
        for (path, hits) in batch? {
            found.add(&path, hits);
        }
    }
    Ok(found)
}

fn held<'p>(paths: impl Iterator<Item = &'p String>) -> Vec<RelPath> {
    paths.filter_map(|it| RelPath::held(it).ok()).collect()
}
