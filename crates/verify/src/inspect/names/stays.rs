//! Names of which the plan says that they stay, and that the change took away; methods of a sibling that the plan speaks of,
//! and that the new type has not.

use std::collections::BTreeSet;

use code::project::is_test_path;
use code::{Definition, DefinitionKind, Language};

use crate::inspect::Ground;
use crate::inspect::known::{defines, is_fresh, last, mentions};
use crate::inspect::prose::{says, sentences, split};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Letters of the shortest method of a sibling.
const NAME_MIN: usize = 4;

/// What follows a name that stays.
const STAYS: [&str; 8] = [
    "stays",
    "stay as",
    "remains",
    "is kept",
    "keeps working",
    "still works",
    "goes on working",
    "lives on",
];
/// What follows a name of which something is asked.
const IS: [&str; 5] = [" is ", " gives ", " returns ", " throws ", "("];

/// Both, each as a sentence.
pub(in crate::inspect) fn stays(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let mut found: BTreeSet<String> = gone(ground, changes).into_iter().collect();
    found.extend(unlike_siblings(ground, changes));
    found.into_iter().take(FOUND_MAX).collect()
}

/// "getK() stays as a deprecated method", and the file that had it has it no more.
fn gone(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let texts = sentences(ground).iter().copied();
    let names: BTreeSet<&str> = texts.flat_map(split).flat_map(staying).collect();
    let lost = names.into_iter().filter(|name| {
        let code = |it: &&Change<'_>| !is_test_path(it.path, Language::of_path(it.path));
        let mut homes = changes.iter().filter(code).filter(|it| {
            let before = base.facts(it.path);
            before.is_some_and(|it| defines(it, name))
        });
        let now = |it: &Change<'_>| ground.project.facts(it.path);
        let had = homes.next().is_some();
        // In whatever file of the change, and in whatever manner.
        had && !changes
            .iter()
            .any(|it| now(it).is_some_and(|it| mentions(it, name)))
    });
    lost.map(|it| format!("the plan says that `{it}` stays, and it is gone"))
        .collect()
}

/// Names that are written as calls and stay.
fn staying(clause: &str) -> Vec<&str> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (open, _) in clause.match_indices('(') {
        let before = clause.get(..open).unwrap_or_default();
        let name = before.rsplit(|c: char| !part(c)).next().unwrap_or_default();
        let after = clause.get(open..).unwrap_or_default();
        let Some((_, rest)) = after.split_once(')') else {
            continue;
        };
        let rest = rest.trim_start_matches(['`', ' ']);
        if name.len() > 1 && STAYS.iter().any(|it| rest.starts_with(it)) {
            found.push(name);
        }
    }
    found
}

/// "class Overlap, shingle based as Jaccard is .. distance is 1 - similarity": Jaccard has a `distance`, Overlap none.
fn unlike_siblings(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let classes = |it: &&Definition| it.kind == DefinitionKind::Struct && !it.nested && !it.test;
    for change in changes.iter().filter(|it| it.before.is_none()) {
        let Some(facts) = ground.project.facts(change.path) else {
            continue;
        };
        let java = facts.language == Language::Java && !is_test_path(change.path, facts.language);
        let own = facts.definitions.iter().filter(classes);
        let own = own.filter(|it| java && is_fresh(ground.project, base, &it.name));
        for class in own {
            let texts = sentences(ground).iter();
            for text in texts.filter(|it| says(it, &class.name)) {
                let Some((sibling, has)) = sibling(ground, text) else {
                    continue;
                };
                let shared = has.iter().filter(|it| defines(facts, it)).count();
                let asked = has.iter().filter(|it| {
                    IS.iter().any(|is| speaks_of(text, it, is)) && !mentions(facts, it)
                });
                found.extend(asked.filter(|_| shared > 0).map(|it| {
                    format!(
                        "the plan speaks of `{it}`, which `{sibling}` has, and `{}`, which is to be as it is, has none",
                        class.name
                    )
                }));
            }
        }
    }
    found
}

/// A type that a text says something new is to be as, and its methods.
fn sibling<'g>(ground: &Ground<'g>, text: &str) -> Option<(&'g str, BTreeSet<&'g str>)> {
    let base = ground.base?;
    let mut types = base.all().flat_map(|(_, facts)| {
        let all = facts.definitions.iter();
        let all = all.filter(|it| it.kind == DefinitionKind::Struct && !it.test && !it.nested);
        all.map(move |it| (facts, it))
    });
    let (facts, of) = types.find(|(_, it)| {
        [" is", " does", " has it"]
            .iter()
            .any(|verb| text.contains(&format!("as {}{verb}", it.name)))
    })?;
    let methods = facts.definitions.iter().filter(|it| {
        let owner = it.name.rsplit_once('.').map_or("", |it| it.0);
        owner == of.name && it.kind.is_function() && last(it).len() >= NAME_MIN
    });
    Some((of.name.as_str(), methods.map(last).collect()))
}

/// Whether a name is the first word of what is said after it: `distance is 1 - similarity`.
fn speaks_of(text: &str, name: &str, is: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    text.match_indices(&format!("{name}{is}"))
        .any(|(at, _)| !text.get(..at).unwrap_or_default().ends_with(part))
}
