//! Tests of Go that are built only with a tag of their own, which nothing sets: they never run.

use std::collections::BTreeSet;

use code::{Facts, Language};

use crate::inspect::Ground;
use crate::inspect::prose::{says, sentences};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;

/// Tests of the change behind a tag that no code of before asks for and that no other file of the change speaks of, each as
/// a sentence.
pub(in crate::inspect) fn unbuilt(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let go = |facts: &Facts| facts.language == Language::Go;
    let mut found = BTreeSet::new();
    for change in changes.iter().filter(|it| it.path.ends_with("_test.go")) {
        let facts = ground.project.facts(change.path).filter(|it| go(it));
        let holds = |it: &&Facts| {
            it.definitions
                .iter()
                .any(|it| it.test && it.name.starts_with("Test"))
        };
        for tag in facts
            .filter(holds)
            .into_iter()
            .flat_map(|it| it.features.keys())
        {
            let known = base
                .all()
                .any(|(_, it)| go(it) && it.features.contains_key(tag));
            let asked = sentences(ground)
                .iter()
                .any(|it| says(it, tag) || it.contains("build tag"));
            let mut others = changes.iter().filter(|it| it.path != change.path);
            let told = others.any(|it| {
                let code = it.path.ends_with(".go");
                !code && it.after.is_some_and(|text| says(text, tag))
            });
            if !known && !asked && !told {
                found.insert(format!(
                    "the tests of {} are built with the tag `{tag}` only, and nothing sets it: they never run",
                    change.path
                ));
            }
        }
    }
    found.into_iter().take(FOUND_MAX).collect()
}
